import ContractModel
import JSONParsing

/// Finds the endpoints of a specification that an app's endpoints are.
struct SpecifiedEndpoints {
  typealias Item = EndpointPairs.Item
  private let items: [(item: Item, paths: [[[PathPattern.Part]]])]

  init(_ side: DiffSide) {
    items = side.contracts.enumerated().flatMap { number, contract in
      contract.endpoints.map { (Item(contract: number, endpoint: $0), $0.paths(in: contract)) }
    }
  }

  /// What describes the same responses or events with a body: the path may have parameters where the
  /// app's has texts, and a path before it that the app's does not have. Of statuses that an app does not
  /// tell apart, the lowest.
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
    // Of several statuses of success that the app does not name, it reads the usual one.
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
  /// The path as it is written, and with the one before all paths of its contract; without the names of
  /// parameters.
  fileprivate func paths(in contract: Contract) -> [[[PathPattern.Part]]] {
    guard let path = selector.http?.path else { return [] }
    let bare = path.segments.map { $0.map { $0.parameter == nil ? $0 : .parameter("") } }
    let base = contract.basePathSegments.map { [PathPattern.Part.text($0)] }
    return base.isEmpty ? [bare] : [bare, base + bare]
  }
}
