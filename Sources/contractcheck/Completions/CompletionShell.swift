/// A shell with a completion script.
enum CompletionShell: String, CaseIterable {
  case bash, zsh, fish

  /// The script, made from the table of commands; ends with a line end.
  var script: String {
    switch self {
    case .bash: BashCompletion.script
    case .zsh: ZshCompletion.script
    case .fish: FishCompletion.script
    }
  }

  /// Returns a text as one word for any of the shells: nothing is expanded between single quotes. A
  /// quote inside ends the quoted text, is escaped, and starts the quoted text again; in fish,
  /// backslashes and quotes are escaped within the text.
  func quoted(_ text: String) -> String {
    switch self {
    case .bash, .zsh: "'\(text.replacing("'", with: #"'\''"#))'"
    case .fish: "'\(text.replacing(#"\"#, with: #"\\"#).replacing("'", with: #"\'"#))'"
    }
  }
}
