import ContractModel
import Generation
import Verification

/// The payloads that a mapper is tested on.
struct MapperOccasions {
  private let target: TestTarget
  private let mapper: MapperUnderTest

  init(_ target: TestTarget, _ mapper: MapperUnderTest) {
    (self.target, self.mapper) = (target, mapper)
  }

  /// The valid payloads, the contract's examples, and the single faults.
  func all(_ sweep: FaultSweep) throws -> [CheckOccasion] {
    let faults = sweep.keyPaths.flatMap { keyPath in
      keyPath.cells.map { CheckOccasion($0, of: keyPath.lines) }
    }
    let root = sweep.rootCells.map { CheckOccasion($0, of: []) }
    return try valid(sweep) + examples() + faults + updates(sweep) + root
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
