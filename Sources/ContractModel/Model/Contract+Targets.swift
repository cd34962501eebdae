import JSONParsing

extension Contract {
  /// Returns the mappings, or the endpoint, that a target names but the contract does not have;
  /// `isOwn` ignores included mappings.
  package func missingNames(
    of target: ContractExample.Target, isOwn: Bool = false
  ) -> [String] {
    switch target {
    case .endpoint(let selector):
      let isThere = endpoints.contains { $0.selector == selector.value }
      return isThere ? [] : [selector.value.description]
    case .type(_, let value):
      let names = Set((isOwn ? mappings : mappings + includedMappings).map(\.name))
      return value.type.mappings.map(\.value).filter { !names.contains($0) }.map(\.text)
    }
  }

  /// Returns whether a target is an endpoint without a body, which has no payload.
  package func hasNoBody(_ target: ContractExample.Target) -> Bool {
    guard case .endpoint(let selector) = target else { return false }
    return endpoints.contains { $0.selector == selector.value && $0.hasNoBody && !$0.isBareRequest }
  }

  /// Returns a hint for a target whose mapping or endpoint does not exist: the endpoint with the
  /// same method and path, whatever its parameters are called, or else a similar name.
  package func suggestion(for target: ContractExample.Target) -> String? {
    let same = endpoints.first { endpoint in
      guard case .endpoint(let selector) = target, let own = selector.value.http,
        let other = endpoint.selector.http
      else { return false }
      return own.method == other.method && own.path.shape == other.path.shape
    }
    if let same { return "did you mean \(quoted(same.selector.description))?" }
    return missingNames(of: target).first.flatMap { didYouMean($0, among: names(like: target)) }
  }

  package func names(like target: ContractExample.Target) -> [String] {
    switch target {
    case .endpoint: endpoints.map(\.selector.description)
    case .type: (mappings + includedMappings).map(\.name.text)
    }
  }
}
