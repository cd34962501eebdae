import ContractModel
import JSONParsing
package import MappingEngine

/// Which groups a baseline accepts, and which of its entries should be removed.
extension Baseline {
  /// The baseline's judgement of a group that it lists.
  package struct Standing: Sendable {
    package enum Kind: String, Sendable {
      /// The group does not fail the check.
      case accepted
      /// The group fails again, since the entry has expired.
      case expired
      /// The group fails again, since its share of the payloads is above the entry's limit.
      case grew
    }

    package let kind: Kind
    package let entry: Entry
    /// The group's share of the payloads; `none`, if it is unknown.
    package let share: PayloadShare
  }

  /// Returns the judgement of a group; `nil`, if the baseline does not list it.
  ///
  /// - Parameter share: The group's share of the payloads; `nil`, if it is unknown.
  package func standing(of group: GroupIdentity, in share: PayloadShare? = nil) -> Standing? {
    self[group].map { entry in
      let kind: Standing.Kind =
        !isInForce(entry) ? .expired : entry.admits(share) ? .accepted : .grew
      return Standing(kind: kind, entry: entry, share: share ?? PayloadShare.none)
    }
  }

  /// A notice about entries without a limit, which accept any share of the payloads; `nil`, if each
  /// entry that may have a limit has one.
  package var notice: String? {
    let count = entries.count { $0.upTo == nil && $0.group.rule.hasShare }
    guard count > 0 else { return nil }
    let entries = counted(count, "entry accepts", "entries accept")
    return "the baseline \(displayed(file)): \(entries) "
      + "any share of the payloads; --write-baseline writes how many"
  }

  private func isInForce(_ entry: Entry) -> Bool { day <= entry.expires }

  /// The groups that a check found, among those that a baseline may list.
  package struct Findings {
    package var found: Set<GroupIdentity>
    /// The groups' shares of the payloads, where they are known.
    package var shares: [GroupIdentity: PayloadShare] = [:]
    /// Returns whether the check would have found a group, if the capture had it.
    package var isChecked: (GroupIdentity) -> Bool

    package init(found: Set<GroupIdentity>, isChecked: @escaping (GroupIdentity) -> Bool) {
      (self.found, self.isChecked) = (found, isChecked)
    }
  }

  /// The entries that accept no group.
  package struct Review: Sendable, Equatable {
    /// Expired entries of groups that were found, and fail again.
    package var expired: [Entry] = []
    /// Entries of groups that were checked and not found. They can be removed.
    package var stale: [Entry] = []
    /// Entries of groups that the check could not have found.
    package var unchecked: [Entry] = []
  }

  package func review(_ findings: Findings) -> Review {
    var review = Review()
    for entry in entries {
      if findings.found.contains(entry.group) {
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

  /// Returns a baseline that accepts the groups that fail, with the numbers of its new and kept
  /// entries, and of the removed stale ones.
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
  ) -> (baseline: Baseline, newCount: Int, keptCount: Int, staleCount: Int) {
    let stale = Set(review(findings).stale.map(\.group))
    let kept = entries.filter { !stale.contains($0.group) }.compactMap { entry -> Entry? in
      let share = findings.shares[entry.group]
      let isRenewed = failing[entry.group] != nil && !(isInForce(entry) && entry.admits(share))
      guard !isRenewed else { return nil }
      var entry = entry
      entry.upTo = entry.upTo ?? share?.step
      return entry
    }
    let keptGroups = Set(kept.map(\.group))
    let new = failing.filter { !keptGroups.contains($0.key) }.map { group, count in
      Entry(
        group: group, reason: reason, expires: expires, count: count,
        upTo: findings.shares[group]?.step)
    }
    return (Baseline(kept + new, on: day, file: file), new.count, kept.count, stale.count)
  }
}

extension RuleID {
  /// Whether groups of the rule have a share of the payloads or records.
  fileprivate var hasShare: Bool { !isOfCapture || self == .unmatchedEndpoint }
}
