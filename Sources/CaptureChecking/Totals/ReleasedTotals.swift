package import ContractModel
package import FaultTolerance
package import JSONParsing

/// What payloads were to one version of an app. Totals of parts of a capture, merged in any order, are
/// those of all of it.
package struct ReleasedTotals: Sendable {
  /// Violations of one line of the version's contracts.
  package struct Key: Hashable, Sendable {
    package var endpoint: MemberName
    package var line: MemberName
    package var rule: RuleID
    /// What the app did when it was measured; `nil`, if nobody did.
    package var answer: FaultAnswer?
  }

  /// The payloads that were held against it, and those that it refuses.
  package private(set) var payloadCount = 0
  package private(set) var refusedCount = 0
  /// How many violations there are, by what they are of.
  package private(set) var counts: [Key: Int] = [:]

  mutating func note(_ keys: [Key], isRefused: Bool) {
    payloadCount += 1
    if isRefused { refusedCount += 1 }
    for key in keys { counts[key, default: 0] += 1 }
  }

  mutating func merge(_ other: ReleasedTotals) {
    payloadCount += other.payloadCount
    refusedCount += other.refusedCount
    counts.merge(other.counts) { $0 + $1 }
  }

  /// The violations that refuse payloads, or those that the app takes; most of them first.
  package func rows(isTaken: Bool) -> [(key: Key, count: Int)] {
    counts.filter { ($0.key.answer?.isTaken ?? false) == isTaken }
      .map { (key: $0.key, count: $0.value) }
      .sorted { one, other in
        one.count != other.count ? one.count > other.count : one.key.names < other.key.names
      }
  }
}

extension ReleasedTotals.Key {
  fileprivate var names: MemberName {
    MemberName("\(endpoint)\n\(line)\n\(rule.rawValue)\n\(answer?.rawValue ?? "")")
  }
}
