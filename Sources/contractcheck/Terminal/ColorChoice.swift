import Reporting

/// When texts for a person are colored: `--color`.
enum ColorChoice: String, CaseIterable {
  /// If a terminal shows them, unless the environment says otherwise.
  case auto
  case always, never

  /// The option of every command.
  static let option = Command.Option(
    name: "color", short: nil, value: "WHEN",
    summary: "color reports for a person: auto (default; if a terminal shows them), always, never",
    choices: allCases.map(\.rawValue))

  /// Whether a stream is colored.
  ///
  /// `NO_COLOR` (no-color.org) comes before `CLICOLOR_FORCE`, and both before what is known of the
  /// terminal.
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
  /// The console with the colors that are asked for.
  ///
  /// - Parameter choice: The value of `--color`; `nil`: what the environment says.
  func colored(_ choice: String?) throws(UsageError) -> Console {
    let text = choice ?? environment[LayeredOptions.variable(ColorChoice.option.name)] ?? ""
    let value = text.isEmpty ? ColorChoice.auto.rawValue : text
    try ColorChoice.option.admit(value)
    return colored(ColorChoice(rawValue: value) ?? .auto)
  }

  func colored(_ choice: ColorChoice) -> Console {
    var console = self
    let shown = (terminal?.showsOutput ?? false, terminal?.showsErrors ?? false)
    console.outputColors =
      choice.isColored(onTerminal: shown.0, environment) ? .ansi : .none
    console.errorColors = choice.isColored(onTerminal: shown.1, environment) ? .ansi : .none
    return console
  }
}
