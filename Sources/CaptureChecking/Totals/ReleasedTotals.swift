package import ContractModel
package import FaultTolerance
package import JSONParsing

/// How one version of an app judges the payloads. Totals of parts of a capture, merged in any
/// order, equal those of the whole.
package struct ReleasedTotals: Codable, Sendable {
  /// Violations of one line of the version's contracts.
  package struct Key: Hashable, Comparable, Codable, Sendable {
    package var endpoint: MemberName
    package var line: MemberName
    package var rule: RuleID
    /// The app's answer when it was measured; `nil`, if it was not measured.
    package var answer: FaultAnswer?

    package var isTaken: Bool { answer?.isTaken ?? false }

    package static func < (one: Key, other: Key) -> Bool { one.names < other.names }

    private var names: MemberName {
      MemberName("\(endpoint)\n\(line)\n\(rule.rawValue)\n\(answer?.rawValue ?? "")")
    }
  }

  /// The number of payloads that were checked against the version; `refusedCount` is the number it
  /// rejects.
  package private(set) var payloadCount = 0
  package private(set) var refusedCount = 0
  /// The number of records that the version has no endpoint for, so that its apps never request
  /// them.
  package internal(set) var unknownCount = 0
  /// The number of responses whose requests name the version.
  package internal(set) var requestCount = 0
  /// The number of violations by line, rule and answer.
  package private(set) var counts: [Key: Int] = [:]

  mutating func note(_ keys: [Key], isRefused: Bool) {
    payloadCount += 1
    if isRefused { refusedCount += 1 }
    for key in keys { counts[key, default: 0] += 1 }
  }

  mutating func merge(_ other: ReleasedTotals) {
    payloadCount += other.payloadCount
    refusedCount += other.refusedCount
    unknownCount += other.unknownCount
    requestCount += other.requestCount
    counts.merge(other.counts) { $0 + $1 }
  }

  /// The violations for which the app rejects payloads, then those that it accepts; the most
  /// frequent first.
  package var rows: [(key: Key, count: Int)] {
    counts.map { (key: $0.key, count: $0.value) }.sorted { one, other in
      if one.key.isTaken != other.key.isTaken { return other.key.isTaken }
      return one.count != other.count ? one.count > other.count : one.key < other.key
    }
  }
}
