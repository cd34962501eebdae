/// An endpoint in the form in which it is written.
package struct DraftedEndpoint: Sendable {
  package var selector: String
  package var value: DraftedUse
  /// The evidence, which is written after the endpoint.
  package var note: String
  package var isCommentedOut: Bool

  package init(
    selector: String, value: DraftedUse, note: String, isCommentedOut: Bool = false
  ) {
    (self.selector, self.value) = (selector, value)
    (self.note, self.isCommentedOut) = (note, isCommentedOut)
  }
}

/// What is read from a body, from a part of a request, or from the objects of a case.
package enum DraftedUse: Sendable {
  case type(String)
  case lines([DraftedLine])
  /// There is no body.
  case nothing

  package var types: [String] {
    switch self {
    case .nothing: []
    case .type(let type): [type]
    case .lines(let lines): lines.map(\.type)
    }
  }

  var hasNotes: Bool {
    if case .lines(let lines) = self { lines.contains { !$0.notes.isEmpty } } else { false }
  }
}

/// The description of requests to an endpoint, in the form in which it is written.
package struct DraftedRequest: Sendable {
  package var selector: String
  /// The query, headers, body and form, by the contract's keywords.
  package var members: [(word: String, value: DraftedUse)] = []

  package init(selector: String) { self.selector = selector }
}
