import Generation
import JSONParsing

/// One disagreement, observed on one case. Causes are made from these alone, without a mapper.
package struct Observation: Sendable {
  package var disagreement: Disagreement
  /// A name for the payload, safe to display: `[0].file_url null`.
  package var caseName: String
  /// The id from which the payload can be made again: `null@[0].file_url`, `random:42:17`.
  package var caseID: String?
  var place: InstancePath?
  var isCanonical = false
  /// Whether the payload has at most one fault, so that nothing can be taken out.
  var isMinimal = true
  /// Whether the payload is generated from the contract, so that it can be shrunk.
  var isGenerated = false
  /// Whether the payload has member names in other spellings.
  var isRespelled = false
  /// Whether the payload has a word that is missing from a list of the contract.
  var isOfNewWord = false
  var isOfHistory = false
  /// Whether an earlier run failed on the payload.
  var isKept = false
  /// Where the body that the payload is based on was recorded, safe to display.
  var recordedPlace: String?
  /// Whether values of the payload are hidden because they come from a recorded body.
  package internal(set) var hidesValues = false
  /// Whether payloads of its kind are shrunk.
  var isShrunk = false
  /// How the payload was shrunk from the first one, if it was.
  var shrinking: Shrinking?

  package init(_ disagreement: Disagreement, on caseName: String, id: String? = nil) {
    (self.disagreement, self.caseName, caseID) = (disagreement, caseName, id)
  }

  init(_ disagreement: Disagreement, on item: MapperCase, isShrunk: Bool) {
    self.init(disagreement, on: item.name)
    (place, isCanonical, isMinimal) = (item.place, item.isCanonical, item.isMinimal)
    recordedPlace = item.recordedPlace
    isGenerated = item.generated != nil || recordedPlace != nil
    isRespelled = !item.spellings.isEmpty
    (isOfNewWord, isOfHistory) = (item.isNewWord, !item.history.isEmpty)
    (isKept, self.isShrunk) = (item.isKept, isShrunk)
    // Whether this payload alone shows the disagreement; a law may have changed the payload.
    let isOne =
      disagreement.kind != .unstable && (!disagreement.breaksLaw || disagreement.comparesMappers)
      && disagreement.payloads.last == item.payload.bytes
    if isOfHistory || isOne { caseID = item.id }
  }
}
