import Generation
import JSONParsing

/// The single faults on which a mapper is tested, in the order of the sweep.
struct SingleFaults {
  let ofKeyPaths: [MapperCase]
  /// The faults that affect existing objects of a store, after a valid payload.
  let updates: [MapperCase]
  let ofPayload: [MapperCase]

  /// - Parameter count: The most faults; the first ones in the order of the generated cases.
  init(_ cases: GeneratedCases, _ count: Int) {
    let sweep = cases.sweep
    let isAll = count >= sweep.cells.count
    let chosen = isAll ? [] : Set((0..<count).map { MemberName(cases[.cell, $0].id) })
    let isChosen = { (cell: FaultCell) in isAll || chosen.contains(MemberName(cell.id)) }
    ofKeyPaths = sweep.keyPaths.flatMap { keyPath in
      keyPath.cells.filter(isChosen).map { MapperCase($0, of: keyPath.lines) }
    }
    updates = sweep.keyPaths.flatMap { keyPath in
      var keyPath = keyPath
      keyPath.keep(isChosen)
      return MapperCase.updates(of: keyPath)
    }
    ofPayload = sweep.rootCells.filter(isChosen).map { MapperCase($0, of: []) }
  }
}

extension GeneratedCases {
  /// Returns the canonical payload, and one payload for each other case.
  ///
  /// - Parameter keepsObjects: Whether each payload is also mapped twice, which must create nothing
  ///   new.
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
