import CaptureChecking
import CaptureSources
import ContractModel
import Foundation
import Generation
import MappingEngine
import TestSupport
import Testing

@testable import ContractDrafting

/// A contract, and captures that it is updated to.
struct UpdateTrial {
  var contract: String
  /// Lines of NDJSON.
  var lines: [String]

  /// Creates a contract of the event `e` whose data are objects with some lines, and such data.
  init(_ map: [String], _ data: [String]) {
    contract = Self.contract(map)
    lines = data.map { #"{"event": "e", "data": \#($0)}"# }
  }

  init(contract: String, lines: [String]) { (self.contract, self.lines) = (contract, lines) }

  static func contract(_ map: [String]) -> String {
    let lines = map.map { "        \($0)\n" }.joined()
    return """
      {
        "contract": 1,
        "endpoints": { "event e": "M" },
        "mappings": {
          "M": {
            "map": {
      \(lines)      }
          },
          "P": { "map": { "p?": "Int" } }
        }
      }

      """
  }

  func update(
    _ changes: ContractUpdate.Changes = [],
    segmentByteCount: Int = CapturePlan.standardSegmentByteCount,
    jobCount: Int = 1
  ) throws -> ContractUpdate {
    let contract = try OneContract.contract(contract)
    var made: ContractUpdate?
    try withFolder(["x.ndjson": lines.map { $0 + "\n" }.joined()]) { folder in
      var reading = CaptureReading(
        CapturePlan(
          [CaptureInput(file: folder + "/x.ndjson")], format: .auto,
          segmentByteCount: segmentByteCount))
      reading.jobCount = jobCount
      let evidence = UpdateEvidence.of(
        contract, options: CheckOptions(), for: changes, in: reading)
      made = try ContractUpdate(of: Array(self.contract.utf8), by: evidence) {
        (try? Contract(at: "a.contract.json", files: OneContract(bytes: $0))) != nil
      }
    }
    return try #require(made)
  }

  /// Returns the trial with the proposed contract.
  func updated(_ changes: ContractUpdate.Changes = []) throws -> UpdateTrial {
    let text = String(decoding: try update(changes).text, as: UTF8.self)
    return UpdateTrial(contract: text, lines: lines)
  }

  /// Returns the new lines, without their indentation.
  func newLines(_ changes: ContractUpdate.Changes = []) throws -> [String] {
    try update(changes).diff(path: "a").split(separator: "\n").dropFirst(2)
      .filter { $0.hasPrefix("+") }
      .map { String($0.dropFirst().drop { $0 == " " }) }
  }

  /// Returns the new lines, with each run of spaces as one space.
  func newWords(_ changes: ContractUpdate.Changes = []) throws -> [String] {
    try newLines(changes).map { $0.split(separator: " ").joined(separator: " ") }
  }

  /// The violations that no edit repairs, as texts.
  var remainders: [String] {
    get throws { try update().remainders.map(\.message) }
  }

  /// Returns the violations of the lines, by rule.
  func problems() throws -> [RuleID: Int] {
    var problems: [RuleID: Int] = [:]
    try withFolder(["x.ndjson": lines.map { $0 + "\n" }.joined()]) { folder in
      let plan = CapturePlan([CaptureInput(file: folder + "/x.ndjson")], format: .auto)
      let contract = try OneContract.contract(contract)
      let totals = CheckWorkers(CaptureReading(plan)).run(
        CaptureCheck([contract], options: CheckOptions())
      ).check
        .totals
      for (key, group) in totals.groups { problems[key.rule, default: 0] += group.count }
    }
    return problems
  }
}
