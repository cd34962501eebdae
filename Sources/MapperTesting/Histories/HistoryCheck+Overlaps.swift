import Generation
import JSONParsing
import MappingEngine

extension HistoryCheck {
  /// Loads two responses at the same time: what the store has then has to be what it would have after
  /// one of the two orders.
  ///
  /// Responses that come one after the other anyway are those that the contract refuses, and all of a
  /// store that waits for nothing.
  func step(
    _ first: DrawnResponse, _ second: DrawnResponse, _ session: inout any MapperSession,
    _ model: inout HistoryModel
  ) -> Verdict {
    let orders = [[first, second], [second, first]].compactMap { results(of: $0, model) }
    let payloads = [first, second].map { EndpointPayload($0.payload.bytes, endpoint: $0.endpoint) }
    guard orders.count == 2,
      let answers = session.mapAtOnce(payloads[0], payloads[1], noting: { {} })
    else {
      let verdict = step(first, &session, &model)
      guard case .agrees = verdict else { return verdict }
      return step(second, &session, &model)
    }
    var verdicts: [[Disagreement]] = []
    for (response, results) in zip([second, first], orders) {
      let found = disagreements(answers, results, response)
      if found.isEmpty {
        let last = results.suffix(2)
        for result in last.dropLast() { model.adopt(result) }
        for (result, answer) in zip(last.suffix(1), answers.suffix(1)) {
          adopt(result, answer, &model)
        }
        return .agrees
      }
      verdicts.append(found)
    }
    let isOpen = orders.contains { $0.suffix(2).contains(where: \.store.isOpen) }
    return isOpen ? .isOpen : .disagrees(verdicts[0])
  }

  /// The results of the model's responses and two more, if the contract admits both and leaves nothing
  /// of them open.
  private func results(of responses: [DrawnResponse], _ model: HistoryModel) -> [MappingResult]? {
    var model = model
    for response in responses {
      guard let (document, result) = reading(of: response, model),
        OpenValues(document).isEmpty, result.isAdmitted
      else { return nil }
      model.adopt(result)
    }
    return model.results
  }

  /// - Parameter last: The response that came last, in the order that is tried.
  private func disagreements(
    _ answers: [MapperAnswer], _ results: [MappingResult], _ last: DrawnResponse
  ) -> [Disagreement] {
    let check = checks[last.endpoint]
    guard let document = try? JSONDocument(parsing: last.payload.bytes) else { return [] }
    let refusal = answers.first { if case .refused = $0 { true } else { false } }
    return (refusal ?? answers.last).map { answer in
      check.judgement(results, answer, document) { _, _ in results }.found.map(check.named)
    } ?? []
  }
}
