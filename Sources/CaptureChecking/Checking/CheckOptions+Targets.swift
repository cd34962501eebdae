package import ContractModel
import MappingEngine

extension CheckOptions {
  package func severity(_ rule: RuleID, _ natural: Severity) -> Severity {
    severities[rule] ?? natural
  }

  func wants(_ status: Int) -> Bool {
    statuses.contains { $0.fits(status) }
  }

  /// Returns a type that the user names without an endpoint: 0 is that of bare bodies, the others
  /// are those of input rules. `nil`, if there is none.
  func named(_ number: Int) -> NamedTarget? {
    guard number > 0 else { return bareTarget }
    guard number <= inputRules.count, case .target(let named) = inputRules[number - 1].meaning
    else { return nil }
    return named
  }

  /// Returns the types of a contract that the user names without an endpoint.
  func targets(ofContract number: Int) -> [MappingTarget] {
    (Array(1..<inputRules.count + 1) + [0]).compactMap(named).filter { $0.contract == number }.map(
      \.target)
  }
}
