public import ContractModel

/// The contract's description of a payload: a type or an endpoint.
public enum MappingTarget: Hashable, Sendable {
  /// A type: that of the payload, or of the value at a key path of it (`user: User`).
  case type(root: SourceKeyPath, ConstrainedType)
  /// The body of an endpoint of the contract.
  case endpoint(Endpoint.Selector)

  /// Makes the target of an example.
  public init(_ target: ContractExample.Target) {
    switch target {
    case .type(let root, let value): self = .type(root: root, value)
    case .endpoint(let selector): self = .endpoint(selector.value)
    }
  }
}

/// A target of a plan, looked up once for many payloads.
package enum PlanTarget: Sendable {
  /// A line that reads the payload itself.
  case value(line: Int32)
  /// A mapping without a type: lines over the payload.
  case lines(mapping: Int32)
  /// No body: every payload is unexpected.
  case nothing

  /// Whether the target is an endpoint without a body.
  package var hasNoBody: Bool { if case .nothing = self { true } else { false } }
}
