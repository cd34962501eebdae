/// An endpoint as it is written.
package struct DraftedEndpoint: Sendable {
  package enum Value: Sendable {
    case type(String)
    case lines([DraftedLine])
    /// There is no body.
    case nothing
  }

  package var selector: String
  package var value: Value
  /// The evidence, which stands behind the endpoint.
  package var note: String
  package var isCommentedOut: Bool

  package init(selector: String, value: Value, note: String, isCommentedOut: Bool) {
    (self.selector, self.value) = (selector, value)
    (self.note, self.isCommentedOut) = (note, isCommentedOut)
  }
}

/// What the app sends to an endpoint, as it is written.
package struct DraftedRequest: Sendable {
  package var selector: String
  /// The query, headers, body and form, by the words that a contract has for them.
  package var members: [(word: String, value: DraftedEndpoint.Value)] = []

  package init(selector: String) { self.selector = selector }
}
