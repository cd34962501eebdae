public import ContractModel

/// The goal of mapping a payload.
public enum MappingTarget: Hashable, Sendable {
  /// A type: of the payload, or of what stands at a key path of it (`user: User`).
  case type(root: SourceKeyPath, ConstrainedType)
  /// The body of an endpoint of the contract.
  case endpoint(Endpoint.Selector)

  /// Makes a target of what an example is of.
  public init(_ target: ContractExample.Target) {
    switch target {
    case .type(let root, let value): self = .type(root: root, value)
    case .endpoint(let selector): self = .endpoint(selector.value)
    }
  }
}

/// Where a plan has a target.
enum PlanTarget: Sendable {
  /// A line that reads the payload itself.
  case value(line: Int32)
  /// A mapping without a type: lines over the payload.
  case lines(mapping: Int32)
  /// Every payload is one too many.
  case nothing
}
