package import ContractModel
import MappingEngine

extension CheckOptions {
  /// Returns the severity of a rule's violation.
  package func severity(_ rule: RuleID, _ natural: Severity) -> Severity {
    severities[rule] ?? natural
  }

  func wants(_ status: Int) -> Bool {
    statuses.contains { $0.fits(status) }
  }

  /// The type that is named without an endpoint, by its number among those: that of bare bodies, then
  /// those of inputs; `nil`, if there is none.
  func named(_ number: Int) -> NamedTarget? {
    guard number > 0 else { return bareTarget }
    guard number <= inputRules.count, case .target(let named) = inputRules[number - 1].meaning
    else { return nil }
    return named
  }

  /// The key of such a type; `nil`, if there is none.
  func key(_ number: Int, _ contracts: [Contract]) -> CheckTotals.EndpointKey? {
    named(number).map { named in
      CheckTotals.EndpointKey(
        contract: named.contract, number: contracts[named.contract].endpoints.count + number)
    }
  }

  /// The types that are named without an endpoint, of a contract.
  func targets(ofContract number: Int) -> [MappingTarget] {
    (Array(1..<inputRules.count + 1) + [0]).compactMap(named).filter { $0.contract == number }.map(
      \.target)
  }
}
