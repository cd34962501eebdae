import CaptureChecking
import CaptureSources
import ContractModel
import Generation
import JSONParsing
import Reporting
import TestSupport

/// A capture that is checked in parts.
struct CheckTrial {
  let plan: CapturePlan
  let set: ContractSet
  let empty: CaptureCheck

  /// - Parameter segmentByteCount: The size of the parts of a file, in bytes.
  init(
    _ files: [String], segmentByteCount: Int, share: CaptureShare = .all,
    options: CheckOptions = CheckOptions()
  ) {
    plan = CapturePlan(
      files.map { CaptureInput(file: $0) }, format: .exchanges, share: share,
      segmentByteCount: segmentByteCount)
    set = ContractSet(paths: ["a.contract.json"], files: OneContract(RandomCapture.contract))
    precondition(set.isUsable, "\(set.errors)")
    empty = CaptureCheck(set.contracts, options: options)
  }

  /// Checks one item of the plan alone.
  func check(_ item: CaptureItem) -> CaptureCheck {
    var (check, reader) = (empty, CaptureReader(format: .exchanges))
    reader.readsRequests = true
    check.begin(ItemPlace(item))
    let outcome = reader.read(item) { check.check($0, $1) }
    check.totals.inputs.note(outcome, of: item)
    return check
  }

  var header: PartHeader { PartHeader(of: plan, share: nil) }

  /// Returns the counts of a check, as the text of a part.
  func text(_ check: CaptureCheck) -> String {
    String(decoding: check.part(header), as: UTF8.self)
  }

  /// Returns the reports of a check that has read all records.
  func report(_ check: CaptureCheck) -> String {
    var check = check
    check.finish()
    let report = CheckReport(
      check, inputCount: plan.inputs.count, showsValues: true, of: set)
    let problems = check.totals.inputs.problems.map(\.description)
    var style = ReportStyle()
    style.isVerbose = true
    return report.text(style) + report.json + problems.joined(separator: "\n")
  }

  func merged(_ checks: some Sequence<CaptureCheck>) -> CaptureCheck {
    checks.reduce(into: empty) { $0.merge($1) }
  }
}
