package import CaptureChecking
package import ContractModel
import JSONParsing
package import MappingEngine

// Judging: which groups fail the check, and which are let pass.

/// The rules for failing a check.
package struct Judging: Sendable {
  /// The lowest severity that fails; `nil`: none fails.
  package var failing: Severity? = .error
  package var tolerances: [Tolerance] = []

  package init() {}
}

/// The limit that lets a group pass, and the share of payloads that break its rule.
package struct Tolerated: Sendable, Equatable {
  package var limit: Tolerance.Limit
  package var share: PayloadShare

  /// The remark on a group in reports: one line, safe to display.
  var text: String { "tolerated: in \(share) payloads, up to \(limit)" }
}

extension CheckReport {
  /// Returns the limits that let failing groups pass, by the groups' keys.
  ///
  /// The groups of a rule at an endpoint are judged together, by the payloads that break the rule.
  func toleratedGroups() -> [FindingKey: Tolerated] {
    guard let failing = judging.failing, !judging.tolerances.isEmpty else { return [:] }
    let rules = Set(judging.tolerances.map(\.rule))
    let candidates = check.totals.groups.filter { key, totals in
      rules.contains(key.rule) && severity(of: key, totals) >= failing
        && standing(of: key)?.isAcceptance != true
    }
    let kinds = Dictionary(grouping: candidates.keys) { FindingKey($0.endpoint, $0.rule) }
    var tolerated: [FindingKey: Tolerated] = [:]
    for (kind, keys) in kinds {
      guard let share = check.totals.share(of: keys),
        let tolerance = judging.tolerances.first(where: {
          $0.rule == kind.rule && $0.limit.admits(share)
        })
      else { continue }
      for key in keys { tolerated[key] = Tolerated(limit: tolerance.limit, share: share) }
    }
    return tolerated
  }

  /// Returns the severity of a group. For a group of the baseline that grew, it is at most that of
  /// the rule `grew`.
  func severity(
    of key: FindingKey, _ totals: CheckTotals.GroupTotals
  ) -> Severity {
    guard standing(of: key)?.kind == .grew else { return totals.severity }
    return min(totals.severity, check.options.severity(.grew, .error))
  }

  package func standing(of key: FindingKey) -> Baseline.Standing? {
    guard let baseline else { return nil }
    let growth = check.options.severity(.grew, .error)
    let share = growth > .information ? check.totals.share(of: key) : nil
    return baseline.standing(of: check.identity(of: key), in: share)
  }

  // MARK: - Violations

  /// Returns the remark on the limit that lets the group of a violation pass, or may let it pass if
  /// the group is not counted yet.
  func remark(on found: CheckViolation) -> String? {
    if let tolerated = tolerated[found.group] { return tolerated.text }
    return tolerance(for: found).map { "tolerated in up to \($0.limit) of the payloads" }
  }

  /// Returns the limit that may let a violation pass, if the violation is reported before all are
  /// counted.
  func tolerance(for found: CheckViolation) -> Tolerance? {
    guard !judging.tolerances.isEmpty, check.totals.violations[found.group] == nil,
      let failing = judging.failing, found.severity >= failing,
      standing(of: found.group)?.isAcceptance != true
    else { return nil }
    return judging.tolerances.first { $0.rule == found.violation.rule }
  }

  // MARK: - Verdicts

  /// The groups that can be judged only at the end: those that are tolerated or grew.
  package var judgedGroups: [Group] {
    groups.filter { $0.standing?.kind == .grew || $0.tolerated != nil }
  }

  /// Returns the judgement of a group as a last line of the report `short`.
  package func shortVerdict(on group: Group) -> String {
    let severity = group.tolerated == nil ? group.severity.rawValue : "note"
    return "(all payloads): \(severity): [\(group.verdictRule.rawValue)] at "
      + "\(group.place) of \(group.endpoint): \(group.mark)"
  }

  /// Returns the judgement of a group as a line of JSON.
  package func recordVerdict(on group: Group) -> String {
    JSONWriter.objectText { writer in
      writer.member("rule", group.verdictRule.rawValue)
      writer.member("severity", group.tolerated == nil ? group.severity.rawValue : "info")
      writer.member("input", "(all payloads)")
      writer.member("endpoint", group.endpoint)
      writer.member("path", "")
      writer.member("pointer", "")
      writer.members(["line": 1, "column": 1])
      writer.member("in", "input")
      writer.member("message", "\(group.rule.rawValue) at \(group.place): \(group.mark)")
      write(group.standing, to: &writer)
      write(group.tolerated, to: &writer)
    }
  }

  // MARK: - For programs

  func write(_ tolerated: Tolerated?, to writer: inout JSONWriter) {
    guard let tolerated else { return }
    writer.object("tolerated") { writer in
      writer.member("upTo", "\(tolerated.limit)".filter { $0 != " " })
      writer.members(["payloads": tolerated.share.part, "of": tolerated.share.whole])
    }
  }
}
