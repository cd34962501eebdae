package import ContractModel
import JSONParsing
package import MappingEngine

/// The payloads generated for a target of a contract, in the order in which they find most:
/// the canonical ones, every single fault, the same identity at every two places, every two edges
/// of members, and then as many drawn ones as are asked for.
///
///     let cases = GeneratedCases(contract, target: target)
///     cases?[3].payload.text                               // no case before it is made
///     cases?.case(id: "null@[0].file_url")?.payload.text   // [{"id":1,"file_url":null}]
///
/// The contract and the seed say what the cases are; nothing else does.
package struct GeneratedCases: Sendable {
  /// The number that drawn payloads are drawn from; the other cases are the contract's alone.
  package let seed: Seed
  package let sweep: FaultSweep
  /// The plan that payloads are drawn of.
  package let plan: DrawPlan
  /// The cells with their key paths in the sweep's order, and the order in which they come.
  private let cells: [FaultCell]
  private let lines: [PropertyLine?]
  private let own: Seed
  private let order: Deferred<[Int32]>
  let combined: Deferred<CombinedFaults>
  let pairs: IdentityPairs
  let rows: Deferred<PairwiseRows>
  let drawn: Deferred<RandomCases>

  /// - Parameters:
  ///   - seed: By default a digest of the names of the contract and the target: a contract that is
  ///     edited has the same payloads, as far as its lines are the same.
  ///   - recorder: One that knows the target, if others use it, too.
  /// - Returns: `nil` if the contract has no such endpoint, or no canonical payload of the target
  ///   within the limits.
  package init?(
    _ contract: Contract, target: ContractExample.Target, seed: Seed? = nil,
    limits: GenerationLimits = GenerationLimits(), recorder: ReadRecorder? = nil
  ) {
    guard
      let sweep = FaultSweep(contract, target: target, limits: limits, recorder: recorder)
    else { return nil }
    let own = Seed(StableHash(texts: [contract.name.text, target.text]).value)
    self.init(sweep, DrawPlan(contract, target), own: own, seed: seed ?? own)
  }

  /// - Parameter own: The contract's, of which the order of the cells is.
  private init(_ sweep: FaultSweep, _ plan: DrawPlan, own: Seed, seed: Seed) {
    (self.sweep, self.plan, self.own, self.seed) = (sweep, plan, own, seed)
    cells = sweep.cells
    lines =
      sweep.keyPaths.flatMap { keyPath in keyPath.cells.map { _ in keyPath.lines.first } }
      + sweep.rootCells.map { _ in nil }
    let combined = Deferred { CombinedFaults(sweep) }
    self.combined = combined
    order = Deferred { CellOrder.numbers(of: sweep, behind: combined.value.ids, own) }
    pairs = IdentityPairs(sweep.bases)
    rows = Deferred { PairwiseRows(sweep.bases) }
    drawn = Deferred { RandomCases(plan, sweep) }
  }

  /// The same of another valid payload, with its faults alone; `nil` if it is no JSON.
  ///
  /// The ids of its cells are those of the first payload's, and do not make the same.
  package func moved(to payload: PayloadTree) -> GeneratedCases? {
    sweep.moved(to: payload).map { GeneratedCases($0, plan, own: own, seed: seed) }
  }

  /// A few valid payloads that are drawn.
  package var samples: [PayloadTree] {
    (0..<20).map { self[.valid, 50 + $0].payload }
  }

  // MARK: - Counts

  /// How many cases of a phase there are; `nil`, if as many as are asked for.
  package func count(of phase: GeneratedCase.Phase) -> Int? {
    switch phase {
    case .canonical: sweep.bases.count
    case .cell: cells.count
    case .identityPair: pairs.pairs.count
    case .combined: combined.value.rows.count
    case .pairwise: rows.value.count
    case .random, .valid: nil
    }
  }

  /// The phases that all payloads are of which the contract alone makes. What is combined is in
  /// cells of its own, too.
  private static let ordered: [GeneratedCase.Phase] = [
    .canonical, .cell, .identityPair, .pairwise,
  ]

  /// How many cases there are before the first that is drawn.
  package var fixedCount: Int {
    Self.ordered.reduce(0) { $0 + (count(of: $1) ?? 0) }
  }

  /// How many values there are in all payloads that faults are made in: what the cases take in
  /// memory, and in time to make.
  package var valueCount: Int { sweep.bases.reduce(0) { $0 + $1.tree.nodes.count } }

  // MARK: - Cases

  /// A case by its number; after the fixed ones come those that are drawn, without an end.
  package subscript(index: Int) -> GeneratedCase {
    var index = index
    for phase in Self.ordered {
      let count = count(of: phase) ?? 0
      if index < count { return self[phase, index] }
      index -= count
    }
    return self[.random, index]
  }

  /// A case by its number in its phase.
  package subscript(phase: GeneratedCase.Phase, index: Int) -> GeneratedCase {
    switch phase {
    case .canonical: canonical(sweep.bases[index])
    case .cell: cell(Int(order.value[index]))
    case .identityPair: pairs[index]
    case .combined: combined.value[index]
    case .pairwise: rows.value[index]
    case .random, .valid: drawn.value.drawn(index, of: seed, isFaulty: phase == .random)
    }
  }

  /// The single faults of a case with many of them.
  package func combinedCells(_ index: Int) -> [FaultCell] { combined.value.rows[index].cells }

  private func canonical(_ base: FaultBase) -> GeneratedCase {
    GeneratedCase(
      id: GeneratedCase.Phase.canonical.rawValue + base.label,
      name: "the canonical payload" + (base.label.isEmpty ? "" : " of \(base.label)"),
      phase: .canonical, base: base, payload: { base.tree })
  }

  /// A cell by its number in the sweep.
  func cell(_ number: Int) -> GeneratedCase {
    let cell = cells[number]
    return GeneratedCase(
      id: cell.id, name: cell.name, phase: .cell, base: cell.base,
      isUnspecified: cell.isUnspecified, line: lines[number],
      faults: [cell], cell: cell, payload: { cell.payload() })
  }

  /// The number of a cell in the sweep.
  func cellNumber(id: String) -> Int? {
    cells.firstIndex { $0.id.utf8.elementsEqual(id.utf8) }
  }
}
