import Generation
import JSONParsing

/// A response, and the place where it was requested.
typealias PlacedResponse = (response: DrawnResponse, place: HistoryModel.Place)

extension HistoryCheck {
  /// Makes a load request the responses of several endpoints: the store has to have the responses
  /// that it requested and received, stored in any order.
  ///
  /// A response that fails or is rejected is left out. The store may then leave out any or all of
  /// the others, but a response that it stores has to be stored as the contract says.
  func step(
    _ response: DrawnResponse, of served: ServedLoads, _ session: inout any MapperSession,
    _ model: inout HistoryModel
  ) -> Verdict {
    let failed = served.failed(response.endpoint)
    let parts = served.parts(of: response.endpoint)
    let payloads = parts.map { response.payload.member(served.endpoints[$0]) }
    if let failed, let part = parts.firstIndex(of: failed.endpoint), let payload = payloads[part],
      !failed.failure.breaks(payload.bytes)
    {
      return .agrees
    }
    // A part that shrinking removed, or whose values cannot be in a path, cannot be requested.
    let isAsked = zip(parts, payloads).allSatisfy { part, payload in
      payload.map { served.requests[part]?.parameters(for: $0.bytes) != nil } ?? false
    }
    guard isAsked, let before = texts(session.stored) else { return .agrees }
    let answer = session.map(EndpointPayload(response))
    guard let objects = session.stored, let after = texts(objects) else { return .isOpen }
    let answered = served.answered.parts
    guard !answered.isEmpty else {
      let asked = zip(parts, payloads).compactMap { part, payload in
        payload.map { placed(DrawnResponse(endpoint: part, payload: $0)) }
      }
      return before.complete == after.complete && !answer.isRefusal
        ? .agrees : judge(answer, [asked], &model)
    }
    let whole = answered.compactMap { part -> PlacedResponse? in
      guard parts[part.number] != failed?.endpoint, let payload = payloads[part.number] else {
        return nil
      }
      return (
        DrawnResponse(endpoint: parts[part.number], payload: payload),
        HistoryModel.Place(endpoint: parts[part.number], parameters: part.parameters)
      )
    }
    // A response that is requested twice is the same.
    let places = whole.map(\.place)
    let own = whole.enumerated().filter { !places[..<$0].contains($1.place) }.map(\.element)
    let admitted = own.filter { results(of: [$0], model) != nil }
    if answered.count == whole.count, own.count == admitted.count, !admitted.isEmpty {
      let verdict = judge(answer, admitted.orders, &model)
      return admitted.count > mostOrdered && verdict.isDisagreement ? .isOpen : verdict
    }
    if before.complete == after.complete { return .agrees }
    guard !admitted.isEmpty else {
      guard holdsRefusals, own.isEmpty else { return .isOpen }
      return .disagrees([
        check(of: response).change(before, after, answer, of: failed?.failure)
      ])
    }
    let choices = admitted.count <= mostOrdered ? admitted.subsets : [admitted]
    let verdict = judge(.stored(objects), choices.flatMap(\.orders), &model)
    let isSaid = admitted.count == own.count && admitted.count <= mostOrdered && holdsRefusals
    return isSaid || !verdict.isDisagreement ? verdict : .isOpen
  }
}

extension HistoryCheck.Verdict {
  fileprivate var isDisagreement: Bool { if case .disagrees = self { true } else { false } }
}

/// The most responses of which every order is tried.
private let mostOrdered = 4

extension [PlacedResponse] {
  /// All orders of the responses, the current one first; if too many, only that and its reverse.
  fileprivate var orders: [[PlacedResponse]] {
    guard count > 1 else { return [self] }
    guard count <= mostOrdered else { return [self, reversed()] }
    return indices.flatMap { first in
      (Array(self[..<first]) + self[(first + 1)...]).orders.map { [self[first]] + $0 }
    }
  }
}

extension Array {
  /// The non-empty subsets of a few elements, the full set first.
  var subsets: [[Element]] {
    (1..<1 << count).reversed().map { choice in
      indices.filter { choice & 1 << $0 != 0 }.map { self[$0] }
    }
  }
}

extension PayloadTree {
  fileprivate func member(_ name: String) -> PayloadTree? {
    guard nodes[0].kind == .object else { return nil }
    return children(of: 0).first { memberName(of: $0) == MemberName(name) }.map(subtree)
  }
}
