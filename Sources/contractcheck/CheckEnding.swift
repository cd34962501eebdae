import CaptureSources
import Foundation
import JSONParsing
import Reporting
import Verification

/// How a check ends, of inputs or of parts: the reports that are written at the end, and the exit
/// code.
struct CheckEnding {
  private let settings: CheckSettings
  private let console: Console

  init(_ settings: CheckSettings, _ console: Console) {
    (self.settings, self.console) = (settings, console)
  }

  /// Writes the reports that are written at the end.
  ///
  /// - Parameters:
  ///   - problems: What could not be read.
  ///   - includesLines: Whether those of a line a violation are, too.
  func write(
    _ report: CheckReport, problems: [CaptureProblem], includesLines: Bool = false
  ) throws {
    for problem in problems { console.problem("\(problem)") }
    try ReportOutputs(settings.reports, console).write(
      report, settings.style(report.totals, console), includesLines: includesLines)
  }

  /// If several apply: what could not be read, then violations, then that nothing was checked.
  ///
  /// - Parameter hasProblems: Whether something was not found; what could not be read is in the
  ///   totals.
  func exitCode(_ report: CheckReport, hasProblems: Bool) -> ExitCode {
    let totals = report.totals
    if hasProblems || totals.problems.count > 0 { return .unreadableInput }
    if settings.fails(report, totals) { return .violations }
    if totals.payloadCount < settings.minimumChecked { return nothingChecked(totals) }
    if report.coverage.seen * 100 < settings.minimumCoverage * report.coverage.count {
      console.problem(
        "\(report.coverage.seen) of \(report.coverage.count) mapped keys were seen, "
          + "which is less than \(settings.minimumCoverage) %")
      return .nothingChecked
    }
    return .success
  }

  private func nothingChecked(_ totals: CheckTotals) -> ExitCode {
    console.problem(
      "checked \(counted(totals.payloadCount, "payload")), "
        + "at least \(settings.minimumChecked) expected")
    let hasBare = totals.unmatched.groups.contains { $0.nearest == nil }
    if totals.payloadCount == 0, hasBare {
      console.error("  hint: --as says what bare bodies are, such as --as \"[User]\"")
    }
    return .nothingChecked
  }
}
