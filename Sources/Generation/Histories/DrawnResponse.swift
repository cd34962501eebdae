/// A response of a history.
package struct DrawnResponse: Sendable {
  /// The number of the endpoint that it is of, as its maker counts.
  package var endpoint: Int
  package var payload: PayloadTree

  package init(endpoint: Int, payload: PayloadTree) {
    (self.endpoint, self.payload) = (endpoint, payload)
  }
}
