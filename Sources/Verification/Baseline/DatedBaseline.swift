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

  /// What a baseline says of a group that it has.
  package enum Standing: Sendable, Equatable {
    /// It does not fail the check.
    case accepted(Baseline.Entry)
    /// It fails again: the entry's last day is over.
    case expired(Baseline.Entry)
  }

  /// What is said of a group; `nil`, if the baseline does not have it.
  package func standing(of group: GroupIdentity) -> Standing? {
    baseline[group].map { isInForce($0) ? .accepted($0) : .expired($0) }
  }

  private func isInForce(_ entry: Baseline.Entry) -> Bool { day <= entry.expires }

  /// What a check knows of the groups that a baseline may have.
  package struct Findings {
    /// Those that were found.
    package var found: Set<GroupIdentity>
    /// Says whether another one would have been found, had it been there.
    package var isChecked: (GroupIdentity) -> Bool

    package init(found: Set<GroupIdentity>, isChecked: @escaping (GroupIdentity) -> Bool) {
      (self.found, self.isChecked) = (found, isChecked)
    }
  }

  /// The entries that accept nothing.
  package struct Review: Sendable, Equatable {
    /// Of groups that were found, and fail again.
    package var expired: [Baseline.Entry] = []
    /// Of groups that were looked for, and not found: they can be removed.
    package var stale: [Baseline.Entry] = []
    /// Of groups that nothing was checked of.
    package var unchecked: [Baseline.Entry] = []
  }

  package func review(_ findings: Findings) -> Review {
    var review = Review()
    for entry in baseline.entries {
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
  /// Entries that are in force or were not checked stay as they are, with their reason and day.
  /// Expired ones are accepted anew, if what they are of failed, and stale ones go.
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
    let kept = baseline.entries.filter { entry in
      !stale.contains(entry.group) && (isInForce(entry) || failing[entry.group] == nil)
    }
    let keptGroups = Set(kept.map(\.group))
    let new = failing.filter { !keptGroups.contains($0.key) }.map { group, count in
      Baseline.Entry(group: group, reason: reason, expires: expires, count: count)
    }
    return Renewal(
      baseline: DatedBaseline(Baseline(kept + new), on: day, file: file), newCount: new.count,
      keptCount: kept.count, staleCount: stale.count)
  }
}
