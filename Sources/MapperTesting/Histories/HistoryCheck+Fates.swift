import ContractModel
import Generation
import JSONParsing
import MappingEngine

extension HistoryCheck {
  /// Adds to a disagreement about counts what the last response did to the objects, for the
  /// contract's store and for the app's, as far as the app's objects can be distinguished.
  func withFates(
    _ disagreement: Disagreement, of responses: [DrawnResponse]
  ) -> Disagreement {
    guard disagreement.kind == .count, case .member(let type)? = disagreement.path.steps.first,
      let last = responses.last, !last.overlaps, !mapper.asksForSeveral(last.endpoint),
      let fates = fates(ofType: type, Array(responses.dropLast()), last)
    else { return disagreement }
    var disagreement = disagreement
    disagreement.contract += fates.contract.text
    disagreement.mapper += fates.mapper.text
    if fates.contract.deleted > fates.mapper.deleted, disagreement.hint == nil {
      disagreement.hint =
        "it is deleted: the list that lost it is complete, by \(quoted("assign")): "
        + "\(quoted("replace")), or \(quoted("@deletes")) names it"
    }
    return disagreement
  }

  private func fates(
    ofType type: MemberName, _ earlier: [DrawnResponse], _ last: DrawnResponse
  ) -> (contract: ObjectCounts, mapper: ObjectCounts)? {
    var session = mapper.makeSession()
    var model = HistoryModel()
    guard case .agrees = steps(earlier, &session, &model).verdict else { return nil }
    guard let result = reading(of: last, model)?.result else { return nil }
    let check = check(of: last)
    let identities = StoreComparison(model.results + [result], check.types, check.options)
    let before = mapper.read { [session] in EarlierObjects(session.stored, identities) }
    guard case .stored(let objects) = session.map(EndpointPayload(last)) else { return nil }
    let counts = mapper.read { before.counts(ofType: type, in: objects) }
    return (result.counts[type] ?? ObjectCounts(), counts)
  }
}

extension ObjectCounts {
  /// The counts in words: `: 1 updated, 1 untouched`
  fileprivate var text: String {
    let parts = [
      (created, "created"), (updated, "updated"), (untouched, "untouched"), (deleted, "deleted"),
    ]
    let words = parts.filter { $0.0 > 0 }.map { "\($0) \($1)" }
    return words.isEmpty ? "" : ": \(words.joined(separator: ", "))"
  }
}
