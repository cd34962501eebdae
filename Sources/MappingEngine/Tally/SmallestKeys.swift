/// A dictionary that keeps a limited number of keys: the smallest ones.
///
/// The kept keys do not depend on the order of insertion, and the value of a kept key is exact: a
/// key that is among the smallest of all is also among the smallest of any part, so it is never
/// removed. Merging two tables therefore gives the table of all entries of both.
package struct SmallestKeys<Key: Hashable & Comparable & Sendable, Value: Sendable>: Sendable {
  package let capacity: Int
  private var values: [Key: Value] = [:]
  /// The largest key that may be kept; `nil`, while there is room for all.
  private var last: Key?

  /// - Parameter capacity: At least one.
  package init(capacity: Int) {
    precondition(capacity > 0, "a table has room for a key")
    self.capacity = capacity
  }

  /// Adds a value of a new key, or combines it with the old one; the order must not matter.
  package mutating func add(
    _ value: @autoclosure () -> Value, for key: Key, _ combine: (inout Value) -> Void
  ) {
    if let last, last < key { return }
    if let index = values.index(forKey: key) {
      combine(&values.values[index])
    } else {
      values[key] = value()
      // Keys are removed in bulk, so that each removal is cheap.
      if values.count > capacity + capacity / 4 { prune() }
    }
  }

  package mutating func merge(_ other: Self, _ combine: (inout Value, Value) -> Void) {
    for (key, value) in other.values { add(value, for: key) { combine(&$0, value) } }
    last = [last, other.last].compactMap(\.self).min()
  }

  package var isEmpty: Bool { values.isEmpty }

  /// Whether there were more keys than are kept.
  package var hasMore: Bool { last != nil || values.count > capacity }

  /// The smallest keys with their values, in order.
  package var entries: [(key: Key, value: Value)] {
    values.map { (key: $0.key, value: $0.value) }.sorted { $0.key < $1.key }.prefix(capacity)
      .map(\.self)
  }

  private mutating func prune() {
    let kept = entries
    last = kept.last?.key
    values = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
  }
}

/// Keys that are no texts or numbers are encoded in order, each before its value.
extension SmallestKeys: Codable where Key: Codable, Value: Codable {
  private enum CodingKeys: CodingKey { case capacity, hasMore, entries }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    capacity = max(1, try container.decode(Int.self, forKey: .capacity))
    values = try container.decode([Key: Value].self, forKey: .entries)
    if try container.decode(Bool.self, forKey: .hasMore) { last = values.keys.max() }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(capacity, forKey: .capacity)
    try container.encode(hasMore, forKey: .hasMore)
    var list = container.nestedUnkeyedContainer(forKey: .entries)
    for (key, value) in entries {
      try list.encode(key)
      try list.encode(value)
    }
  }
}
