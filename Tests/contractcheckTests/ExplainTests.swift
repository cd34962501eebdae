import ContractModel
import Foundation
import TestSupport
import Testing

@testable import contractcheck

@Suite("explain describes a rule")
struct ExplainTests {
  @Test(
    "The example of each rule breaks only that rule, and each remedy repairs it",
    arguments: RuleID.allCases)
  func example(rule: RuleID) throws {
    let example = RuleExample(rule)
    #expect(!example.ways.isEmpty)
    guard !example.records.isEmpty else { return }
    #expect(try errors(rule, example, example.contract) == [rule.rawValue])
    for contract in example.ways.compactMap(\.contract) {
      #expect(try errors(rule, example, contract) == [], "\(contract)")
    }
  }

  /// Returns the rules that the records of an example break, with a changed part of the contract.
  private func errors(
    _ rule: RuleID, _ example: RuleExample, _ contract: String
  ) throws -> Set<String> {
    let records = example.records.map { $0 + "\n" }.joined()
    let contract = example.wholeContract(with: contract)
    var errors: Set<String> = []
    try withFolder(["a.contract.json": contract, "x.ndjson": records]) { folder in
      let target = example.place == .endpoints ? [] : ["--as", "User"]
      let run = CommandRun(
        [
          "check", folder + "/x.ndjson", "-c", folder, "--report", "json", "--rule",
          "\(rule.rawValue)=error",
        ]
          + target)
      let report = try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
      errors = Set(report.groups.filter { $0.severity == "error" }.map(\.rule))
    }
    return errors
  }

  private struct Report: Decodable {
    struct Group: Decodable {
      var rule: String
      var severity: String
    }
    var groups: [Group]
  }

  @Test("The text has a line, a payload, remedies and the severity")
  func text() {
    #expect(
      CommandRun(["explain", "missing-key"]).output == """
        missing-key (error): a key path that has to be there is not

          contract  "id": "Int", "name": "String"
          payload   {"id":1}

        What may be changed:
          - "id": "Int", "name?": "String?"  if the app does without it
          - the server, if it has to be there; and the app, if it breaks

        --rule missing-key=off, info, warning or error changes how it counts.

        """)
    #expect(
      CommandRun(["explain", "too-deep"]).output == """
        too-deep (error): a body that nests deeper than --max-depth, or that lines lead more than 10,000 deep into

        What may be changed:
          - --max-depth, if so deep a body is right
          - the server, if not

        --rule too-deep=off, info, warning or error changes how it counts.

        """)
  }

  @Test("Without a rule, all are listed; an unknown name is an error")
  func all() {
    #expect(CommandRun("explain").output.split(separator: "\n").count == 42)
    #expect(CommandRun("explain", "nocase").exitCode == .usage)
  }
}
