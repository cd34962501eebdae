import ContractModel
import Generation
import JSONParsing
import MappingEngine

extension HistoryCheck {
  /// Loads two responses at the same time: the store then has to have the contract's result of one
  /// of the two orders.
  ///
  /// Returns `nil` without loading them if the contract rejects one, or if the store awaits
  /// nothing.
  ///
  /// If the app's client requests the responses, the first one arrives after the second. A load
  /// that throws counts as not loaded: the app gave it up for the other one, or never requested its
  /// response. The app may also discard the first response, since it was requested earlier, except
  /// where the contract says which objects are newer.
  func step(
    _ first: DrawnResponse, _ second: DrawnResponse, _ session: inout any MapperSession,
    _ model: inout HistoryModel
  ) -> Verdict? {
    let pair = [first, second]
    let payloads = pair.map { EndpointPayload($0) }
    let before = mapper.served == nil ? nil : texts(session.stored)
    guard isPair(pair, model),
      let answers = session.mapAtOnce(payloads[0], payloads[1], noting: { {} })
    else { return nil }
    let refusal = answers.first { $0.isRefusal }
    guard mapper.served != nil else {
      let placed = pair.map(placed)
      return judge(refusal ?? answers[1], [placed, placed.reversed()], &model)
    }
    let loaded = zip(pair, answers).filter { !$1.isRefusal }
    guard let answer = loaded.last?.1 else {
      guard let before, let after = texts(session.stored) else { return .isOpen }
      if before.complete == after.complete { return .agrees }
      return .disagrees([check(of: second).change(before, after, answers[1])])
    }
    let responses = loaded.map { placed($0.0) }
    var orders = [responses]
    if responses.count == 2 {
      orders.append(responses.reversed())
      let mappings = check(of: first).statedContract.mappings
      let saysWhatIsNewer = mappings.contains { $0.modifiedBy != nil }
      if !saysWhatIsNewer { orders.append(responses.suffix(1)) }
    }
    return judge(answer, orders, &model)
  }

  /// Returns whether two responses can be loaded at the same time, as far as the contract says.
  private func isPair(_ pair: [DrawnResponse], _ model: HistoryModel) -> Bool {
    if let served = mapper.served {
      let isAsked = pair.map { place(of: $0).parameters != nil }
      // An event is not requested, so nothing can delay it; it arrives while a load waits.
      guard isAsked[0], isAsked[1] || served.isEvent(pair[1].endpoint),
        pair.allSatisfy({ mapper.failure(of: $0.endpoint) == nil })
      else { return false }
    }
    guard pair.allSatisfy(isAskable) else { return false }
    let placed = pair.map(placed)
    return results(of: placed, model) != nil && results(of: placed.reversed(), model) != nil
  }

  func placed(_ response: DrawnResponse) -> PlacedResponse {
    (response, place(of: response))
  }

  /// Compares the store with the model after each of some orders of responses.
  ///
  /// - Parameter orders: The possible orders; the first has all responses, and a disagreement is
  ///   reported for it.
  func judge(
    _ answer: MapperAnswer, _ orders: [[PlacedResponse]], _ model: inout HistoryModel
  ) -> Verdict {
    var first: [Disagreement]?
    var isOpen = false
    for order in orders {
      guard let results = results(of: order, model), let last = order.last else { continue }
      let found = disagreements(answer, model.results + results, last.response)
      if found.isEmpty {
        // If the store also fits fewer responses, it is unknown which of them it has.
        guard !orders.contains(where: { fits(answer, $0, shorterThan: order, model) }) else {
          return .isOpen
        }
        for result in results.dropLast() { model.adopt(result) }
        for result in results.suffix(1) { adopt(result, answer, &model) }
        let copies = Dictionary(grouping: orders[0], by: \.place)
        model.copies.merge(copies.mapValues { $0.map(\.response) }) { $1 }
        return .agrees
      }
      first = first ?? found
      isOpen = isOpen || results.contains(where: \.store.isOpen)
    }
    return isOpen ? .isOpen : .disagrees(first ?? [])
  }

  /// Returns whether a store has the result of fewer responses.
  private func fits(
    _ answer: MapperAnswer, _ order: [PlacedResponse], shorterThan other: [PlacedResponse],
    _ model: HistoryModel
  ) -> Bool {
    guard order.count < other.count, let last = order.last,
      let results = results(of: order, model)
    else { return false }
    return disagreements(answer, model.results + results, last.response).isEmpty
  }

  /// Returns the results of responses one after the other; `nil` unless the contract admits them
  /// all and they have no open values.
  func results(of responses: [PlacedResponse], _ model: HistoryModel) -> [MappingResult]? {
    var model = model
    var results: [MappingResult] = []
    for (response, place) in responses {
      guard let (document, result) = reading(of: response, at: place, model),
        OpenValues(document).isEmpty, result.isAdmitted
      else { return nil }
      model.adopt(result)
      results.append(result)
    }
    return results
  }

  /// - Parameter last: The last response in the tried order.
  private func disagreements(
    _ answer: MapperAnswer, _ results: [MappingResult], _ last: DrawnResponse
  ) -> [Disagreement] {
    let check = check(of: last)
    guard let document = try? JSONDocument(parsing: last.payload.bytes) else { return [] }
    return check.judgement(results, answer, document) { _, _ in results }.found.map(check.named)
  }
}
