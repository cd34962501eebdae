import ContractModel
import JSONParsing

@testable import Generation

/// Predicts the violations of severity error of a target's payloads.
struct Prediction {
  private let contract: PlainContract
  private let target: PlainTarget

  /// - Returns: `nil` if the contract does not have the endpoint.
  init?(_ contract: Contract, _ target: ContractExample.Target) {
    guard let target = PlainTarget(target, in: contract) else { return nil }
    (self.contract, self.target) = (PlainContract(contract), target)
  }

  /// - Returns: `nil` if an app, or Foundation, decides the result.
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

/// The lines by which a payload is read.
enum PlainTarget: Sendable {
  /// The payload is read by the line `"": "Type"`.
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
      case .map(let rules): self = .lines(rules.map { PlainLine($0) })
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
