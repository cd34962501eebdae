package import MappingEngine

/// The values that violations of one kind are about, and how often each is there.
///
/// Up to a thousand values are distinguished, which nearly every list has room for, and counted
/// exactly. Of more, a thousand are, by their fingerprints: so which they are does not depend on the
/// order in which they came, and their counts are exact, too; but one that came more often may not
/// be among them.
package struct GroupValues: Codable, Sendable {
  package static let capacity = 1_000

  /// A value, and how often it came.
  package struct Entry: Codable, Equatable, Sendable {
    /// As JSON, and cut if it is long.
    package var text: String
    package var count: Int
  }

  private var table = SmallestKeys<FingerprintText, Entry>(capacity: capacity)

  package init() {}

  package var isEmpty: Bool { table.isEmpty }

  /// Whether there are more values than are distinguished.
  package var hasMore: Bool { table.hasMore }

  /// The values that are distinguished, by their fingerprints.
  package var entries: [(key: FingerprintText, value: Entry)] { table.entries }

  /// The values that came most often first; of those that came as often, in the order of their
  /// texts.
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
