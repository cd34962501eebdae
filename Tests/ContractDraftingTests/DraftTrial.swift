import CaptureChecking
import CaptureSources
import ContractDrafting
import ContractModel
import Generation
import MappingEngine
import TestSupport
import Testing

/// Captures that a contract is drafted from, and that are checked against the draft.
struct DraftTrial {
  let files: [String]

  /// Summarizes files.
  ///
  /// - Parameter segmentByteCount: The size of the segments that workers claim, in bytes.
  func summary(
    segmentByteCount: Int = CapturePlan.standardSegmentByteCount, jobCount: Int = 1
  ) -> CaptureSummary {
    var reading = CaptureReading(
      CapturePlan(
        files.map { CaptureInput(file: $0) }, format: .auto, segmentByteCount: segmentByteCount))
    reading.jobCount = jobCount
    return CaptureSummary(of: reading)
  }

  var drafts: [ContractDraft] { ContractDraft.all(of: summary()) }

  /// Checks the files against drafts.
  ///
  /// - Returns: The numbers of checked and of rejected payloads, the problems as texts, and the
  ///   keys that no line reads.
  func check(
    against drafts: [ContractDraft]
  ) throws -> (payloadCount: Int, refusedCount: Int, problems: [String], unread: [String]) {
    let contracts = try drafts.map { draft in
      try Contract(at: "draft.contract.json", files: OneContract(draft.text))
    }
    var options = CheckOptions()
    for (number, draft) in drafts.enumerated() {
      for (pattern, type) in draft.bodyTypes {
        let target = CheckOptions.NamedTarget(
          contract: number, target: MappingTarget(try TargetText(type).target))
        options.inputRules.append(
          CheckOptions.InputRule(pattern: Glob("**/" + pattern), meaning: .target(target)))
      }
    }
    let plan = CapturePlan(files.map { CaptureInput(file: $0) }, format: .auto)
    var check = CheckWorkers(CaptureReading(plan)).run(CaptureCheck(contracts, options: options))
      .check
    check.finish()
    let totals = check.totals
    return (
      totals.payloadCount, totals.endpoints.reduce(0) { $0 + $1.totals.refusedCount },
      totals.groupKeys.map { "\($0.rule.rawValue) \(totals.groups[$0]?.count ?? 0)×" },
      contracts.indices.compactMap { check.tally(ofContract: $0) }.flatMap { tally in
        tally.unmappedKeys.map { "\($0)" }
      }
    )
  }

  /// Runs a test over files.
  static func with(_ files: [String: String], _ body: (DraftTrial) throws -> Void) throws {
    try withFolder(files) { folder in
      try body(DraftTrial(files: files.keys.sorted().map { "\(folder)/\($0)" }))
    }
  }

  /// Returns a line of an exchange with a body.
  static func line(
    _ path: String, _ body: String, method: String = "GET", status: Int = 200
  ) -> String {
    #"{"method": "\#(method)", "url": "https://a.example\#(path)", "status": \#(status), "#
      + #""body": \#(body)}"#
  }
}
