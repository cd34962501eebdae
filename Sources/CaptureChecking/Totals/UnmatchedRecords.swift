package import CaptureSources
import JSONParsing
package import MappingEngine

/// The counts of the records that no endpoint describes, by reason.
package struct UnmatchedRecords: Codable, Sendable {
  /// Records of one shape.
  package struct Group: Hashable, Codable, Sendable {
    /// The endpoint that is most similar.
    package var nearest: EndpointKey?
    package var reason: String
    /// The shape of the records: `GET /groups/:id 200`; empty for bare bodies.
    package var shape: String
    /// The first record: `GET /groups/avatar 200`, or an input's name.
    package var example: String
    package var count: Int
    /// The place of the first record.
    package var first: RecordOrder

    fileprivate mutating func add(_ other: Group) {
      count += other.count
      if other.first < first { (example, first) = (other.example, other.first) }
    }
  }

  /// The maximum number of kept groups, since the number of paths is unbounded. The smallest ones
  /// by nearest endpoint, reason and shape are kept.
  package static let capacity = 200

  package private(set) var count = 0
  private var table = SmallestKeys<Key, Group>(capacity: capacity)

  private struct Key: Hashable, Comparable, Codable {
    var nearest: EndpointKey?
    var reason: MemberName
    var shape: MemberName

    init(_ nearest: EndpointKey?, _ reason: String, _ shape: String) {
      self.nearest = nearest
      (self.reason, self.shape) = (MemberName(reason), MemberName(shape))
    }

    static func < (left: Key, right: Key) -> Bool { left.parts < right.parts }

    private var parts: (Int, EndpointKey, MemberName, MemberName) {
      (nearest == nil ? 0 : 1, nearest ?? EndpointKey(contract: 0, number: 0), reason, shape)
    }
  }

  package init() {}

  /// The groups, the largest first; groups of equal size in the order of their first records.
  package var groups: [Group] {
    table.entries.map(\.value).sorted { left, right in
      left.count != right.count ? left.count > right.count : left.first < right.first
    }
  }

  /// How many records belong to groups that are not kept.
  package var otherCount: Int { count - table.entries.reduce(0) { $0 + $1.value.count } }

  package mutating func note(
    _ record: CaptureRecord, at order: RecordOrder, nearest: EndpointKey?, reason: String
  ) {
    count += 1
    let shape = record.shape
    table.add(
      Group(
        nearest: nearest, reason: reason, shape: shape, example: record.summary, count: 1,
        first: order),
      for: Key(nearest, reason, shape)
    ) { group in
      group.count += 1
      if order < group.first { (group.example, group.first) = (record.summary, order) }
    }
  }

  /// Removes the groups, which have paths and names of inputs.
  mutating func removeValues() { table = SmallestKeys(capacity: Self.capacity) }

  mutating func merge(_ other: UnmatchedRecords) {
    count += other.count
    table.merge(other.table) { $0.add($1) }
  }
}
