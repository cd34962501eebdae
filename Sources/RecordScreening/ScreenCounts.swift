/// The counts of the records that a screen passed.
package struct ScreenCounts: Sendable {
  package var recordCount = 0
  /// The counts of the plan's nodes.
  package var nodes: [Node] = []

  package struct Node: Sendable {
    package var objectCount: Int
    /// The counts of the plan's members.
    package var members: [Member]
    /// The unread members.
    package var others: [(name: [UInt8], count: Int)]
  }

  package struct Member: Sendable {
    /// The number of objects with the member, null or not.
    package var there: Int
    /// The number of objects in which the member is null.
    package var null: Int
  }
}
