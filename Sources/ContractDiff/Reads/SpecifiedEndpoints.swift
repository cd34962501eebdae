import ContractModel
import JSONParsing

/// Finds the endpoints of a specification that correspond to an app's endpoints.
struct SpecifiedEndpoints {
  typealias Item = EndpointPairs.Item
  private let items: [(item: Item, paths: [[[PathPattern.Part]]])]

  init(_ side: DiffSide) {
    items = side.contracts.enumerated().flatMap { number, contract in
      contract.endpoints.map { (Item(contract: number, endpoint: $0), $0.paths(in: contract)) }
    }
  }

  /// Returns the endpoints with a body that describe the same responses or events. A path of the
  /// specification may have parameters where the app's has texts, and a base path that the app's
  /// does not have. If the app does not distinguish statuses, only the lowest one matches.
  func matches(of endpoint: Endpoint, in contract: Contract) -> [Item] {
    let selector = endpoint.selector
    guard endpoint.body != .absent, !selector.isRequest else { return [] }
    if case .event = selector {
      return items.map(\.item).filter { $0.endpoint.selector == selector }
    }
    let own = endpoint.paths(in: contract)
    let fitting = items.filter { item, paths in
      item.endpoint.selector.http?.method == selector.http?.method
        && item.endpoint.body != .absent && !item.endpoint.selector.isRequest
        && item.overlaps(Item(contract: 0, endpoint: endpoint))
        && paths.contains { path in own.contains { Self.covers(path, $0) } }
    }.map(\.item)
    let count = { (item: Item) in item.endpoint.selector.http?.path.parameters.count ?? 0 }
    let least = fitting.map(count).min()
    let nearest = fitting.filter { count($0) == least }
    // If the app names no status, it reads the usual one of several successful statuses.
    return selector.http?.statuses.isEmpty ?? true ? Array(nearest.prefix(1)) : nearest
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
  /// Returns the path as written, and the path with the base path of its contract in front; both
  /// without the names of parameters.
  fileprivate func paths(in contract: Contract) -> [[[PathPattern.Part]]] {
    guard let path = selector.http?.path else { return [] }
    let bare = path.segments.map { $0.map { $0.parameter == nil ? $0 : .parameter("") } }
    let base = contract.basePathSegments.map { [PathPattern.Part.text($0)] }
    return base.isEmpty ? [bare] : [bare, base + bare]
  }
}
