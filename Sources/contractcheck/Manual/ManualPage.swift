import CaptureChecking
import ContractModel

/// The manual page, made from the table of commands.
enum ManualPage {
  static var text: String {
    var page = Roff()
    page.macro("TH", "CONTRACTCHECK", "1", "", Help.version, "User Commands")
    page.macro("SH", "NAME")
    page.text("contractcheck - check contracts between mappers and the JSON they read")
    writeSynopsis(to: &page)
    page.macro("SH", "DESCRIPTION")
    page.text(Help.summary + ".")
    page.macro("PP")
    page.text(description)
    page.macro("SH", "COMMANDS")
    for command in Command.all { write(command, to: &page) }
    write("EXIT STATUS", ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) }, to: &page)
    write("FILES", files, to: &page)
    write("ENVIRONMENT", variables, to: &page)
    write("EXAMPLES", examples, to: &page)
    return page.lines.joined(separator: "\n") + "\n"
  }

  // MARK: - Sections

  private static func writeSynopsis(to page: inout Roff) {
    page.macro("SH", "SYNOPSIS")
    for (index, command) in Command.all.enumerated() {
      if index > 0 { page.macro("br") }
      page.macro("B", "contractcheck \(command.name)")
      page.text("[OPTION...] \(command.operands)")
    }
    page.macro("br")
    page.macro("B", "contractcheck --help")
    page.text("| --version")
  }

  private static func write(_ command: Command, to page: inout Roff) {
    page.macro("SS", command.usage)
    page.text("\(command.summary.prefix(1).uppercased())\(command.summary.dropFirst()).")
    for paragraph in command.details {
      if paragraph.contains("\n ") {
        page.verbatim(paragraph)
      } else {
        page.macro("PP")
        page.text(paragraph)
      }
    }
    for option in command.options + Command.common {
      page.item(Help.synopsis(option), option.summary)
    }
  }

  private static func write(
    _ title: String, _ entries: some Sequence<(key: String, value: String)>, to page: inout Roff
  ) {
    page.macro("SH", title)
    for (name, meaning) in entries { page.item(name, meaning) }
  }
}
