import Generation
import JSONParsing

/// One disagreement, as it was seen on one case. Causes are made of such values alone, without a mapper
/// at hand.
package struct Observation: Sendable {
  package var disagreement: Disagreement
  /// The special thing about the payload: `[0].file_url null`.
  package var caseName: String
  /// The id that makes the payload again: `null@[0].file_url`, `random:42:17`.
  package var caseID: String?
  /// The place that the case is about, if it is one.
  var place: InstancePath?
  /// Whether the payload is one of nothing but what the contract says.
  var isCanonical = false
  /// Whether there is but one thing to the payload, so that nothing could be taken out.
  var isMinimal = true
  /// Whether the payload is made of the contract, so that it can be shrunk.
  var isGenerated = false
  /// Whether the payload has names of members in other spellings.
  var isRespelled = false
  /// Whether the payload has a word that a list of the contract does not name.
  var isOfNewWord = false
  /// Whether it was seen over a history.
  var isOfHistory = false
  /// Whether an earlier run failed on the payload.
  var isKept = false
  /// Where the body was recorded that the payload was made of, safe to display.
  var recordedPlace: String?
  /// Whether values of the payload are hidden, which come from a recorded body.
  package internal(set) var hidesValues = false
  /// Whether payloads of its kind are shrunk.
  var isShrunk = false
  /// The way from the first payload to this one, if it was shrunk.
  var shrinking: Shrinking?

  /// - Parameter caseName: A name for the payload, safe to display.
  package init(_ disagreement: Disagreement, on caseName: String, id: String? = nil) {
    (self.disagreement, self.caseName, caseID) = (disagreement, caseName, id)
  }

  /// - Parameter isShrunk: Whether payloads of its kind are shrunk.
  init(_ disagreement: Disagreement, on item: MapperCase, isShrunk: Bool) {
    self.init(disagreement, on: item.name)
    (place, isCanonical, isMinimal) = (item.place, item.isCanonical, item.isMinimal)
    recordedPlace = item.recordedPlace
    isGenerated = item.generated != nil || recordedPlace != nil
    isRespelled = !item.spellings.isEmpty
    (isOfNewWord, isOfHistory) = (item.isNewWord, !item.history.isEmpty)
    (isKept, self.isShrunk) = (item.isKept, isShrunk)
    // A law may have changed the payload.
    let isOne =
      disagreement.isOfOnePayload && disagreement.payloads.last == item.payload.bytes
    if isOfHistory || isOne { caseID = item.id }
  }
}

extension Disagreement {
  /// Whether it is about what one payload becomes, so that the payload alone shows it.
  fileprivate var isOfOnePayload: Bool {
    kind != .unstable && (!breaksLaw || comparesMappers)
  }
}
