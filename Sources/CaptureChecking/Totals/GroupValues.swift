package import MappingEngine

/// The values that violations of one group are about, with the count of each.
///
/// Up to a thousand values are counted exactly, which is enough for nearly every group. If there
/// are more, a thousand are kept by their fingerprints, so that the order of the values does not
/// matter. The counts of kept values remain exact, but a more frequent value may be missing.
package struct GroupValues: Codable, Sendable {
  package static let capacity = 1_000

  package struct Entry: Codable, Equatable, Sendable {
    /// The value as JSON, shortened if it is long.
    package var text: String
    package var count: Int
  }

  private var table = SmallestKeys<FingerprintText, Entry>(capacity: capacity)

  package init() {}

  package var isEmpty: Bool { table.isEmpty }

  /// Whether there are more values than are kept.
  package var hasMore: Bool { table.hasMore }

  /// The values that are kept, by their fingerprints.
  package var entries: [(key: FingerprintText, value: Entry)] { table.entries }

  /// The values, the most frequent first; equally frequent ones in the order of their texts.
  package var mostFrequent: [Entry] {
    table.entries.map(\.value).sorted { left, right in
      left.count != right.count
        ? left.count > right.count : left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
  }

  mutating func note(_ value: PayloadValue) {
    table.add(
      Entry(text: value.text, count: 1), for: FingerprintText(wrappedValue: value.fingerprint)
    ) { $0.count += 1 }
  }

  package mutating func merge(_ other: GroupValues) {
    table.merge(other.table) { $0.count += $1.count }
  }
}
