import ContractModel
import Generation
import JSONParsing

/// The single faults that a mapper is tested on, in the order of the sweep.
struct SingleFaults {
  /// Those of key paths.
  let ofKeyPaths: [MapperCase]
  /// The faults that say something of objects that a store has already, after a valid payload.
  let updates: [MapperCase]
  /// Those of the payload as a whole.
  let ofPayload: [MapperCase]

  /// - Parameter count: How many at most: the first in the order in which cases have them.
  init(_ cases: GeneratedCases, _ count: Int) {
    let sweep = cases.sweep
    let isAll = count >= sweep.cells.count
    let chosen = isAll ? [] : Set((0..<count).map { MemberName(cases[.cell, $0].id) })
    let isChosen = { (cell: FaultCell) in isAll || chosen.contains(MemberName(cell.id)) }
    let faults = sweep.keyPaths.flatMap { keyPath in
      keyPath.cells.filter(isChosen).map { (cell: $0, lines: keyPath.lines) }
    }
    ofKeyPaths = faults.map { MapperCase($0.cell, of: $0.lines) }
    updates = sweep.keyPaths.flatMap { keyPath in
      var keyPath = keyPath
      keyPath.keep(isChosen)
      return MapperCase.updates(of: keyPath)
    }
    ofPayload = sweep.rootCells.filter(isChosen).map { MapperCase($0, of: []) }
  }
}

extension GeneratedCases {
  /// The canonical payload, and one for each other case.
  ///
  /// - Parameter keepsObjects: Whether each comes twice, as there is nothing new then.
  func valid(keepsObjects: Bool) -> [MapperCase] {
    (0..<sweep.bases.count).flatMap { index -> [MapperCase] in
      var once = MapperCase(self[.canonical, index])
      let label = sweep.bases[index].label
      (once.name, once.id) = ("the payload is valid" + (label.isEmpty ? "" : ", \(label)"), nil)
      var twice = once
      (twice.name, twice.earlier) = (once.name + ", and comes twice", [once.payload.bytes])
      return keepsObjects ? [once, twice] : [once]
    }
  }
}
