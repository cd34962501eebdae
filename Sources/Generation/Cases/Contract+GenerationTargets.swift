package import ContractModel

extension Contract {
  /// The targets for which payloads are generated: the contract's endpoints with a body, the
  /// targets of its examples, and each of its own mappings.
  ///
  /// If the contract describes the query or headers of a request, the target is the type of the
  /// body: without the query and headers, no body would be valid.
  package var generationTargets: [ContractExample.Target] {
    let endpoints = endpoints.compactMap { endpoint -> ContractExample.Target? in
      guard endpoint.selector.isRequest, case .map(let lines) = endpoint.body,
        lines.contains(where: \.source.isOfExchange)
      else { return .endpoint(Located(endpoint.selector)) }
      let whole = lines.first { $0.source == .representation && $0.property == nil }
      return whole.map { .type(root: .representation, $0.value) }
    }
    let types = mappings.map { mapping in
      ContractExample.Target.type(
        root: .representation, ConstrainedType(.mapping(Located(mapping.name))))
    }
    var seen: Set<ContractExample.Target> = []
    return (endpoints + statedExamples.map(\.target) + types).filter {
      !hasNoBody($0) && seen.insert($0).inserted
    }
  }
}

extension ContractExample.Target {
  /// The target as text: `[User]`, `user: User`, `GET /users`.
  package var text: String {
    switch self {
    case .type(let root, let value) where root == .representation: value.description
    case .type(let root, let value): "\(root): \(value)"
    case .endpoint(let selector): selector.value.description
    }
  }
}
