import ContractModel
import Foundation
import Generation
import JSONParsing
import MappingEngine
import Reporting
import TestSupport
import Testing

@testable import contractcheck

@Suite("Guides are complete")
struct GuideCompletenessTests {
  private let rules = Guide.named("MappingRules").text

  @Test("Each rule number that code or an example cites exists")
  func numbers() throws {
    var cited: Set<Substring> = []
    let folders = [("Sources", /§ ([0-9]+b?)/), ("Fixtures/mapping", /\[([1-9][0-9]*b?)\]/)]
    for (folder, pattern) in folders {
      let root = PackageFolder.root.appending(path: folder)
      for name in try FileManager.default.subpathsOfDirectory(atPath: root.path)
      where name.hasSuffix(".swift") || name.hasSuffix(".json") {
        let text = try String(contentsOf: root.appending(path: name), encoding: .utf8)
        for line in text.split(separator: "\n")
        where line.contains("§ ") || line.contains(#""name""#) {
          cited.formUnion(line.matches(of: pattern).map(\.1))
        }
      }
    }
    #expect(cited.count > 20)
    let missing = cited.filter { !rules.contains("\n**\($0).** ") }.sorted()
    #expect(missing == [])
  }

  @Test("The guide names each event, and each rule with its severity")
  func events() throws {
    let names = MappingEventName.allCases.map(\.rawValue)
    #expect(names.filter { !rules.contains("`\($0)`") } == [])
    let rows = rules.split(separator: "\n").filter { $0.hasPrefix("| ") }
    for rule in RuleID.allCases {
      let row = rows.last { $0.contains("`\(rule.rawValue)`") }
      let severity =
        switch rule.traits.severity {
        case .error, .errorAtRoots: "| error |"
        case .warning: "| warning |"
        case .information: "| information,"
        case .warningIfItMatters: "| warning if it makes a difference"
        case .asTheContractSays: "| as the contract says |"
        }
      #expect(
        row?.hasPrefix(severity) == true,
        "MappingRules.md, Verdicts: no row \"\(severity)\" has `\(rule.rawValue)`")
    }
  }

  @Test("The guide has a row for each fault class")
  func faults() {
    let guide = Guide.named("FaultClasses").text
    let rows = guide.split(separator: "\n").filter { $0.hasPrefix("| `") }
    let classes = FaultClass.allCases.map(\.rawValue)
    #expect(classes.filter { name in !rows.contains { $0.contains("`\(name)`") } } == [])
  }

  @Test("Guide and schema explain each word of a contract")
  func words() throws {
    let schema = try JSONDocument(parsing: Array(ContractSchema.text.utf8))
    var words: [String: Bool] = [:]
    func visit(_ value: JSONValue) {
      for member in value.members {
        if member.name.text == "properties" {
          for property in member.value.members {
            let isDescribed = property.value["description"] != nil
            words[property.name.text] = (words[property.name.text] ?? true) && isDescribed
          }
        }
        visit(member.value)
      }
      for element in value.elements { visit(element) }
    }
    visit(schema.root)
    #expect(words.count > 40)
    #expect(words.filter { !$0.value }.keys.sorted() == [])
    let guide = Guide.named("ContractFormat").text
    let unnamed = words.keys.filter { !guide.contains("\"\($0)\"") && !guide.contains("`\($0)`") }
    #expect(unnamed.sorted() == [])
  }

  @Test("The guide has a row for each report and exit code")
  func reports() {
    let guide = Guide.named("ContinuousIntegration").text
    let rows = guide.split(separator: "\n").filter { $0.hasPrefix("| ") }
    for reporter in CheckReporter.all {
      #expect(
        rows.contains { $0.contains("`\(reporter.name)`") },
        "ContinuousIntegration.md, Reports: no row has `\(reporter.name)`")
    }
    for code in ExitCode.allCases {
      #expect(
        rows.contains { row in
          row.split(separator: "|")[0].split(whereSeparator: { !$0.isNumber })
            .contains(Substring("\(code.rawValue)"))
        }, "\(code)")
    }
  }

  @Test("Each command is in a guide")
  func commands() {
    let texts = Guide.all.map(\.text)
    for command in Command.all {
      #expect(
        texts.contains { $0.contains("`\(command.name)") || $0.contains(" \(command.name) ") },
        "\(command.name)")
    }
  }

  @Test("README and the table of contents list each guide")
  func contents() throws {
    let readme = try #require(Guide.all.first).text
    let contents = Guide.named("ContractTesting").text
    for guide in Guide.all.dropFirst() where !guide.path.hasSuffix("/ContractTesting.md") {
      let name = guide.path.dropFirst(Guide.folder.count + 1).dropLast(3)
      #expect(readme.contains("](\(guide.path))"), "\(name)")
      #expect(contents.contains("- <doc:\(name)>"), "\(name)")
    }
  }

  @Test("README has at most 200 lines")
  func length() throws {
    let lines = try #require(Guide.all.first).text.components(separatedBy: "\n")
    #expect(lines.count <= 201)
  }

  @Test(
    "README shows a failure, its commands and how to add the package by line 36",
    arguments: [
      "↳ Avatar reads an absent or null file_url as \"\"",
      "swift run contractcheck check Fixtures/captures -c Contracts", "swift test",
      #"dependencies: [.package(name: "ContractCheck", path: "../ContractCheck")],"#,
    ])
  func firstScreen(line: String) throws {
    let lines = try #require(Guide.all.first).text.components(separatedBy: "\n")
    #expect(lines.prefix(36).contains(line))
  }

  @Test("README shows a failure that a guide shows and that CI expects")
  func failure() throws {
    let readme = try #require(Guide.all.first?.blocks.first).lines
    let guides = Guide.named("GettingStarted").blocks.map(\.lines)
    #expect(readme.first?.hasPrefix("↳ ") == true && guides.contains(readme))
    let expected = try String(
      contentsOf: PackageFolder.root.appending(path: ".ci/consumer"), encoding: .utf8)
    #expect(expected.contains(readme.prefix(6).joined(separator: "\n")))
  }
}
