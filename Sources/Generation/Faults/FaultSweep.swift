package import ContractModel
import JSONParsing
package import MappingEngine

/// All single faults of a target: each fault class at each key path of its canonical payload, in
/// each variant.
///
/// They are in payload order, then in the order of the classes, then of the variants, and always
/// the same. Each case of a mapping is covered once, in a payload that chooses it.
///
///     let sweep = FaultSweep(contract, target: target)
///     sweep?.keyPaths[2].cells[1].payload().text   // [{"id":1,"file_url":null}]
package struct FaultSweep: Sendable {
  /// The canonical payload, and one payload for each other case.
  package let bases: [FaultBase]
  package let keyPaths: [FaultedKeyPath]
  /// The faults of the payload as a whole.
  package let rootCells: [FaultCell]
  /// The number of mappings' cases for which no payload was searched.
  package let leftOutCaseCount: Int
  /// Whether the canonical payload has less than it would have without limits.
  package let isCut: Bool

  /// - Parameter isFaulted: Returns whether the value at a key path, with all its content, has
  ///   faults.
  /// - Returns: `nil` if the contract has no such endpoint, or no canonical payload of the target
  ///   within the limits.
  package init?(
    _ contract: Contract, target: ContractExample.Target,
    limits: GenerationLimits = GenerationLimits(), recorder: ReadRecorder? = nil,
    isFaulted: (FaultedKeyPath) -> Bool = { _ in true }
  ) {
    let recorder = recorder ?? ReadRecorder(contract, as: [target])
    var bases = FaultBases(contract, target, limits, recorder)
    bases.find()
    guard !bases.found.isEmpty else { return nil }
    self.init(bases.found, leftOutCaseCount: bases.leftOutCount, isCut: bases.isCut, isFaulted)
  }

  /// - Parameter bases: At least one base.
  private init(
    _ bases: [FaultBase], leftOutCaseCount: Int, isCut: Bool,
    _ isFaulted: (FaultedKeyPath) -> Bool = { _ in true }
  ) {
    (self.bases, self.leftOutCaseCount, self.isCut) = (bases, leftOutCaseCount, isCut)
    var seen: Set<MemberName> = []
    var keyPaths: [FaultedKeyPath] = []
    for base in bases {
      // The end of the content of the last key path that has faults.
      var end = 0
      // The objects that have a key path which no earlier base has.
      var ownObjects: Set<Int32> = []
      var found: [(keyPath: FaultedKeyPath, isNew: Bool, isFaulted: Bool)] = []
      for reads in base.keyPaths where reads.node > 0 {
        // A value that distinguishes cases is covered in each base where it chooses another case.
        let place = reads.literals == nil ? "" : base.label
        let key = MemberName("\(base.paths[reads.node]) \(place) \(reads.signature)")
        let isNew = seen.insert(key).inserted
        let keyPath = FaultedKeyPath(reads, base)
        if isFaulted(keyPath) { end = max(end, Int(base.tree.nodes[keyPath.node].end)) }
        if isNew { ownObjects.insert(base.parents[keyPath.node]) }
        found.append((keyPath, isNew, keyPath.node < end))
      }
      for (var keyPath, isNew, isFaulted) in found {
        if isNew {
          if isFaulted { keyPath.cells = FaultCollector.cells(of: keyPath) }
          keyPaths.append(keyPath)
        } else if isFaulted, ownObjects.contains(base.parents[keyPath.node]) {
          // Most mappers read a key that several cases share separately in each case.
          keyPath.cells = FaultCollector.cellsOfAnotherCase(of: keyPath)
          keyPaths.append(keyPath)
        }
      }
    }
    self.keyPaths = keyPaths
    rootCells = FaultCollector.rootCells(bases[0])
  }

  /// Returns the single faults of another payload of the target alone; `nil` if it is not JSON.
  func moved(to payload: PayloadTree) -> FaultSweep? {
    bases[0].reading(payload).map { FaultSweep([$0], leftOutCaseCount: 0, isCut: false) }
  }

  /// All cells, those of the whole payload last.
  package var cells: [FaultCell] { keyPaths.flatMap(\.cells) + rootCells }
}
