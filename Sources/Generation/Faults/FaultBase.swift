package import ContractModel
package import JSONParsing

/// A valid payload that faults are made in, and how it is read.
package final class FaultBase: Sendable {
  /// Which cases it chooses, where that are not the first: `{Message = ' Sports'}`; or nothing.
  package let label: String
  package let tree: PayloadTree
  let contract: PlainContract
  let target: PlainTarget
  let choices: [PlainChoice]
  let keyPaths: [FaultedKeyPath.Reads]
  /// The violations of the base itself.
  package let findings: Set<ExpectedViolation>
  /// The paths of the nodes, and what holds them.
  let paths: [InstancePath]
  let parents: [Int32]

  init(
    _ document: JSONDocument, _ contract: PlainContract, _ target: PlainTarget, label: String
  ) {
    (self.contract, self.target, self.label) = (contract, target, label)
    tree = PayloadTree(document)
    var reader = PlainReader(contract, document, keepsReads: true)
    reader.read(as: target)
    findings = reader.findings
    var seen: Set<PlainChoice> = []
    choices = reader.choices.filter { seen.insert($0).inserted }
    (paths, parents) = tree.places
    keyPaths = FaultedKeyPath.Reads.grouped(reader.reads, tree)
  }

  /// The violations that have to be found in a payload; `nil`, if this reading does not know.
  func prediction(for payload: PayloadTree) -> Set<ExpectedViolation>? {
    let document: JSONDocument
    do {
      document = try JSONDocument(parsing: payload.bytes)
    } catch {
      let isEmpty = error.reason == .emptyText
      return [
        ExpectedViolation(rule: isEmpty ? .emptyBody : .notJSON, path: InstancePath())
      ]
    }
    var reader = PlainReader(contract, document)
    reader.read(as: target)
    return reader.isUndecided ? nil : reader.findings
  }
}

extension PayloadTree {
  /// The paths of the nodes, and the nodes of what holds them; −1 for the first.
  fileprivate var places: (paths: [InstancePath], parents: [Int32]) {
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
