import ContractModel

extension Command {
  /// `contractcheck explain`: what a rule is.
  static let explain = Command(
    name: "explain", summary: "say what a rule of payloads is", operands: "[RULE]", options: [],
    details: ["Says what breaks the rule, and how it counts; without a RULE, of all of them."],
    offered: .rules
  ) { arguments, console in
    guard let name = arguments.operands.first else {
      let width = RuleID.allCases.map(\.rawValue.count).max() ?? 0
      for rule in RuleID.allCases {
        let padding = String(repeating: " ", count: width - rule.rawValue.count)
        try console.print("\(rule.rawValue)\(padding)  \(rule.meaning)")
      }
      return .success
    }
    let rule = try RuleID(named: name)
    try console.print("\(rule.rawValue) (\(rule.severity)): \(rule.meaning)")
    try console.print("--rule \(rule.rawValue)=off, info, warning or error changes how it counts.")
    return .success
  }
}
