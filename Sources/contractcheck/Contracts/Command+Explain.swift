import ContractModel
import Reporting

extension Command {
  static let explain = Command(
    name: "explain", summary: "say what a rule of payloads is", operands: "[RULE]", options: [],
    details: """
      Says what breaks the rule, with a part of a contract and a payload, what may be done about it, and
      how it counts; without a RULE, what breaks each of them.
      """.paragraphs,
    offered: .rules
  ) { arguments, console in
    guard let name = arguments.operands.first else {
      for line in aligned(RuleID.allCases.map { [$0.rawValue, $0.meaning] }) {
        try console.print(String(line.dropFirst(2)))
      }
      return .success
    }
    let rule = try RuleID(named: name)
    try console.print("\(rule.rawValue) (\(rule.severity)): \(rule.meaning)\n")
    let example = RuleExample(rule)
    if !example.records.isEmpty {
      try console.print("  contract  \(example.contract)")
      for record in example.records { try console.print("  payload   \(record)") }
      try console.print("")
    }
    try console.print("What may be changed:")
    for way in example.ways {
      try console.print("  - \(way.contract.map { "\($0)  " } ?? "")\(way.words)")
    }
    try console.print("")
    try console.print("--rule \(rule.rawValue)=off, info, warning or error changes how it counts.")
    return .success
  }
}
