/// An endpoint in the form in which it is written.
package struct DraftedEndpoint: Sendable {
  package enum Value: Sendable {
    case type(String)
    case lines([DraftedLine])
    /// There is no body.
    case nothing
  }

  package var selector: String
  package var value: Value
  /// The evidence, which is written after the endpoint.
  package var note: String
  package var isCommentedOut: Bool

  package init(selector: String, value: Value, note: String, isCommentedOut: Bool) {
    (self.selector, self.value) = (selector, value)
    (self.note, self.isCommentedOut) = (note, isCommentedOut)
  }
}

/// The description of requests to an endpoint, in the form in which it is written.
package struct DraftedRequest: Sendable {
  package var selector: String
  /// The query, headers, body and form, by the contract's keywords.
  package var members: [(word: String, value: DraftedEndpoint.Value)] = []

  package init(selector: String) { self.selector = selector }
}
