/// A shell that completes the command line of the program, by a script that the program prints.
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

  /// A text as one word of any of the shells: between single quotes, nothing is expanded.
  ///
  /// A quote inside ends the text, stands escaped, and begins it again; in fish, a backslash and a
  /// quote are escaped where they are.
  func quoted(_ text: String) -> String {
    switch self {
    case .bash, .zsh: "'\(text.replacing("'", with: #"'\''"#))'"
    case .fish: "'\(text.replacing(#"\"#, with: #"\\"#).replacing("'", with: #"\'"#))'"
    }
  }
}
