import Reporting

/// The texts of help, made from the table of commands.
enum Help {
  /// A description of the program, in a sentence without its end.
  static let summary =
    "contractcheck checks contracts between an app's mappers and the JSON they read"
  static let version = "contractcheck \(ToolVersion.text)"

  /// The text of `contractcheck --help`.
  static var overview: String {
    let commands = aligned(Command.all.map { [$0.name, $0.summary] })
    let codes = aligned(ExitCode.allCases.map { ["\($0.rawValue)", $0.meaning] })
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
    let lines = aligned((command.options + Command.common).map { [synopsis($0), $0.summary] })
    let details = command.details.map { "\n\($0)\n" }.joined()
    return """
      contractcheck \(command.name): \(command.summary)

      usage: \(command.usage)
      \(details)
      options:
      \(lines.joined(separator: "\n"))

      """
  }

  static func synopsis(_ option: OptionDeclaration) -> String {
    let short = option.short.map { "-\($0), " } ?? ""
    return "\(short)--\(option.name)" + (option.value.map { " \($0)" } ?? "")
  }
}
