import ContractModel
import Generation
import JSONParsing
import MappingEngine

extension HistoryCheck {
  /// Loads two responses at the same time: what the store has then has to be what it would have after
  /// one of the two orders.
  ///
  /// Responses that come one after the other anyway are those that the contract refuses, and all of a
  /// store that waits for nothing.
  ///
  /// Where the app's client asks for them, the first comes behind the second. A load that throws was
  /// not loaded: it was given up for the other one, or never asked for its response. And what the
  /// first brings may be thrown away, since it was asked for earlier; but not where the contract says
  /// what is newer.
  func step(
    _ first: DrawnResponse, _ second: DrawnResponse, _ session: inout any MapperSession,
    _ model: inout HistoryModel
  ) -> Verdict {
    let pair = [first, second]
    let payloads = pair.map { EndpointPayload($0.payload.bytes, endpoint: $0.endpoint) }
    let before = mapper.served == nil ? nil : texts(session.stored)
    guard isPair(pair, model),
      let answers = session.mapAtOnce(payloads[0], payloads[1], noting: { {} })
    else {
      let verdict = step(first, &session, &model)
      guard case .agrees = verdict else { return verdict }
      return step(second, &session, &model)
    }
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
      if !check(of: first).saysWhatIsNewer { orders.append(responses.suffix(1)) }
    }
    return judge(answer, orders, &model)
  }

  /// Whether two responses can be loaded at the same time, as far as the contract says.
  private func isPair(_ pair: [DrawnResponse], _ model: HistoryModel) -> Bool {
    if let served = mapper.served {
      let isAsked = pair.map { place(of: $0).parameters != nil }
      // Nobody asks for an event, so that nothing holds it back; it comes while a load waits.
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

  /// Holds what a store has against the model after one of some orders of responses.
  ///
  /// - Parameter orders: The first has all responses, and is the one that a disagreement is told of.
  func judge(
    _ answer: MapperAnswer, _ orders: [[PlacedResponse]], _ model: inout HistoryModel
  ) -> Verdict {
    var first: [Disagreement]?
    var isOpen = false
    for order in orders {
      guard let results = results(of: order, model), let last = order.last else { continue }
      let found = disagreements(answer, model.results + results, last.response)
      if found.isEmpty {
        // What may be there and may be left out, nobody knows.
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

  /// Whether a store is as after fewer responses.
  private func fits(
    _ answer: MapperAnswer, _ order: [PlacedResponse], shorterThan other: [PlacedResponse],
    _ model: HistoryModel
  ) -> Bool {
    guard order.count < other.count, let last = order.last,
      let results = results(of: order, model)
    else { return false }
    return disagreements(answer, model.results + results, last.response).isEmpty
  }

  /// The results of responses one after the other, if the contract admits them and leaves nothing of
  /// them open.
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

  /// - Parameter last: The response that came last, in the order that is tried.
  private func disagreements(
    _ answer: MapperAnswer, _ results: [MappingResult], _ last: DrawnResponse
  ) -> [Disagreement] {
    let check = check(of: last)
    guard let document = try? JSONDocument(parsing: last.payload.bytes) else { return [] }
    return check.judgement(results, answer, document) { _, _ in results }.found.map(check.named)
  }
}

extension MapperAnswer {
  var isRefusal: Bool { if case .refused = self { true } else { false } }
}

extension MapperCheck {
  /// Whether the contract says of some objects how new they are.
  fileprivate var saysWhatIsNewer: Bool {
    contract.contract.mappings.contains { $0.modifiedBy != nil }
  }
}
