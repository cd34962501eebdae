import ContractModel
import JSONParsing
package import MappingEngine

/// A baseline on a day: which groups it accepts then, and which of its entries are to be removed.
package struct DatedBaseline: Sendable {
  package let baseline: Baseline
  /// The day in UTC.
  package let day: CivilDate
  /// How the file is named to the reader; not yet safe to display.
  package let file: String

  package init(_ baseline: Baseline, on day: CivilDate, file: String) {
    (self.baseline, self.day, self.file) = (baseline, day, file)
  }

  /// The baseline's judgement of a group that it has.
  package enum Standing: Sendable, Equatable {
    /// It does not fail the check.
    case accepted(Baseline.Entry)
    /// It fails again: the entry's last day is over.
    case expired(Baseline.Entry)
    /// It fails again: more of the payloads have it than the entry accepts.
    case grew(Baseline.Entry, PayloadShare)
  }

  /// Returns the judgement of a group; `nil`, if the baseline does not have it.
  ///
  /// - Parameter share: In how many of the payloads it is; `nil`, if nobody knows.
  package func standing(of group: GroupIdentity, in share: PayloadShare? = nil) -> Standing? {
    baseline[group].map { entry in
      guard isInForce(entry) else { return .expired(entry) }
      guard let share, !entry.admits(share) else { return .accepted(entry) }
      return .grew(entry, share)
    }
  }

  /// That entries accept any share of the payloads; `nil`, if none does that could say one.
  package var notice: String? {
    let count = baseline.entries.count { $0.upTo == nil && $0.group.rule.hasShare }
    guard count > 0 else { return nil }
    let entries = counted(count, "entry accepts", "entries accept")
    let version = baseline.isOld ? " is of version 1" : ""
    return "the baseline \(displayed(file))\(version): \(entries) "
      + "any share of the payloads; --write-baseline writes how many"
  }

  private func isInForce(_ entry: Baseline.Entry) -> Bool { day <= entry.expires }

  /// The groups that a check found, of those that a baseline may have.
  package struct Findings {
    /// Those that were found.
    package var found: Set<GroupIdentity>
    /// In how many of the payloads they are, where that can be said.
    package var shares: [GroupIdentity: PayloadShare] = [:]
    /// Says whether another one would have been found, had it been there.
    package var isChecked: (GroupIdentity) -> Bool

    package init(found: Set<GroupIdentity>, isChecked: @escaping (GroupIdentity) -> Bool) {
      (self.found, self.isChecked) = (found, isChecked)
    }
  }

  /// The entries that accept nothing.
  package struct Review: Sendable, Equatable {
    /// Entries of groups that were found, and fail again.
    package var expired: [Baseline.Entry] = []
    /// Entries of groups that were checked and not found. They can be removed.
    package var stale: [Baseline.Entry] = []
    /// Entries of groups for which nothing was checked.
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

  /// A baseline that was written anew, and how many of its entries are new or kept, and how many of
  /// the old ones are not in it.
  package struct Renewal: Sendable {
    package var baseline: DatedBaseline
    package var newCount: Int
    package var keptCount: Int
    package var staleCount: Int
  }

  /// The baseline that accepts what failed.
  ///
  /// Entries that are in force or were not checked stay as they are, with their reason and day; one
  /// without a share gets that of now. Those that have expired, or whose groups grew, are accepted
  /// anew, if what they are of failed, and stale ones go.
  ///
  /// - Parameters:
  ///   - failing: The groups that fail, with the numbers of their violations.
  ///   - reason: Why they are accepted.
  ///   - expires: The last day on which they are.
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

  /// The entries that stay, under the names that their groups have now.
  private func kept(
    besides stale: Set<GroupIdentity>, _ failing: [GroupIdentity: Int], _ findings: Findings
  ) -> [Baseline.Entry] {
    let found = Dictionary(grouping: findings.found.sorted()) { baseline[$0]?.group }
    return baseline.entries.filter { !stale.contains($0.group) }.flatMap { entry in
      (found[entry.group] ?? [entry.group]).compactMap { group -> Baseline.Entry? in
        let share = findings.shares[group]
        let isRenewed = failing[group] != nil && !(isInForce(entry) && entry.admits(share))
        guard !isRenewed else { return nil }
        var entry = entry
        (entry.group, entry.upTo) = (group, entry.upTo ?? share?.step)
        return entry
      }
    }
  }
}

extension RuleID {
  /// Whether a group of the rule is in a share of the payloads, or of the records.
  fileprivate var hasShare: Bool { !isOfCapture || self == .unmatchedEndpoint }
}
