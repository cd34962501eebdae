import ContractModel

extension RuleID {
  /// Finds a rule by the name in an operand or an option.
  init(named name: String) throws(UsageError) {
    guard let rule = RuleID(rawValue: name) else {
      throw UsageError(
        message: "unknown rule \(quoted(name))",
        hint: didYouMean(name, among: RuleID.allCases.map(\.rawValue)))
    }
    self = rule
  }
}
