/// A response of a history.
package struct DrawnResponse: Sendable {
  /// The number of the endpoint that it is of, as its maker counts; after the endpoints come loads of
  /// several, and then those that fail.
  package var endpoint: Int
  package var payload: PayloadTree
  /// Whether it comes at the same time as the one before it.
  package var overlaps: Bool

  package init(endpoint: Int, payload: PayloadTree, overlaps: Bool = false) {
    (self.endpoint, self.payload, self.overlaps) = (endpoint, payload, overlaps)
  }
}

/// The loads that histories may have beside those of one endpoint.
package struct DrawnLoads: Sendable {
  /// How many of the endpoints are loaded alone: the first ones.
  package var aloneCount: Int
  /// The endpoints that one load asks for, by their numbers. Its payload is an object of theirs, by
  /// `names`.
  package var groups: [[Int]] = []
  /// By the number of the endpoint.
  package var names: [String] = []
  /// The loads of which one fails, each in a way of its own.
  package var failures: [Int] = []

  package init(aloneCount: Int) { self.aloneCount = aloneCount }
}
