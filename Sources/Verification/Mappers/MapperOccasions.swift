package import Generation
import JSONParsing

/// The payloads that a mapper is tested on one by one: nothing but the contract says what they are.
package struct MapperOccasions {
  private let cases: GeneratedCases
  private let keepsObjects: Bool
  private let examples: [CheckOccasion]

  /// - Parameter examples: Those of the contract that are about the same type.
  package init(_ cases: GeneratedCases, _ mapper: MapperUnderTest, examples: [CheckOccasion]) {
    (self.cases, self.examples) = (cases, examples)
    keepsObjects = mapper.keepsObjects
  }

  /// The valid payloads and the contract's examples.
  package var valid: [CheckOccasion] { canonical + examples }

  /// The single faults.
  ///
  /// - Parameter count: How many at most; which, is shuffled.
  package func faults(_ count: Int) -> [CheckOccasion] {
    let sweep = cases.sweep
    let isAll = count >= sweep.cells.count
    let chosen = isAll ? [] : Set((0..<count).map { MemberName(cases[.cell, $0].id) })
    let isChosen = { (cell: FaultCell) in isAll || chosen.contains(MemberName(cell.id)) }
    let faults = sweep.keyPaths.flatMap { keyPath in
      keyPath.cells.filter(isChosen).map { CheckOccasion($0, of: keyPath.lines) }
    }
    let root = sweep.rootCells.filter(isChosen).map { CheckOccasion($0, of: []) }
    return faults + updates(isChosen) + root
  }

  /// Where objects are kept, what is missing or null comes once more, to objects that have it.
  private func updates(_ isChosen: (FaultCell) -> Bool) -> [CheckOccasion] {
    guard keepsObjects else { return [] }
    return cases.sweep.keyPaths.flatMap { keyPath in
      keyPath.cells.filter(isChosen).compactMap {
        CheckOccasion(updatingWith: $0, of: keyPath.lines)
      }
    }
  }

  /// The canonical payload, and one for each other case. Where objects are kept, each comes twice:
  /// then there is nothing new.
  private var canonical: [CheckOccasion] {
    cases.sweep.bases.flatMap { base -> [CheckOccasion] in
      let payload = base.tree.bytes
      let name = "the payload is valid" + (base.label.isEmpty ? "" : ", \(base.label)")
      let once = CheckOccasion(name: name, payloads: [payload], isValid: true)
      guard keepsObjects else { return [once] }
      return [
        once,
        CheckOccasion(
          name: "\(name), and comes twice", payloads: [payload, payload], isValid: true),
      ]
    }
  }
}
