package import ContractModel
package import JSONParsing
import MappingEngine

/// A valid payload that faults are made in, and how it is read.
package final class FaultBase: Sendable {
  /// Which cases it chooses, where that are not the first: `{Message = ' Sports'}`; or nothing.
  package let label: String
  package let tree: PayloadTree
  private let recorder: ReadRecorder
  private let target: ContractExample.Target
  let choices: [RecordedReads.Choice]
  let keyPaths: [FaultedKeyPath.Reads]
  /// The names of the members that lines compare other values with.
  let comparedNames: Set<MemberName>
  /// The errors of the base itself.
  let errors: Set<ExpectedViolation>
  /// The paths of the nodes, and what holds them.
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

  /// The bytes of one of its values.
  package func bytes(of node: Int) -> [UInt8] { layout.bytes(of: node) }

  /// A valid payload, or one with a fault in it, as what faults are made in; `nil` if it is no JSON
  /// or has bytes around it.
  func reading(_ payload: PayloadTree) -> FaultBase? {
    document(of: payload).map { FaultBase($0, recorder, target, label: "") }
  }

  /// The errors of a payload that may have faults in it; `nil` if it is no JSON or has bytes around it.
  package func errors(in payload: PayloadTree) -> Set<ExpectedViolation>? {
    document(of: payload).map { recorder.reads(of: $0, as: target).errors }
  }

  private func document(of payload: PayloadTree) -> JSONDocument? {
    guard payload.prefix.isEmpty, payload.suffix.isEmpty else { return nil }
    return try? JSONDocument(parsing: payload.bytes)
  }
}

extension PayloadTree {
  /// The paths of the nodes, and the nodes of what holds them; −1 for the first.
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

  /// The nodes of what holds the nodes; −1 for the first.
  package var parents: [Int32] { places.parents }

  /// The name of a node, which its token spells.
  package func memberName(of node: Int) -> MemberName { MemberName(unquoted(nameToken(of: node))) }

  /// The text of a string, which its token spells.
  func unquoted(_ token: ArraySlice<UInt8>) -> String {
    guard token.contains(UInt8(ascii: "\\")) else {
      return String(decoding: token.dropFirst().dropLast(), as: UTF8.self)
    }
    return (try? JSONDocument(parsing: Array(token)))?.root.string ?? ""
  }
}
