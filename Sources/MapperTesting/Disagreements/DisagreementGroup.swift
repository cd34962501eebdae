/// A disagreement, and all the payloads that there is one of its kind on.
package struct DisagreementGroup: Sendable {
  /// On a valid payload, or else on the smallest.
  package var disagreement: Disagreement
  /// The names of the payloads, that of the disagreement first.
  package var caseNames: [String]
  /// The id that makes the payload again: `null@[0].file_url`, `random:42:17`.
  package var caseID: String?
  /// Whether the payload of the disagreement is valid, which says most of the mapper.
  var isOnValid = false
  /// Whether it was found among payloads that are shrunk.
  var isShrunk = false
  /// The way from the first payload to this one, if it was shrunk.
  package var shrinking: Shrinking?
  /// The other places where its fault fails, if it is a single one.
  package var places: FaultPlaces?
}
