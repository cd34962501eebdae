package import ContractModel
package import JSONParsing
package import MappingEngine

/// The payloads generated for a target of a contract, most effective first: the canonical ones,
/// every single fault, the same identity at every two places, every two edge values of members, and
/// then any number of drawn ones.
///
///     let cases = GeneratedCases(contract, target: target)
///     cases?[3].payload.text                               // makes only this case
///     cases?.case(id: "null@[0].file_url")?.payload.text   // [{"id":1,"file_url":null}]
///
/// The cases depend on nothing but the contract and the seed.
package struct GeneratedCases: Sendable {
  /// The seed of the drawn payloads; the other cases depend on the contract alone.
  package let seed: Seed
  package let sweep: FaultSweep
  /// The plan from which payloads are drawn.
  package let plan: DrawPlan
  /// The cells and their lines in the order of the sweep, and the order in which they are tried.
  let cells: [FaultCell]
  private let lines: [PropertyLine?]
  private let own: Seed
  private let order: Deferred<[Int32]>
  let combined: Deferred<CombinedFaults>
  let pairs: IdentityPairs
  let rows: Deferred<PairwiseRows>
  let drawn: Deferred<RandomCases>

  /// - Parameters:
  ///   - seed: The seed; by default a digest of the names of the contract and the target, so that
  ///     an edited contract has the same payloads as far as its lines are the same.
  ///   - isFaulted: Returns whether the value at a key path, with all its content, has faults.
  /// - Returns: `nil` if the contract has no such endpoint, or no canonical payload of the target
  ///   within the limits.
  package init?(
    _ contract: Contract, target: ContractExample.Target, seed: Seed? = nil,
    limits: GenerationLimits = GenerationLimits(), recorder: ReadRecorder? = nil,
    isFaulted: (FaultedKeyPath) -> Bool = { _ in true }
  ) {
    guard
      let sweep = FaultSweep(
        contract, target: target, limits: limits, recorder: recorder, isFaulted: isFaulted)
    else { return nil }
    let own = Seed(StableHash(texts: [contract.name.text, target.text]).value)
    self.init(sweep, DrawPlan(contract, target), own: own, seed: seed ?? own)
  }

  /// - Parameter own: The contract's own seed, which determines the order of the cells.
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

  /// Returns the cases of another valid payload, with its faults alone; `nil` if it is not JSON.
  /// Its cells have the same ids as those of the first payload, but make other payloads.
  package func moved(to payload: PayloadTree) -> GeneratedCases? {
    sweep.moved(to: payload).map { GeneratedCases($0, plan, own: own, seed: seed) }
  }

  /// A few drawn valid payloads.
  package var samples: [PayloadTree] {
    (0..<20).map { self[.valid, 50 + $0].payload }
  }

  // MARK: - Counts

  /// Returns the number of cases of a phase; `nil` if it is unlimited.
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

  /// The phases whose payloads depend on the contract alone. Combined faults have own cells, too.
  private static let ordered: [GeneratedCase.Phase] = [
    .canonical, .cell, .identityPair, .pairwise,
  ]

  /// The number of cases before the first drawn one.
  package var fixedCount: Int {
    Self.ordered.reduce(0) { $0 + (count(of: $1) ?? 0) }
  }

  /// The number of values in all payloads in which faults are made: a measure of the memory of the
  /// cases, and of the time to make them.
  package var valueCount: Int { sweep.bases.reduce(0) { $0 + $1.tree.nodes.count } }

  // MARK: - Cases

  /// Returns a case by its number; the fixed cases are followed by infinitely many drawn ones.
  package subscript(index: Int) -> GeneratedCase {
    var index = index
    for phase in Self.ordered {
      let count = count(of: phase) ?? 0
      if index < count { return self[phase, index] }
      index -= count
    }
    return self[.random, index]
  }

  /// Returns a case by its number in its phase.
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

  /// Returns the single faults of a case with many of them.
  package func combinedCells(_ index: Int) -> [FaultCell] { combined.value.rows[index].cells }

  private func canonical(_ base: FaultBase) -> GeneratedCase {
    GeneratedCase(
      id: GeneratedCase.Phase.canonical.rawValue + base.label,
      name: "the canonical payload" + (base.label.isEmpty ? "" : " of \(base.label)"),
      phase: .canonical, base: base, payload: { base.tree })
  }

  /// Returns a cell by its number in the sweep.
  func cell(_ number: Int) -> GeneratedCase {
    let cell = cells[number]
    return GeneratedCase(
      id: cell.id, name: cell.name, phase: .cell, base: cell.base,
      isUnspecified: cell.isUnspecified, line: lines[number],
      faults: [cell], payload: { cell.payload() })
  }
}
