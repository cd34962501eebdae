package import ContractModel

extension Contract {
  /// The targets that payloads are made up for: its endpoints that have a body, what its examples are, and each
  /// mapping of its own.
  package var generationTargets: [ContractExample.Target] {
    let endpoints = endpoints.map { ContractExample.Target.endpoint(Located($0.selector)) }
    let types = mappings.map { mapping in
      ContractExample.Target.type(
        root: .representation, ValueRule(.mapping(Located(mapping.name))))
    }
    var seen: Set<ContractExample.Target> = []
    return (endpoints + statedExamples.map(\.target) + types).filter {
      !hasNoBody($0) && seen.insert($0).inserted
    }
  }
}

extension ContractExample.Target {
  /// The target as people write it: `[User]`, `user: User`, `GET /users`.
  package var text: String {
    switch self {
    case .type(let root, let value) where root == .representation: value.description
    case .type(let root, let value): "\(root): \(value)"
    case .endpoint(let selector): selector.value.description
    }
  }
}
