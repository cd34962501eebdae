/// The numbers of the records that a screen has let pass.
package struct ScreenCounts: Sendable {
  /// How many records there were.
  package var recordCount = 0
  /// By the nodes of the plan.
  package var nodes: [Node] = []

  package struct Node: Sendable {
    package var objectCount: Int
    /// By the members of the plan.
    package var members: [Member]
    /// The unread members.
    package var others: [(name: [UInt8], count: Int)]
  }

  package struct Member: Sendable {
    /// How many objects had it, null or not.
    package var there: Int
    /// How many of them had it null.
    package var null: Int
  }
}
