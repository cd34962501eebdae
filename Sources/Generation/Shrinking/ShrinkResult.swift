/// The end of shrinking: the simplest payload with the same failure, and its way there.
package struct ShrinkResult<Identity: Hashable, Fault> {
  package var identity: Identity
  /// The minimal payload, with its faults.
  package var payload: PayloadTree
  package var trace: ChoiceTrace
  package var faults: [Fault]
  /// How often the payload was judged, and how often with success.
  package var evaluationCount: Int
  package var acceptedCount: Int
  /// The nearest payload that passes.
  package var neighbour: PayloadTree?
  /// Payloads that failed for other reasons, one for each; and those.
  package var otherFailures: [PayloadTree]
  package var otherIdentities: [Identity]
}
