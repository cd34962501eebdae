import Generation
import JSONParsing

extension HistoryCheck {
  /// Makes a load fail. The store has to stay unchanged, whether or not the app reports the
  /// failure. If status 304 says that the client's copy is current, the store may load that copy
  /// again.
  func step(
    _ response: DrawnResponse, failing failure: LoadFailure, _ session: inout any MapperSession,
    _ model: inout HistoryModel
  ) -> Verdict {
    let bytes = response.payload.bytes
    guard failure.breaks(bytes) else { return .agrees }
    guard let before = texts(session.stored) else { return .isOpen }
    let answer = session.map(EndpointPayload(response))
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
  /// Sets the payloads of the responses as they arrived, and their endpoints.
  mutating func note(_ responses: [DrawnResponse], of mapper: MapperUnderTest) {
    payloads = responses.map { response in
      let bytes = response.payload.bytes
      let endpoint = mapper.endpoint(of: response.endpoint)
      // If the request has parameters, keep the payload, which says which response it is.
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
