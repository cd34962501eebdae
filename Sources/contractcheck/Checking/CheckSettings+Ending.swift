import CaptureChecking
import CaptureSources
import ContractReporting
import DiskReading
import Foundation
import JSONParsing
import Reporting

/// The end of a check of inputs or parts: its final reports, and the exit code.
extension CheckSettings {
  /// Renews the baseline, reports the unreadable parts of the inputs, writes the final reports, and
  /// reports each failure to write once.
  ///
  /// - Parameters:
  ///   - hasProblems: Whether an input was not found; other unreadable inputs are in the totals.
  ///   - includesLines: Whether reports with a line per violation are written, too.
  ///   - lines: The reports with a line per violation, if they were written before.
  func end(
    _ report: CheckReport, hasProblems: Bool, includesLines: Bool, lines: LineReports? = nil,
    _ failures: [WriteFailure], _ console: Console
  ) -> ExitCode {
    var (report, failures) = (report, failures)
    // A failure does not keep the other reports from being written. The last lines of line reports
    // depend on the renewed baseline.
    failures.note { () throws(WriteFailure) in try renewBaseline(of: &report, console) }
    lines?.appendLast(of: report)
    failures += lines?.close() ?? []
    if !reports.isEmpty {
      // Inputs that were not found were reported before anything was read.
      for text in report.unreadTexts { console.problem(text) }
      failures += ReportOutputs(outputs: reports, console: console).write(
        report, style(console), includesLines: includesLines)
    }
    for (index, failure) in failures.enumerated() where !failures[..<index].contains(failure) {
      console.problem("\(failure)")
    }
    if let code = Interruption.exitCode { return code }
    guard failures.isEmpty else { return .unreadableInput }
    // `merge` judges the totals of a part.
    return partial == nil ? exitCode(report, hasProblems: hasProblems, console) : .success
  }

  /// Accepts the failing groups in the file of --write-baseline, and judges by that file from then
  /// on. An incomplete check would drop entries that it did not check, so nothing is written then.
  private func renewBaseline(
    of report: inout CheckReport, _ console: Console
  ) throws(WriteFailure) {
    guard let file = writtenBaseline, let expires = expires else { return }
    guard report.isWhole else {
      return console.problem("\(displayed(file)) is not written: not all inputs were read")
    }
    guard
      let renewal = report.baseline?.renewed(
        accepting: failing(report), report.findings, reason: reason ?? "", expires: expires)
    else { return }
    try ReportFile(file).write(renewal.baseline.text)
    report.baseline = renewal.baseline
    let entries = counted(renewal.baseline.entries.count, "entry", "entries")
    console.error(
      "contractcheck: wrote \(displayed(file)): \(entries), "
        + "\(renewal.newCount) new, \(renewal.keptCount) kept, \(renewal.staleCount) stale left out"
    )
  }

  /// Returns the exit code. If several apply, unreadable inputs count first, then violations, then
  /// that nothing was checked.
  private func exitCode(_ report: CheckReport, hasProblems: Bool, _ console: Console) -> ExitCode {
    let totals = report.check.totals
    if hasProblems || totals.inputs.count > 0 { return .unreadableInput }
    if report.stop != nil, judging.failing != nil { return .violations }
    if fails(report) { return .violations }
    if totals.payloadCount < minimumChecked { return nothingChecked(totals, console) }
    guard let problem = shortfall(report) else { return .success }
    console.problem(problem)
    return .nothingChecked
  }

  /// Returns the reason why too little was checked; `nil` if enough was checked.
  private func shortfall(_ report: CheckReport) -> String? {
    // If no payload is required, no key of a payload is required either.
    if minimumChecked > 0, !report.check.hasJudged {
      return "no mapped key was seen in \(counted(report.check.totals.payloadCount, "payload")), "
        + "so nothing was checked"
    }
    if minimumCoverage > 0 {
      let keys = report.captured.keys
      if keys.captured * 100 < minimumCoverage * keys.count {
        return "\(keys.captured) of \(keys.count) lines of the contracts were seen, "
          + "which is less than \(minimumCoverage) %"
      }
    }
    let unmatched = report.check.totals.unmatchedShare
    if let limit = maximumUnmatched, !limit.admits(unmatched) {
      return "\(unmatched) records are described by no endpoint, "
        + "which is more than \(limit)"
    }
    return nil
  }

  private func nothingChecked(_ totals: CheckTotals, _ console: Console) -> ExitCode {
    console.problem(
      "checked \(counted(totals.payloadCount, "payload")), "
        + "at least \(minimumChecked) expected")
    let hasBare = totals.unmatched.groups.contains { $0.nearest == nil }
    if totals.payloadCount == 0, hasBare {
      console.error("  hint: --as says what bare bodies are, such as --as \"[User]\"")
    }
    return .nothingChecked
  }
}

extension [WriteFailure] {
  /// Notes why something cannot be written.
  mutating func note(_ write: () throws(WriteFailure) -> Void) {
    do throws(WriteFailure) {
      try write()
    } catch {
      append(error)
    }
  }
}
