import ContractModel
import JSONParsing

/// Looks for a payload for each case of each mapping that a target leads to.
struct FaultBases {
  private let contract: Contract
  private let plain: PlainContract
  private let target: PlainTarget
  private(set) var found: [FaultBase] = []
  private var tried: Set<PlainChoice> = []

  init(_ contract: Contract, _ target: PlainTarget) {
    (self.contract, self.target, plain) = (contract, target, PlainContract(contract))
  }

  mutating func find() {
    guard let canonical = base([:], label: "") else { return }
    found = [canonical]
    tried.formUnion(canonical.choices)
    var waiting: [(choices: [MemberName: Int], label: String, base: FaultBase)] = [
      ([:], "", canonical)
    ]
    while !waiting.isEmpty {
      let (choices, label, known) = waiting.removeFirst()
      for mapping in known.choices.map(\.mapping) where choices[mapping] == nil {
        for (option, rule) in (plain[mapping]?.dispatch?.cases ?? []).enumerated() {
          let choice = PlainChoice(mapping: mapping, option: option)
          guard tried.insert(choice).inserted else { continue }
          var other = choices
          other[mapping] = option
          let conditions = rule.conditions.map(\.description).joined(separator: " and ")
          let label = label + "{\(mapping): \(conditions)}"
          guard let base = base(other, label: label).flatMap({ avoidingEarlierCases(choice, $0) }),
            base.findings.isSubset(of: known.findings)
          else { continue }
          found.append(base)
          tried.formUnion(base.choices)
          waiting.append((other, label, base))
        }
      }
    }
  }

  private func base(_ choices: [MemberName: Int], label: String) -> FaultBase? {
    let document =
      switch target {
      case .value(let line): contract.canonicalPayload(of: line.value, choosing: choices)
      case .lines(let lines):
        contract.canonicalPayload(ofLines: lines.map(\.rule), choosing: choices)
      }
    return document.map { FaultBase($0, plain, target, label: label) }
  }

  /// The base, or one in which the values that an earlier case looks for are others; `nil`, if the
  /// case is not chosen in that either.
  private func avoidingEarlierCases(_ choice: PlainChoice, _ base: FaultBase) -> FaultBase? {
    if base.choices.contains(choice) { return base }
    guard let cases = plain[choice.mapping]?.dispatch?.cases else { return nil }
    let wanted = cases[choice.option].conditions.map(\.source)
    let earlier = cases[..<choice.option].flatMap(\.conditions).filter { condition in
      !wanted.contains(condition.source)
    }
    var replacing: [Int32: String] = [:]
    for reads in base.keyPaths {
      guard case .member(let name)? = base.paths[reads.node].steps.last,
        earlier.contains(where: { $0.source.lastName == name && $0.literal != nil })
      else { continue }
      replacing[Int32(reads.node)] = OtherValue.text(of: reads, in: base.tree)
    }
    guard
      let document = try? JSONDocument(parsing: base.tree.text(of: 0, replacing: replacing))
    else { return nil }
    let other = FaultBase(document, plain, target, label: base.label)
    return other.choices.contains(choice) ? other : nil
  }
}

extension CaseCondition {
  fileprivate var literal: Literal? {
    if case .equals(_, let literal) = self { literal } else { nil }
  }
}
