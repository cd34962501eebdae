import ContractReporting

/// When texts for people are colored: `--color`.
enum ColorChoice: String, CaseIterable {
  /// If a terminal shows the stream, unless the environment says otherwise.
  case auto
  case always, never

  /// Returns whether a stream is colored. `NO_COLOR` (no-color.org) has precedence over
  /// `CLICOLOR_FORCE`, and both over the terminal.
  func isColored(onTerminal: Bool, _ environment: [String: String]) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if let text = environment["NO_COLOR"], !text.isEmpty { return false }
    if let text = environment["CLICOLOR_FORCE"], !text.isEmpty, text != "0" { return true }
    return onTerminal && environment["TERM"] != "dumb"
  }
}

extension Console {
  func colored(_ choice: ColorChoice) -> Console {
    var console = self
    let shown = (terminal?.showsOutput ?? false, terminal?.showsErrors ?? false)
    console.outputColors = choice.isColored(onTerminal: shown.0, environment) ? .ansi : .none
    console.errorColors = choice.isColored(onTerminal: shown.1, environment) ? .ansi : .none
    return console
  }
}

/// The options with a value that every command has.
struct CommonOptions: CommandOptions {
  let color: ColorChoice

  init(_ options: inout OptionReader) throws(UsageError) {
    color = try options.last(
      "color", "WHEN",
      "color reports for a person: auto (default; if a terminal shows them), always, never",
      .choice, or: .auto)
  }
}
