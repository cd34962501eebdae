import Reporting

/// The texts of help, made from the table of commands.
enum Help {
  /// A description of the program, in a sentence without its end.
  static let summary =
    "contractcheck checks contracts between an app's mappers and the JSON they read"
  static let version = "contractcheck \(ToolVersion.text)"

  /// The text of `contractcheck --help`.
  static var overview: String {
    let width = Command.all.map(\.name.count).max() ?? 0
    let commands = Command.all.map { "  \(padded($0.name, width))  \($0.summary)" }
    let codes = ExitCode.allCases.map { "  \(padded("\($0.rawValue)", 3))  \($0.meaning)" }
    return """
      \(summary).

      usage: contractcheck COMMAND [OPTION...] [OPERAND...]

      commands:
      \(commands.joined(separator: "\n"))

      contractcheck COMMAND --help says more of a command; --version prints the version.

      exit codes:
      \(codes.joined(separator: "\n"))

      """
  }

  static func text(of command: Command) -> String {
    let options = (command.options + Command.common).map { (left: synopsis($0), $0.summary) }
    let width = options.map(\.left.count).max() ?? 0
    let lines = options.map { "  \(padded($0.left, width))  \($0.1)" }
    let details = command.details.map { "\n\($0)\n" }.joined()
    return """
      contractcheck \(command.name): \(command.summary)

      usage: contractcheck \(command.name) [OPTION...]\(command.operands.isEmpty ? "" : " ")\(command.operands)
      \(details)
      options:
      \(lines.joined(separator: "\n"))

      """
  }

  static func synopsis(_ option: OptionDeclaration) -> String {
    let short = option.short.map { "-\($0), " } ?? ""
    return "\(short)--\(option.name)" + (option.value.map { " \($0)" } ?? "")
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
