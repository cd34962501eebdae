import Generation
import JSONParsing
import MappingEngine

extension HistoryCheck {
  /// Finds out which of the contract's types a store never shows, over some histories. An app may
  /// keep only a part of a response, for example a list without the page around it; such types are
  /// then not expected. Returns a sentence, if there are such types.
  func learnStoredTypes(from histories: [[DrawnResponse]]) -> [String] {
    var shown: Set<MemberName> = []
    var made: Set<MemberName> = []
    for history in histories {
      var session = mapper.makeSession()
      var model = HistoryModel()
      for response in history {
        let isOfSeveral = mapper.asksForSeveral(response.endpoint)
        let result = isOfSeveral ? nil : reading(of: response, model)?.result
        guard mapper.failure(of: response.endpoint) == nil, result?.isAdmitted ?? isOfSeveral,
          case .stored(let objects) = session.map(EndpointPayload(response))
        else { continue }
        guard !objects.isComplete else { return [] }
        if let result {
          model.adopt(result)
          made.formUnion(result.store.typeNames)
        }
        shown.formUnion(objects.byType.filter { !$0.value.isEmpty }.keys)
      }
    }
    for check in checks { check.types.seen.shown = shown }
    let unshown = made.subtracting(shown)
    guard !unshown.isEmpty, made.count > unshown.count else { return [] }
    for check in checks { check.types.seen.unshown = unshown }
    let names = unshown.sorted().map { displayed($0.text) }.joined(separator: ", ")
    return [
      "the store never shows \(names), so that nothing of these is compared; if the app keeps them, "
        + "objects: has to show them"
    ]
  }
}
