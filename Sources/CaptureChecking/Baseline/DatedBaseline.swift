import ContractModel
import JSONParsing
package import MappingEngine

/// A baseline on a given day: which groups it accepts, and which of its entries should be removed.
package struct DatedBaseline: Sendable {
  package let baseline: Baseline
  /// The day in UTC.
  package let day: CivilDate
  /// The file's name for the reader; not yet safe to display.
  package let file: String

  package init(_ baseline: Baseline, on day: CivilDate, file: String) {
    (self.baseline, self.day, self.file) = (baseline, day, file)
  }

  /// The baseline's judgement of a group that it lists.
  package enum Standing: Sendable, Equatable {
    /// The group does not fail the check.
    case accepted(Baseline.Entry)
    /// The group fails again, since the entry has expired.
    case expired(Baseline.Entry)
    /// The group fails again, since its share of the payloads is above the entry's limit.
    case grew(Baseline.Entry, PayloadShare)
  }

  /// Returns the judgement of a group; `nil`, if the baseline does not list it.
  ///
  /// - Parameter share: The group's share of the payloads; `nil`, if it is unknown.
  package func standing(of group: GroupIdentity, in share: PayloadShare? = nil) -> Standing? {
    baseline[group].map { entry in
      guard isInForce(entry) else { return .expired(entry) }
      guard let share, !entry.admits(share) else { return .accepted(entry) }
      return .grew(entry, share)
    }
  }

  /// The notice that entries accept any share of the payloads; `nil`, if no entry lacks a limit
  /// that it could have.
  package var notice: String? {
    let count = baseline.entries.count { $0.upTo == nil && $0.group.rule.hasShare }
    guard count > 0 else { return nil }
    let entries = counted(count, "entry accepts", "entries accept")
    return "the baseline \(displayed(file)): \(entries) "
      + "any share of the payloads; --write-baseline writes how many"
  }

  private func isInForce(_ entry: Baseline.Entry) -> Bool { day <= entry.expires }

  /// The groups that a check found, among those that a baseline may list.
  package struct Findings {
    package var found: Set<GroupIdentity>
    /// The groups' shares of the payloads, where they are known.
    package var shares: [GroupIdentity: PayloadShare] = [:]
    /// Whether the check would have found another group, if the capture had it.
    package var isChecked: (GroupIdentity) -> Bool

    package init(found: Set<GroupIdentity>, isChecked: @escaping (GroupIdentity) -> Bool) {
      (self.found, self.isChecked) = (found, isChecked)
    }
  }

  /// The entries that accept no group.
  package struct Review: Sendable, Equatable {
    /// Expired entries of groups that were found, and fail again.
    package var expired: [Baseline.Entry] = []
    /// Entries of groups that were checked and not found. They can be removed.
    package var stale: [Baseline.Entry] = []
    /// Entries of groups that the check could not have found.
    package var unchecked: [Baseline.Entry] = []
  }

  package func review(_ findings: Findings) -> Review {
    var review = Review()
    let met = Set(findings.found.compactMap { baseline[$0]?.group })
    for entry in baseline.entries {
      if met.contains(entry.group) {
        if !isInForce(entry) { review.expired.append(entry) }
      } else if findings.isChecked(entry.group) {
        review.stale.append(entry)
      } else {
        review.unchecked.append(entry)
      }
    }
    return review
  }

  // MARK: - Writing

  /// A rewritten baseline, with the numbers of its new and kept entries, and of the removed stale
  /// ones.
  package struct Renewal: Sendable {
    package var baseline: DatedBaseline
    package var newCount: Int
    package var keptCount: Int
    package var staleCount: Int
  }

  /// Returns a baseline that accepts the groups that fail.
  ///
  /// Entries that are in force or were not checked keep their reason and day; one without a share
  /// gets the current one. Entries that have expired, or whose groups grew, are renewed if their
  /// groups fail. Stale entries are removed.
  ///
  /// - Parameters:
  ///   - failing: The failing groups, with their numbers of violations.
  ///   - reason: Why the groups are accepted.
  ///   - expires: The last day on which the groups are accepted.
  package func renewed(
    accepting failing: [GroupIdentity: Int], _ findings: Findings, reason: String,
    expires: CivilDate
  ) -> Renewal {
    let stale = Set(review(findings).stale.map(\.group))
    let kept = kept(besides: stale, failing, findings)
    let keptGroups = Set(kept.map(\.group))
    let new = failing.filter { !keptGroups.contains($0.key) }.map { group, count in
      Baseline.Entry(
        group: group, reason: reason, expires: expires, count: count,
        upTo: findings.shares[group]?.step)
    }
    return Renewal(
      baseline: DatedBaseline(Baseline(kept + new), on: day, file: file), newCount: new.count,
      keptCount: kept.count, staleCount: stale.count)
  }

  /// Returns the entries that stay.
  private func kept(
    besides stale: Set<GroupIdentity>, _ failing: [GroupIdentity: Int], _ findings: Findings
  ) -> [Baseline.Entry] {
    baseline.entries.filter { !stale.contains($0.group) }.compactMap { entry in
      let share = findings.shares[entry.group]
      let isRenewed = failing[entry.group] != nil && !(isInForce(entry) && entry.admits(share))
      guard !isRenewed else { return nil }
      var entry = entry
      entry.upTo = entry.upTo ?? share?.step
      return entry
    }
  }
}

extension RuleID {
  /// Whether groups of the rule have a share of the payloads or records.
  fileprivate var hasShare: Bool { !isOfCapture || self == .unmatchedEndpoint }
}
