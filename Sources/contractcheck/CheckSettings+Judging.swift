import ContractModel
import Foundation
import JSONParsing
import Reporting
import Verification

// How what was found is judged.

extension CheckSettings {
  /// In which order, for a person.
  static let judging = """
    What fails: a violation counts as its contract, --unknown-keys and --rule say; unseen-key,
    unseen-case, never-captured and unmatched-endpoint are information until --rule raises them.
    What --baseline accepts does not fail until its last day, nor in more of the payloads than its
    upTo says; beyond that it grew, and fails. Of the rest, rules that are broken in as few payloads
    of an endpoint as --tolerate says are let pass there. What is then at or above --fail-on fails
    the check; then --min-checked, --min-coverage and --max-unmatched are looked at, which a
    baseline does not change, and whether any mapped key was seen at all.
    """

  /// What the figures are a share of, for a person.
  static let shares = """
    What a figure is a share of:
      12x in 12 of 60        violations; payloads of the endpoint that have one, of its payloads
      present 80 %, null 35 %
                             beside an endpoint: its objects of the type; beside a type: all of them
      --tolerate RULE=N%     payloads of an endpoint that may break the rule, at each endpoint; with
                             RULE=N, so many of its payloads
      upTo of a baseline     payloads of the endpoint that may still have it: more is grew, and fails
      --min-coverage N%      lines of the given contracts that were seen, those of endpoints without
                             payloads among them
      --max-unmatched N%     records that no endpoint describes, of all that were taken
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
  func fails(_ report: CheckReport) -> Bool { report.groups.contains(where: report.fails) }

  /// The groups that fail the check, with the numbers of their violations.
  func failing(_ report: CheckReport) -> [GroupIdentity: Int] {
    report.groups.filter(report.fails)
      .reduce(into: [:]) { $0[$1.identity, default: 0] += $1.totals.count }
  }

  /// What fails, and what is let pass.
  var judging: Judging {
    var judging = Judging()
    judging.failing = failingSeverity
    judging.tolerances = options.values("tolerate").compactMap { try? Self.tolerance($0) }
    return judging
  }

  /// What the reports are told besides what was found.
  func style(_ console: Console) -> ReportStyle {
    var style = ReportStyle()
    (style.isQuiet, style.isVerbose) = (isQuiet, isVerbose)
    style.failing = failingSeverity
    style.colors = console.outputColors
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

  // MARK: - Reading the options

  /// Reads `wrong-type=5%` or `wrong-type=3`.
  static func tolerance(_ text: String) throws(UsageError) -> Tolerance {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    let rule = try ruleID(parts.first ?? "")
    guard parts.count == 2, let limit = limit(parts[1]) else {
      throw UsageError(message: "--tolerate is RULE=N or RULE=N%, not \(quoted(text))", hint: nil)
    }
    guard !rule.isOfCapture else {
      throw UsageError(
        message: "--tolerate is of rules that payloads break, and \(rule.rawValue) is not",
        hint: hint(insteadOfTolerating: rule))
    }
    return Tolerance(rule, limit)
  }

  private static func hint(insteadOfTolerating rule: RuleID) -> String {
    switch rule {
    case .unmatchedEndpoint: "--max-unmatched says how many records may be unmatched"
    case .grew: "\"upTo\" in the baseline says in how many of the payloads a group is accepted"
    default: "--rule \(rule.rawValue)=info lets it pass"
    }
  }

  /// Reads `5%` or `3`.
  static func limit(_ text: String) -> Tolerance.Limit? {
    guard !text.hasSuffix("%") else { return percentage(text).map { .percent($0) } }
    return Int(text).flatMap { $0 >= 0 ? .count($0) : nil }
  }

  /// How many records may be unmatched; `nil`: any number.
  var maximumUnmatched: Tolerance.Limit? {
    options.value("max-unmatched").flatMap(Self.limit)
  }

  func validateJudging() throws(UsageError) {
    for text in options.values("tolerate") { _ = try Self.tolerance(text) }
    if let text = options.value("max-unmatched"), Self.limit(text) == nil {
      throw UsageError(message: "--max-unmatched is N or N%, not \(quoted(text))", hint: nil)
    }
    _ = try severities
  }

  /// What --rule and --unmatched make of rules.
  ///
  /// `--unmatched X` is `--rule unmatched-endpoint=X`: of both, the one that is given nearer to the
  /// person counts.
  var severities: [RuleID: CheckOptions.Severity] {
    get throws(UsageError) {
      var severities: [RuleID: CheckOptions.Severity] = [:]
      for text in options.values("rule") {
        let rule = try Self.rule(text)
        severities[rule.id] = rule.severity
      }
      guard let text = options.value("unmatched") else { return severities }
      let unmatched = Self.unmatched(text)
      guard let other = severities[.unmatchedEndpoint] else {
        severities[.unmatchedEndpoint] = unmatched
        return severities
      }
      let (layer, otherLayer) = (options.layer(of: "unmatched"), options.layer(of: "rule"))
      if layer == otherLayer, other != unmatched {
        throw UsageError(
          message: "--unmatched \(text) and --rule unmatched-endpoint=\(other.rawValue) differ",
          hint: "--unmatched is --rule unmatched-endpoint")
      }
      if layer > otherLayer { severities[.unmatchedEndpoint] = unmatched }
      return severities
    }
  }
}
