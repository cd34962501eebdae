import Generation
import JSONParsing
import MappingEngine

extension HistoryCheck {
  /// Has a load fail: the store has to be as it was, whether the failure is told or not.
  ///
  /// One that is told that its copy is still right may take that once more.
  func step(
    _ response: DrawnResponse, failing failure: LoadFailure, _ session: inout any MapperSession,
    _ model: inout HistoryModel
  ) -> Verdict {
    let bytes = response.payload.bytes
    guard failure.breaks(bytes) else { return .agrees }
    guard let before = texts(session.stored) else { return .isOpen }
    let answer = session.map(EndpointPayload(bytes, endpoint: response.endpoint))
    guard let objects = session.stored, let after = texts(objects) else { return .isOpen }
    if before.complete == after.complete { return .agrees }
    let copies = failure == .notModified ? model.copies[place(of: response)] ?? [] : []
    for copy in copies {
      if let reading = reading(of: copy, model),
        case .agrees = judge(.stored(objects), copy, reading, &model)
      {
        return .agrees
      }
    }
    guard holdsRefusals else { return .isOpen }
    return .disagrees([check(of: response).change(before, after, answer, of: failure)])
  }
}

extension Disagreement {
  /// The payloads of responses as they came, and what they are of.
  mutating func note(_ responses: [DrawnResponse], of mapper: MapperUnderTest) {
    payloads = responses.map { response in
      let bytes = response.payload.bytes
      let endpoint = mapper.endpoint(of: response.endpoint)
      // Of one with parameters, the payload says which it is.
      guard let failure = mapper.failure(of: response.endpoint),
        mapper.request(of: endpoint)?.hasParameters != true,
        !mapper.asksForSeveral(response.endpoint)
      else { return bytes }
      return failure.body(for: bytes)
    }
    if !mapper.endpoints.isEmpty { endpoints = responses.map { mapper.endpoints[$0.endpoint] } }
    overlapping = responses.indices.filter { responses[$0].overlaps }
  }
}
