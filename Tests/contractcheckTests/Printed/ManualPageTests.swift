import Foundation
import TestSupport
import Testing

@testable import contractcheck

@Suite("The manual page has everything of the table of commands")
struct ManualPageTests {
  private let page = CommandRun("man").output

  /// The visible lines: without macros, and with the escapes resolved.
  private var shown: [String] {
    page.split(separator: "\n").map { line in
      var text = String(line)
      for (escape, character) in [
        ("\\&", ""), ("\\-", "-"), ("\\(dq", "\""), ("\\(aq", "'"), ("\\(ga", "`"),
        ("\\(ha", "^"), ("\\(ti", "~"), ("\\[u2026]", "…"), ("\\e", "\\"),
      ] {
        text = text.replacing(escape, with: character)
      }
      return text
    }
  }

  @Test("Every command has a section, with its summary, its details and each of its options")
  func everything() throws {
    let sections = shown.split { $0.hasPrefix(".SS ") || $0.hasPrefix(".SH ") }.map {
      $0.joined(separator: " ")
    }
    for command in Command.all {
      let title = ".SS \"contractcheck \(command.name) [OPTION...] \(command.operands)"
      #expect(shown.count { $0 == "\(title.trimmingCharacters(in: .whitespaces))\"" } == 1)
      let details = command.details.joined(separator: " ").split { $0 == " " || $0 == "\n" }
      let body = try #require(
        sections.first {
          $0.hasPrefix(command.summary.prefix(1).uppercased() + command.summary.dropFirst() + ".")
        })
      let words = body.split(separator: " ").filter { ![".PP", ".nf", ".fi"].contains($0) }
      #expect(words.joined(separator: " ").contains(details.joined(separator: " ")))
      for option in command.options + Command.common {
        #expect(body.contains(".TP .B \"\(Help.synopsis(option))\" \(option.summary)"))
      }
    }
  }

  @Test("It has the sections that manual pages have, in their order")
  func sections() {
    let names = page.split(separator: "\n").filter { $0.hasPrefix(".SH") }
    #expect(
      names == [
        #".SH "NAME""#, #".SH "SYNOPSIS""#, #".SH "DESCRIPTION""#, #".SH "COMMANDS""#,
        #".SH "EXIT STATUS""#, #".SH "FILES""#, #".SH "ENVIRONMENT""#, #".SH "EXAMPLES""#,
      ])
    for code in ExitCode.allCases { #expect(shown.contains(code.meaning), "\(code)") }
    #expect(shown.contains(".B \".contractcheck.json\""))
  }

  @Test("Only macros and escapes have an effect in roff")
  func wellFormed() throws {
    let macros = ["TH", "SH", "SS", "PP", "TP", "B", "br", "nf", "fi"]
    for line in page.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      #expect(!line.hasPrefix("'") && !line.isEmpty)
      if line.hasPrefix(".") {
        let name = String(line.dropFirst().prefix { $0 != " " })
        #expect(macros.contains(name), "\(line)")
        let arguments = line.dropFirst(name.count + 1)
        #expect(arguments.isEmpty || arguments.wholeMatch(of: /( "[^"]*")+/) != nil, "\(line)")
      }
      let rest = line.replacing(/\\([&e\-]|\((dq|aq|ga|ha|ti)|\[u[0-9A-F]{4,6}\])/, with: "")
      #expect(!rest.contains("\\") && rest.utf8.allSatisfy { 0x20..<0x7f ~= $0 }, "\(line)")
      #expect(!rest.contains("-") && !rest.contains("'") && !rest.contains("`"), "\(line)")
    }
  }

  @Test("Texts that roff would interpret are escaped")
  func escapes() {
    var page = Roff()
    page.text(".SH x\n'br y\n \\fB-a \"b\" `c` ^~ …\n\n.")
    page.macro("B", "a \"b\" \\c .d")
    page.verbatim(".x\n  'y\n\n")
    #expect(
      page.lines == [
        #"\&.SH x \(aqbr y \efB\-a \(dqb\(dq \(gac\(ga \(ha\(ti \[u2026] ."#,
        #".B "a \(dqb\(dq \ec .d""#, ".PP", ".nf", #"\&.x"#, #"\&  \(aqy"#, #"\&"#, #"\&"#, ".fi",
      ])
  }

  @Test("A line that begins with a point after a line break is text")
  func wrapping() {
    var page = Roff()
    page.text(String(repeating: "a", count: 78) + " .SH x " + String(repeating: "b", count: 90))
    #expect(
      page.lines == [
        String(repeating: "a", count: 78), #"\&.SH x"#, String(repeating: "b", count: 90),
      ])
  }

  @Test("The program accepts the command lines of the examples")
  func examples() throws {
    for example in ManualPage.examples {
      let words = example.key.split(separator: "contractcheck ").last.map(String.init) ?? ""
      let list = words.replacing("'user: User'", with: "User").split(separator: " ").map(
        String.init)
      let command = try #require(Command.all.first { $0.name == list.first })
      _ = try Arguments(Array(list.dropFirst()), of: command)
    }
  }

  /// The commands on this machine that format manual pages.
  private static let installed = ["groff -man -ww -z", "mandoc -Tlint -W warning"].filter {
    Programs.has(String($0.prefix { $0 != " " }))
  }

  @Test("groff and mandoc, where they are installed, find nothing wrong", arguments: installed)
  func formatters(command: String) async throws {
    try await withFolder(["page.1": page]) { folder in
      // The page has no date, so that it does not change from day to day.
      let result = try await BuiltCommand.run(
        "\(command) '\(folder)/page.1' 2>&1 | grep -v 'missing date'",
        environment: ["PATH": Programs.path])
      #expect(result.output == "")
    }
  }
}
