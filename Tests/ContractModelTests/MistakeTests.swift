import ContractModel
import ContractReporting
import Foundation
import JSONParsing
import TestSupport
import Testing

@Suite("Every error of a contract is reported with its position and a remedy")
struct MistakeTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    var report: String

    var testDescription: String { name }
  }

  @Test("Each faulty contract has its reviewed report", arguments: try samples())
  func report(sample: Sample) {
    let set = ContractSet(text: sample.text, others: Self.others)
    let report = LintReport(set, style: .human).text
    // The last line is the summary.
    let mistakes = report.split(separator: "\n", omittingEmptySubsequences: false).dropLast(2)
    #expect(mistakes.joined(separator: "\n") + "\n" == sample.report)
  }

  @Test("At least 80 faulty contracts exist, and each has an error")
  func sampleCount() throws {
    let samples = try Self.samples()
    #expect(samples.count >= 80)
    #expect(samples.filter { !$0.report.contains(": ") }.map(\.name) == [])
  }

  private static let others = [
    "common.contract.json":
      #"{ "contract": 1, "mappings": { "Common": { "map": { "id": "id: Int" } } } }"# + "\n",
    "broken.contract.json":
      #"{ "contract": 1, "mappings": { "Broken": { "map": { "id": "id: Itn" } } } }"# + "\n",
    "circle.contract.json": #"{ "contract": 1, "include": ["main.contract.json"] }"# + "\n",
  ]

  /// The samples of `Fixtures/lint/mistakes.txt`: a line `=== name`, the contract, a line `--->`,
  /// the report.
  static func samples() throws -> [Sample] {
    let url = PackageFolder.fixtures.appending(path: "lint/mistakes.txt")
    let text = try String(contentsOf: url, encoding: .utf8)
    return text.components(separatedBy: "=== ").dropFirst().map { section in
      let name = section.prefix { $0 != "\n" }
      let parts = section.dropFirst(name.count + 1).components(separatedBy: "--->\n")
      return Sample(name: String(name), text: parts[0], report: parts[1])
    }
  }

  @Test("An error in one line hides no others, and each is reported once")
  func completeness() {
    let lines = (0..<50).map { #""k\#($0)": "p\#($0): Strng""# }.joined(separator: ", ")
    let set = ContractSet(
      text: #"{ "contract": 1, "mappings": { "A": { "map": { \#(lines) } } } }"#)
    #expect(set.errors.count == 50)
    #expect(Set(set.errors.map(\.position.column)).count == 50)
  }

  @Test("A warning alone leaves a contract usable, an error does not")
  func usability() throws {
    let warned =
      #"{ "contract": 1, "endpoints": { "GET /a": "Int" }, "mappings": { "A": { "map": { "a": "Int" } } } }"#
    let set = ContractSet(text: warned)
    #expect(set.errors.map(\.severity) == [.warning])
    #expect(set.isUsable)
    #expect(try Contract(text: warned).mappings.count == 1)
    let errors = #expect(throws: ContractErrors.self) { try Contract(map: #""a": "Itn""#) }
    #expect(
      errors?.description
        == #"main.contract.json:1:54: error: unknown type "Itn"; did you mean "Int"?"#)
  }

  @Test(
    "Two cases with a common key overlap, unless no payload matches both",
    arguments: [
      (#""kind": { "size": "string" }"#, #""when": { "kind": "a", "size": 1 }"#, false),
      (#""kind": { "size": "number" }"#, #""when": { "kind": "a", "size": 1 }"#, true),
      (
        #""kind": { "size": "string" }"#, #""kind": { "colour": "string", "size": "number" }"#,
        false
      ),
      (#""kind": { "size": "string" }"#, #""kind": { "colour": "string" }"#, true),
    ])
  func overlap(first: String, second: String, overlaps: Bool) {
    let cases = [first, second].enumerated().map { number, conditions in
      let shared = conditions.contains("when") ? "" : #""when": { "kind": "a" }, "#
      return "{ \(shared)\(conditions), \"use\": { \"k\(number)?\": \"Int\" } }"
    }
    let set = ContractSet(
      text: """
        { "contract": 1, "endpoints": { "GET /a": "A" }, "mappings": { "A": { "map": { "id": "Int" },
          "cases": [\(cases.joined(separator: ", "))] } } }
        """)
    #expect(set.isUsable)
    #expect(set.errors.contains { $0.message.contains("which then wins") } == overlaps)
  }

  @Test(
    "A case that requires a value which the line admits is no error",
    arguments: [
      ("strict", "Int(string)"), ("strict", "'1' | String"), ("strict", "Any"),
      ("strict", "Int | String"), ("lenient", "Int"),
    ])
  func takenCase(coercion: String, type: String) {
    let set = ContractSet(
      text: """
        { "contract": 1, "coercion": "\(coercion)", "endpoints": { "GET /a": "A" }, "mappings": {
          "A": { "map": { "kind": "\(type)" }, "switch": "kind", "cases": { "1": { "n": "Int" } } } } }
        """)
    #expect(set.errors.isEmpty)
  }

  @Test("A misspelt type is reported once, without consequential errors")
  func unknownType() {
    let set = ContractSet(
      text: #"""
        { "contract": 1, "mappings": {
          "A": { "identifiedBy": "id", "map": { "id": "Itn 1...9", "name": "Strng length 2...4" } },
          "B": { "identifiedBy": "a", "map": { "a": "A", "n": "Int length 1" } } } }
        """#)
    #expect(
      set.errors.map(\.message) == [
        "unknown type \"Itn\"", "unknown type \"Strng\"", "an identity is a scalar, not A",
        "length is for texts, not Int",
      ])
  }
}
