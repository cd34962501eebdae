import CaptureSources
import JSONParsing
import MappingEngine

/// The records that no endpoint describes: how many, and why.
package struct UnmatchedRecords: Sendable {
  /// Records of one kind.
  package struct Group: Hashable, Sendable {
    /// The endpoint that came nearest.
    package var nearest: CheckTotals.EndpointKey?
    package var reason: String
    /// The first of them: `GET /groups/avatar 200`, or an input's name.
    package var example: String
    package var count: Int
    /// Where the first of them stands.
    package var first: RecordOrder

    package init(
      nearest: CheckTotals.EndpointKey?, reason: String, example: String, count: Int,
      first: RecordOrder
    ) {
      (self.nearest, self.reason, self.example) = (nearest, reason, example)
      (self.count, self.first) = (count, first)
    }

    fileprivate mutating func add(_ other: Group) {
      count += other.count
      if other.first < first { (example, first) = (other.example, other.first) }
    }
  }

  /// Reasons that name what a capture has are without end, so no more are told apart: of the nearest
  /// endpoints and reasons, the first in their order.
  private static let capacity = 200

  package private(set) var count = 0
  private var table = SmallestKeys<Key, Group>(capacity: capacity)

  private struct Key: Hashable, Comparable {
    var nearest: CheckTotals.EndpointKey?
    var reason: MemberName

    static func < (left: Key, right: Key) -> Bool {
      guard left.nearest == right.nearest else {
        guard let nearest = left.nearest else { return true }
        return right.nearest.map { nearest < $0 } ?? false
      }
      return left.reason < right.reason
    }
  }

  init() {}

  /// In the order in which they are met first.
  package var groups: [Group] { table.entries.map(\.value).sorted { $0.first < $1.first } }

  mutating func note(
    _ record: CaptureRecord, at order: RecordOrder, nearest: CheckTotals.EndpointKey?,
    reason: String
  ) {
    count += 1
    table.add(
      Group(
        nearest: nearest, reason: reason, example: record.summary, count: 1, first: order),
      for: Key(nearest: nearest, reason: MemberName(reason))
    ) { group in
      group.count += 1
      if order < group.first { (group.example, group.first) = (record.summary, order) }
    }
  }

  /// Adds what is known of records.
  ///
  /// - Parameters:
  ///   - groups: Of kinds that are told apart.
  ///   - count: Of all records, with those that are in no group.
  package mutating func add(_ groups: [Group], count: Int) {
    self.count += count
    for group in groups {
      table.add(group, for: Key(nearest: group.nearest, reason: MemberName(group.reason))) {
        $0.add(group)
      }
    }
  }

  mutating func merge(_ other: UnmatchedRecords) {
    count += other.count
    table.merge(other.table) { $0.add($1) }
  }
}
