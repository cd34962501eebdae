package import ContractModel
import JSONParsing
package import MappingEngine

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
  /// How many cases of mappings no payload was looked for.
  package let leftOutCaseCount: Int

  /// - Parameter recorder: One that knows the target, if others use it, too.
  /// - Returns: `nil` if the contract has no such endpoint, or no canonical payload of the target
  ///   within the limits.
  package init?(
    _ contract: Contract, target: ContractExample.Target,
    limits: GenerationLimits = GenerationLimits(), recorder: ReadRecorder? = nil
  ) {
    let recorder = recorder ?? ReadRecorder(contract, as: [target])
    var bases = FaultBases(contract, target, limits, recorder)
    bases.find()
    guard !bases.found.isEmpty else { return nil }
    self.init(bases.found, leftOutCaseCount: bases.leftOutCount)
  }

  /// - Parameter bases: At least one.
  private init(_ bases: [FaultBase], leftOutCaseCount: Int) {
    (self.bases, self.leftOutCaseCount) = (bases, leftOutCaseCount)
    var seen: Set<MemberName> = []
    var keyPaths: [FaultedKeyPath] = []
    for base in bases {
      for reads in base.keyPaths where reads.node > 0 {
        // What tells cases apart is looked at wherever it tells another.
        let place = reads.literals == nil ? "" : base.label
        let key = MemberName("\(base.paths[reads.node]) \(place) \(reads.signature)")
        guard seen.insert(key).inserted else { continue }
        keyPaths.append(FaultCollector.faulted(reads, base))
      }
    }
    self.keyPaths = keyPaths
    rootCells = FaultCollector.rootCells(bases[0])
  }

  /// The single faults of another payload of the target alone; `nil` if it is no JSON.
  func moved(to payload: PayloadTree) -> FaultSweep? {
    bases[0].reading(payload).map { FaultSweep([$0], leftOutCaseCount: 0) }
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
