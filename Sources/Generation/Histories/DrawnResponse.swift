package import JSONParsing

/// A response of a history.
package struct DrawnResponse: Sendable {
  /// The number of the response's endpoint. The endpoints are followed by loads of several
  /// endpoints, and then by failing loads.
  package var endpoint: Int
  package var payload: PayloadTree
  /// Whether the response is loaded at the same time as the one before it.
  package var overlaps: Bool

  package init(endpoint: Int, payload: PayloadTree, overlaps: Bool = false) {
    (self.endpoint, self.payload, self.overlaps) = (endpoint, payload, overlaps)
  }
}

/// The loads that histories may have, besides those of one endpoint.
package struct DrawnLoads: Sendable {
  /// How many of the first endpoints are loaded alone.
  package var aloneCount: Int
  /// The endpoints that one load requests, by their numbers. Its payload is an object of their
  /// payloads, by `names`.
  package var groups: [[Int]] = []
  /// The names of the endpoints, by their numbers.
  package var names: [String] = []
  /// The numbers of the loads that fail, one for each way of failing.
  package var failures: [Int] = []

  package init(aloneCount: Int) { self.aloneCount = aloneCount }
}
