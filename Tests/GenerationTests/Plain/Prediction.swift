import ContractModel
import JSONParsing

@testable import Generation

/// The violations of severity error that have to be reported of a target's payloads, no others.
struct Prediction {
  private let contract: PlainContract
  private let target: PlainTarget

  /// - Returns: `nil` if the contract has no such endpoint.
  init?(_ contract: Contract, _ target: ContractExample.Target) {
    guard let target = PlainTarget(target, in: contract) else { return nil }
    (self.contract, self.target) = (PlainContract(contract), target)
  }

  /// - Returns: `nil` if the contract leaves to an app, or to Foundation, what they are.
  func errors(in payload: [UInt8]) -> Set<ExpectedViolation>? {
    let document: JSONDocument
    do {
      document = try JSONDocument(parsing: payload)
    } catch {
      let rule: RuleID = error.reason == .emptyText ? .emptyBody : .notJSON
      return [ExpectedViolation(rule: rule, path: InstancePath())]
    }
    var reader = PlainReader(contract, document)
    reader.read(as: target)
    return reader.isUndecided ? nil : reader.findings
  }

  func errors(in payload: PayloadTree) -> Set<ExpectedViolation>? { errors(in: payload.bytes) }

  func errors(in cell: FaultCell) -> Set<ExpectedViolation>? { errors(in: cell.payload()) }
}

/// The lines that a payload is read by.
enum PlainTarget: Sendable {
  /// By the line `"": "Type"`.
  case value(PlainLine)
  case lines([PlainLine])
}

extension PlainTarget {
  init?(_ target: ContractExample.Target, in contract: Contract) {
    switch target {
    case .type(let root, let value) where root.steps.isEmpty: self.init(value)
    case .type(let root, let value):
      let line = PropertyLine(source: root, isOptional: false, property: nil, value: value)
      self = .lines([PlainLine(line)])
    case .endpoint(let selector):
      guard let endpoint = contract.endpoints.first(where: { $0.selector == selector.value })
      else { return nil }
      switch endpoint.body {
      case .value(let value): self.init(value)
      case .map(let rules): self = .lines(rules.map(PlainLine.init))
      case .absent: return nil
      }
    }
  }

  private init(_ rule: ConstrainedType) {
    self = .value(
      PlainLine(
        PropertyLine(source: .representation, isOptional: false, property: nil, value: rule)))
  }
}
