import ContractModel
import JSONParsing

/// Finds the endpoints of a specification that an app's endpoints are.
struct SpecifiedEndpoints {
  private let items: [(contract: Int, endpoint: Endpoint, paths: [[[PathPattern.Part]]])]

  init(_ side: DiffSide) {
    items = side.contracts.enumerated().flatMap { number, contract in
      contract.endpoints.map { (number, $0, $0.paths(in: contract)) }
    }
  }

  /// What describes the same responses or events with a body: the path may have parameters where the
  /// app's has texts, and a path before it that the app's does not have. Of statuses that an app does not
  /// tell apart, the lowest.
  func matches(of endpoint: Endpoint, in contract: Contract) -> [(
    contract: Int, endpoint: Endpoint
  )] {
    guard endpoint.body != .absent, !endpoint.selector.isRequest else { return [] }
    if case .event = endpoint.selector {
      return items.filter { $0.endpoint.selector == endpoint.selector }
        .map { ($0.contract, $0.endpoint) }
    }
    let own = endpoint.paths(in: contract)
    let fitting = items.compactMap {
      item -> (parameters: Int, contract: Int, endpoint: Endpoint)? in
      guard item.endpoint.selector.http?.method == endpoint.selector.http?.method,
        item.endpoint.body != .absent, !item.endpoint.selector.isRequest,
        item.endpoint.overlaps(endpoint),
        item.paths.contains(where: { path in own.contains { Self.covers(path, $0) } })
      else { return nil }
      let parameters = item.endpoint.selector.http?.path.parameters.count ?? 0
      return (parameters, item.contract, item.endpoint)
    }
    guard let least = fitting.map(\.parameters).min() else { return [] }
    let nearest = fitting.filter { $0.parameters == least }.map { ($0.contract, $0.endpoint) }
    // Of several statuses of success that the app does not name, it reads the usual one.
    return endpoint.selector.http?.statuses.isEmpty ?? true ? Array(nearest.prefix(1)) : nearest
  }

  private static func covers(_ pattern: [[PathPattern.Part]], _ other: [[PathPattern.Part]]) -> Bool
  {
    pattern.count == other.count
      && zip(pattern, other).allSatisfy { one, two in
        one == two
          || one.contains { $0.parameter != nil } && !two.isEmpty
            && (one.count == 1 || two.contains { $0.parameter != nil })
      }
  }
}

extension Endpoint {
  /// The path as it is written, and with the one before all paths of its contract; without the names of
  /// parameters.
  fileprivate func paths(in contract: Contract) -> [[[PathPattern.Part]]] {
    guard let path = selector.http?.path else { return [] }
    let bare = path.segments.map { $0.map { $0.parameter == nil ? $0 : .parameter("") } }
    let base = contract.basePathSegments.map { [PathPattern.Part.text($0)] }
    return base.isEmpty ? [bare] : [bare, base + bare]
  }

  /// Whether some status is one of both.
  fileprivate func overlaps(_ other: Endpoint) -> Bool {
    EndpointPairs.Item(contract: 0, endpoint: self)
      .overlaps(EndpointPairs.Item(contract: 0, endpoint: other))
  }
}
