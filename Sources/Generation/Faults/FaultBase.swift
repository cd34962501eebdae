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
    comparedNames = Set(keyPaths.flatMap(\.equalSources).compactMap(\.lastName))
  }

  package var bytes: [UInt8] { layout.bytes }

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

extension PayloadTree {
  /// The paths of the nodes, and their parents; the parent of the first node is −1.
  package var places: (paths: [InstancePath], parents: [Int32]) {
    var paths = Array(repeating: InstancePath(), count: nodes.count)
    var parents = Array(repeating: Int32(-1), count: nodes.count)
    for node in nodes.indices {
      for (position, child) in children(of: node).enumerated() {
        parents[child] = Int32(node)
        let step: InstancePath.Step =
          nodes[node].kind == .array ? .element(position) : .member(memberName(of: child))
        paths[child] = paths[node].appending(step)
      }
    }
    return (paths, parents)
  }

  package var parents: [Int32] { places.parents }

  /// Returns the unescaped name of a node.
  package func memberName(of node: Int) -> MemberName { MemberName(unquoted(nameToken(of: node))) }

  /// Returns the unescaped text of a string's token.
  func unquoted(_ token: ArraySlice<UInt8>) -> String {
    guard token.contains(UInt8(ascii: "\\")) else {
      return String(decoding: token.dropFirst().dropLast(), as: UTF8.self)
    }
    return (try? JSONDocument(parsing: Array(token)))?.root.string ?? ""
  }
}
