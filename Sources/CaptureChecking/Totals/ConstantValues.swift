package import MappingEngine

/// The values of properties that may not change: each value of each object, with its count and
/// first place.
///
/// A value that differs from the first one of its object is a violation of the capture as a whole,
/// since neither payload shows which of them is right.
package struct ConstantValues: Codable, Sendable {
  /// The fingerprints of an object's property and of its value.
  package struct Key: Hashable, Comparable, Codable, Sendable {
    @FingerprintText package var property: UInt64
    @FingerprintText package var value: UInt64

    package static func < (left: Key, right: Key) -> Bool {
      (left.property, left.value) < (right.property, right.value)
    }
  }

  /// The first mention of a value, and the count of all.
  package struct Mention: Codable, Sendable {
    package var count: Int
    package var order: RecordOrder
    /// The line, by its number in the plan.
    package var line: Int32
    package var place: ViolationPlace

    mutating func add(_ other: Mention) {
      let sum = count + other.count
      if other.order < order { self = other }
      count = sum
    }
  }

  package private(set) var values: SmallestKeys<Key, Mention>

  /// - Parameter capacity: How many values are distinguished.
  package init(capacity: Int = 1_000_000) { values = SmallestKeys(capacity: capacity) }

  /// - Parameter mention: Makes the mention; called only if it may be the value's first.
  mutating func note(_ constant: ConstantMention, at order: RecordOrder, _ mention: () -> Mention) {
    values.add(mention(), for: Key(property: constant.property, value: constant.value)) { known in
      if order < known.order { known.add(mention()) } else { known.count += 1 }
    }
  }

  mutating func merge(_ other: ConstantValues) { values.merge(other.values) { $0.add($1) } }

  /// The values that differ from the first one of their object, each with that first one, in the
  /// order of the capture.
  var conflicts: [(first: Mention, other: Mention)] {
    let objects = Dictionary(grouping: values.entries, by: \.key.property).values
    let conflicts = objects.flatMap { entries in
      let mentions = entries.map(\.value).sorted { $0.order < $1.order }
      return mentions.dropFirst().map { (first: mentions[0], other: $0) }
    }
    return conflicts.sorted { $0.other.order < $1.other.order }
  }
}
