package import ContractModel
import JSONParsing

/// All single faults of a target: each fault class at each key path of its canonical payload, in
/// each variant.
///
/// They are in payload order, then in the order of the classes, then of the variants, and the same
/// each time. Where a mapping has cases, each is looked at once, in a payload that chooses it.
///
///     let sweep = FaultSweep(contract, target: target)
///     sweep?.cell(id: "null@[0].file_url")?.payload().text   // [{"id":1,"file_url":null}]
package struct FaultSweep: Sendable {
  /// The canonical payload, and one for each other case.
  package let bases: [FaultBase]
  package let keyPaths: [FaultedKeyPath]
  /// The faults of the payload as a whole.
  package let rootCells: [FaultCell]

  /// - Returns: `nil` if the contract has no such endpoint, or no canonical payload of the target.
  package init?(_ contract: Contract, target: ContractExample.Target) {
    guard let target = PlainTarget(target, in: contract) else { return nil }
    var bases = FaultBases(contract, target)
    bases.find()
    guard let canonical = bases.found.first else { return nil }
    self.bases = bases.found
    var seen: Set<MemberName> = []
    var keyPaths: [FaultedKeyPath] = []
    for base in bases.found {
      for reads in base.keyPaths where reads.node > 0 {
        let key = MemberName("\(base.paths[reads.node]) \(reads.signature)")
        guard seen.insert(key).inserted else { continue }
        keyPaths.append(FaultCollector.faulted(reads, base))
      }
    }
    self.keyPaths = keyPaths
    rootCells = FaultCollector.rootCells(canonical)
  }

  /// All cells, those of the whole payload last.
  package var cells: [FaultCell] { keyPaths.flatMap(\.cells) + rootCells }

  /// The cell with an id.
  ///
  /// - Complexity: O(number of cells).
  package func cell(id: String) -> FaultCell? {
    cells.first { $0.id.utf8.elementsEqual(id.utf8) }
  }
}

extension PlainTarget {
  init?(_ target: ContractExample.Target, in contract: Contract) {
    switch target {
    case .type(let root, let value) where root.steps.isEmpty: self.init(value)
    case .type(let root, let value):
      let line = PropertyRule(source: root, isOptional: false, property: nil, value: value)
      self = .lines([PlainLine(line)])
    case .endpoint(let selector):
      guard let endpoint = contract.endpoints.first(where: { $0.selector == selector.value })
      else { return nil }
      switch endpoint.body {
      case .value(let value): self.init(value)
      case .map(let rules): self = .lines(rules.map(PlainLine.init))
      }
    }
  }
}

extension PlainTarget {
  private init(_ rule: ValueRule) {
    self = .value(
      PlainLine(
        PropertyRule(source: .representation, isOptional: false, property: nil, value: rule)))
  }
}

/// Looks for a payload for each case of each mapping that a target leads to.
private struct FaultBases {
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
          guard let base = base(other, label: label), base.choices.contains(choice),
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
}
