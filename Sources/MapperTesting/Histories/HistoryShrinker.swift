package import Generation
import JSONParsing

/// Shrinks a history on which a store fails: to as few responses as fail in the same way, and then
/// to the simplest payloads.
///
/// To the shrinker, a history is one document: a list of its payloads, or, if there are several
/// endpoints, of objects with one member that is named like the endpoint.
package struct HistoryShrinker {
  private let endpoints: [String]

  /// - Parameter endpoints: The names of the endpoints; empty if there is only one.
  package init(endpoints: [String]) { self.endpoints = endpoints }

  /// - Parameters:
  ///   - shouldStop: Called before each evaluation.
  ///   - admits: Returns whether the contract admits a response. A passing history beside one whose
  ///     responses are admitted has admitted responses.
  ///   - judge: Returns how a history fails; `nil` if it passes.
  package func shrink<Identity: Hashable>(
    _ responses: [DrawnResponse], failingWith identity: Identity, evaluationLimit: Int,
    shouldStop: @escaping () -> Bool,
    admitting admits: @escaping (DrawnResponse) -> Bool = { _ in false },
    judge: @escaping ([DrawnResponse]) -> Identity?
  ) -> (responses: [DrawnResponse], shrinking: Shrinking) {
    let start = tree(of: responses)
    var shrinker = PayloadShrinker(
      near: nil, evaluationLimit: evaluationLimit, shouldStop: shouldStop,
      admitting: { self.responses(of: $0) != nil },
      judge: { self.responses(of: $0).flatMap(judge) })
    let isAdmitted = { (tree: PayloadTree) in
      self.responses(of: tree)?.allSatisfy(admits) ?? false
    }
    let result = shrinker.shrink(start, failingWith: identity) {
      isAdmitted($0) || !isAdmitted($1)
    }
    let least = self.responses(of: result.payload) ?? responses
    let shrinking = Shrinking(
      stepCount: result.acceptedCount, original: start.bytes,
      neighbour: result.neighbour.flatMap { neighbour($0, of: result.payload) })
    return (least, shrinking)
  }

  // MARK: - Documents

  /// Returns the document; responses that are loaded at the same time are a list of two.
  private func tree(of responses: [DrawnResponse]) -> PayloadTree {
    var elements: [PayloadTree] = []
    for (number, response) in responses.enumerated() {
      let payload = response.payload
      let element =
        endpoints.isEmpty
        ? payload : PayloadTree(members: [(name: endpoints[response.endpoint], value: payload)])
      if response.overlaps, number > 0, let first = elements.popLast() {
        elements.append(PayloadTree(list: [first, element]))
      } else {
        elements.append(element)
      }
    }
    return PayloadTree(list: elements)
  }

  /// - Returns: `nil` if the document is not a history.
  private func responses(of tree: PayloadTree) -> [DrawnResponse]? {
    guard tree.nodes[0].kind == .array, tree.prefix.isEmpty, tree.suffix.isEmpty else { return nil }
    var responses: [DrawnResponse] = []
    for element in tree.children(of: 0) {
      let isPair = !endpoints.isEmpty && tree.nodes[element].kind == .array
      let elements = isPair ? tree.children(of: element) : [element]
      guard elements.count <= 2 else { return nil }
      for (number, element) in elements.enumerated() {
        guard var response = response(at: element, of: tree) else { return nil }
        response.overlaps = number > 0
        responses.append(response)
      }
    }
    return responses.isEmpty ? nil : responses
  }

  private func response(at element: Int, of tree: PayloadTree) -> DrawnResponse? {
    guard !endpoints.isEmpty else {
      return DrawnResponse(endpoint: 0, payload: tree.subtree(element))
    }
    let members = tree.children(of: element)
    guard let member = members.first, members.count == 1, !tree.nodes[member].name.isEmpty,
      case let name = tree.memberName(of: member),
      let endpoint = endpoints.firstIndex(where: { MemberName($0) == name })
    else { return nil }
    return DrawnResponse(endpoint: endpoint, payload: tree.subtree(member))
  }

  /// Returns the nearest passing history, if it differs in one value of a response.
  private func neighbour(
    _ passing: PayloadTree, of failing: PayloadTree
  ) -> Shrinking.Neighbour? {
    guard let difference = PayloadDifference(passing, failing),
      let place = place(of: difference.path.steps, in: failing)
    else { return nil }
    var neighbour = Shrinking.Neighbour(passing, of: failing)
    neighbour.response = place.response
    neighbour.difference?.path = InstancePath(place.rest)
    return neighbour
  }

  /// Returns the number of the response at a document's path, and the path in its payload.
  private func place(
    of path: [InstancePath.Step], in tree: PayloadTree
  ) -> (response: Int, rest: [InstancePath.Step])? {
    guard case .element(let index)? = path.first else { return nil }
    let elements = tree.children(of: 0)
    guard elements.indices.contains(index) else { return nil }
    let isPair = { !endpoints.isEmpty && tree.nodes[$0].kind == .array }
    var response = index + elements[..<index].count(where: isPair)
    var rest = path.dropFirst()
    if isPair(elements[index]) {
      guard case .element(let second)? = rest.popFirst() else { return nil }
      response += second
    }
    if !endpoints.isEmpty, rest.popFirst() == nil { return nil }
    return (response, Array(rest))
  }
}
