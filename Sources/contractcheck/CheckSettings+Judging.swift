import ContractModel
import Foundation
import Reporting
import Verification

// How what was found is judged.

extension CheckSettings {
  /// In which order, for a person.
  static let judging = """
    What fails: a violation counts as its contract, --unknown-keys and --rule say. What --baseline
    accepts does not fail until its last day. Of the rest, rules that are broken as seldom as
    --tolerate says are let pass. What is then at or above --fail-on fails the check, or records
    that --unmatched says it of; then --min-checked and --min-coverage are looked at, which a
    baseline does not change.
    """

  /// What ends the check before all is read.
  func limit(_ report: CheckReport) -> ViolationLimit? {
    let least = failingSeverity ?? .warning
    return options.value("max-violations").flatMap { Int($0) }.map { count in
      ViolationLimit(count) { found in
        found.severity >= least && report.standing(of: found)?.isAcceptance != true
      }
    }
  }

  func validateLimit() throws(UsageError) {
    guard let text = options.value("max-violations") else { return }
    guard let count = Int(text), count > 0 else {
      throw UsageError(
        message: "--max-violations is a number of 1 or more, not \(quoted(text))", hint: nil)
    }
    guard partial == nil else {
      throw UsageError(
        message: "--max-violations would end a part before its end, and --partial wants all of it",
        hint: nil)
    }
  }

  /// Whether something is at or above what the check fails on.
  func fails(_ report: CheckReport) -> Bool {
    guard let least = failingSeverity else { return false }
    let unmatched = options.value("unmatched").map(Self.unmatched) ?? .information
    if unmatched >= least, report.totals.unmatched.count > 0 { return true }
    return !failing(report).isEmpty
  }

  /// The groups that fail the check, with the numbers of their violations.
  func failing(_ report: CheckReport) -> [GroupIdentity: Int] {
    guard let least = failingSeverity else { return [:] }
    let tolerated = toleratedRules(report, least)
    return candidates(report, least).filter { !tolerated.contains($0.key.rule) }
      .reduce(into: [:]) { $0[$1.identity, default: 0] += $1.totals.count }
  }

  /// What the reports are told besides what was found.
  func style(_ report: CheckReport, _ console: Console) -> ReportStyle {
    var style = ReportStyle()
    (style.isQuiet, style.isVerbose) = (isQuiet, isVerbose)
    style.failing = failingSeverity
    style.colors = console.outputColors
    style.tolerated = failingSeverity.map { toleratedRules(report, $0) } ?? []
    style.source = SourceFolder(
      working: FileManager.default.currentDirectoryPath,
      root: console.environment["GITHUB_WORKSPACE"].flatMap { $0.hasPrefix("/") ? $0 : nil })
    return style
  }

  /// The least severity that fails; `nil`: nothing does.
  var failingSeverity: CheckOptions.Severity? {
    switch options.value("fail-on") ?? "error" {
    case "never": nil
    case "warning": .warning
    default: .error
    }
  }

  /// The groups that matter and that the baseline does not accept.
  private func candidates(
    _ report: CheckReport, _ least: CheckOptions.Severity
  ) -> [CheckReport.Group] {
    report.groups.filter { $0.totals.severity >= least && !$0.isAccepted }
  }

  /// The rules that are broken, but so seldom that it is let pass.
  private func toleratedRules(
    _ report: CheckReport, _ least: CheckOptions.Severity
  ) -> Set<RuleID> {
    let counts = Dictionary(grouping: candidates(report, least), by: { $0.key.rule })
      .mapValues { $0.reduce(0) { $0 + $1.totals.count } }
    let payloadCount = report.totals.payloadCount
    return Set(counts.filter { isTolerated($0.key, $0.value, payloadCount) }.keys)
  }

  private func isTolerated(_ rule: RuleID, _ count: Int, _ payloadCount: Int) -> Bool {
    options.values("tolerate").contains { text in
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, parts[0] == rule.rawValue else { return false }
      if parts[1].hasSuffix("%") {
        return Self.percentage(parts[1]).map { count * 100 <= $0 * payloadCount } ?? false
      }
      return Int(parts[1]).map { count <= $0 } ?? false
    }
  }
}
