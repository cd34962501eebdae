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
  package func unquoted(_ token: ArraySlice<UInt8>) -> String {
    guard token.contains(UInt8(ascii: "\\")) else {
      return String(decoding: token.dropFirst().dropLast(), as: UTF8.self)
    }
    return (try? JSONDocument(parsing: Array(token)))?.root.string ?? ""
  }
}
