/// A response of a history.
package struct DrawnResponse: Sendable {
  /// The number of the endpoint that it is of, as its maker counts; after the endpoints come loads
  /// that fail.
  package var endpoint: Int
  package var payload: PayloadTree
  /// Whether it comes at the same time as the one before it.
  package var overlaps: Bool

  package init(endpoint: Int, payload: PayloadTree, overlaps: Bool = false) {
    (self.endpoint, self.payload, self.overlaps) = (endpoint, payload, overlaps)
  }
}
