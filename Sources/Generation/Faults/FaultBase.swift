package import ContractModel
package import JSONParsing
import MappingEngine

/// A valid payload in which faults are made, with the record of how it is read.
package final class FaultBase: Sendable {
  /// The chosen cases that are not the first: `{Message = ' Sports'}`; otherwise empty.
  package let label: String
  package let tree: PayloadTree
  private let recorder: ReadRecorder
  private let target: ContractExample.Target
  let choices: [RecordedReads.Choice]
  let keyPaths: [FaultedKeyPath.Reads]
  /// The names of the members with which lines compare other values.
  let comparedNames: Set<MemberName>
  /// The errors of the base itself.
  let errors: Set<ExpectedViolation>
  let paths: [InstancePath]
  let parents: [Int32]
  let layout: PayloadLayout

  init(
    _ document: JSONDocument, _ recorder: ReadRecorder, _ target: ContractExample.Target,
    label: String
  ) {
    (self.recorder, self.target, self.label) = (recorder, target, label)
    tree = PayloadTree(document)
    let reads = recorder.reads(of: document, as: target)
    (choices, errors) = (reads.choices, reads.errors)
    (paths, parents) = tree.places
    layout = PayloadLayout(tree)
    keyPaths = FaultedKeyPath.Reads.grouped(reads, tree)
    // In builds without optimisation, key paths in the place of closures are slow.
    comparedNames = Set(keyPaths.flatMap { $0.equalSources }.compactMap { $0.lastName })
  }

  package var bytes: [UInt8] { layout.bytes }

  /// Returns the base's payload with edits, each made after those before it.
  func tree(with edits: [FaultEdit]) -> PayloadTree {
    edits.reduce(into: tree) { $1.apply(to: &$0, of: tree) }
  }

  package func bytes(of node: Int) -> [UInt8] { layout.bytes(of: node) }

  /// Returns a payload, valid or with a fault, as a base for faults; `nil` if it is not only JSON.
  func reading(_ payload: PayloadTree) -> FaultBase? {
    document(of: payload).map { FaultBase($0, recorder, target, label: "") }
  }

  /// Returns the errors of a payload that may have faults; `nil` if it is not only JSON.
  package func errors(in payload: PayloadTree) -> Set<ExpectedViolation>? {
    document(of: payload).map { recorder.reads(of: $0, as: target).errors }
  }

  private func document(of payload: PayloadTree) -> JSONDocument? {
    guard payload.prefix.isEmpty, payload.suffix.isEmpty else { return nil }
    return try? JSONDocument(parsing: payload.bytes)
  }
}
