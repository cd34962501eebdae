import ContractModel
import MappingEngine

/// The types of a contract that a comparison goes by.
struct ComparedTypes {
  let index: MappingIndex
  /// The type of the payload; `nil`, of lines over it.
  let root: ValueType?

  init(_ contract: Contract, as target: MappingTarget) {
    index = MappingIndex(contract)
    switch target {
    case .type(_, let value): root = value.type
    case .endpoint(let selector):
      let body = contract.endpoints.first { $0.selector == selector }?.body
      root = if case .value(let value)? = body { value.type } else { nil }
    }
  }
}
