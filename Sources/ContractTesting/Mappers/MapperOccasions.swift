import ContractModel
import Generation
import JSONParsing
import Verification

/// The payloads that a mapper is tested on.
struct MapperOccasions {
  private let target: TestTarget
  private let mapper: MapperUnderTest

  init(_ target: TestTarget, _ mapper: MapperUnderTest) {
    (self.target, self.mapper) = (target, mapper)
  }

  /// The valid payloads, the contract's examples, and the single faults.
  ///
  /// - Parameter cells: How many single faults at most; which, is shuffled.
  func all(_ cases: GeneratedCases, cells: Int? = nil) throws -> [CheckOccasion] {
    let sweep = cases.sweep
    let chosen = cells.map { limit in
      Set((0..<min(limit, sweep.cells.count)).map { MemberName(cases[.cell, $0].id) })
    }
    let isChosen = { (cell: FaultCell) in chosen?.contains(MemberName(cell.id)) ?? true }
    let faults = sweep.keyPaths.flatMap { keyPath in
      keyPath.cells.filter(isChosen).map { CheckOccasion($0, of: keyPath.lines) }
    }
    let root = sweep.rootCells.filter(isChosen).map { CheckOccasion($0, of: []) }
    return try valid(sweep) + examples() + faults + updates(sweep) + root
  }

  func coverage(
    of occasions: [CheckOccasion], _ cases: GeneratedCases, _ settings: MapperTestSettings
  ) -> MapperCoverage {
    var coverage = MapperCoverage()
    coverage.cellCount = cases.count(of: .cell) ?? 0
    coverage.cells = occasions.filter { $0.caseID != nil }.count
    coverage.valid = occasions.filter { $0.caseID == nil }.count
    coverage.pairs = cases.count(of: .identityPair) ?? 0
    coverage.rows = cases.count(of: .pairwise) ?? 0
    coverage.drawn = settings.drawn
    return coverage
  }

  /// Where objects are kept, what is missing or null comes once more, to objects that have it.
  private func updates(_ sweep: FaultSweep) -> [CheckOccasion] {
    guard mapper.keepsObjects else { return [] }
    return sweep.keyPaths.flatMap { keyPath in
      keyPath.cells.compactMap { CheckOccasion(updatingWith: $0, of: keyPath.lines) }
    }
  }

  /// The canonical payload, and one for each other case. Where objects are kept, each comes twice:
  /// then there is nothing new.
  private func valid(_ sweep: FaultSweep) -> [CheckOccasion] {
    sweep.bases.flatMap { base -> [CheckOccasion] in
      let payload = base.tree.bytes
      let name = "the payload is valid" + (base.label.isEmpty ? "" : ", \(base.label)")
      let once = CheckOccasion(name: name, payloads: [payload], isValid: true)
      guard mapper.keepsObjects else { return [once] }
      return [
        once,
        CheckOccasion(
          name: "\(name), and comes twice", payloads: [payload, payload], isValid: true),
      ]
    }
  }

  private func examples() throws -> [CheckOccasion] {
    let examples = target.contract.statedExamples.filter { target.isTarget(of: $0) }
    guard !examples.isEmpty else { return [] }
    let run = try ExampleRun(target.contract)
    return try examples.map { example in
      CheckOccasion(
        name: "the example \(quoted(example.name))", payloads: try run.payloads(of: example))
    }
  }
}
