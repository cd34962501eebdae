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

  /// The key of a type that is named without an endpoint.
  ///
  /// - Parameter number: Its number among those.
  func key(
    of named: NamedTarget, number: Int, _ contracts: [Contract]
  ) -> CheckTotals.EndpointKey {
    CheckTotals.EndpointKey(
      contract: named.contract, target: named.target,
      number: contracts[named.contract].endpoints.count + number)
  }

  /// The types that are named without an endpoint, of a contract.
  func targets(ofContract number: Int) -> [MappingTarget] {
    let ruled = inputRules.compactMap { rule -> NamedTarget? in
      if case .target(let target) = rule.meaning { target } else { nil }
    }
    return (ruled + (bareTarget.map { [$0] } ?? [])).filter { $0.contract == number }
      .map(\.target)
  }
}
