package import JSONParsing

/// The only place where two payloads differ.
package struct PayloadDifference {
  package var path: InstancePath
  /// The values there, as they are written; `nil` if there is none.
  package var value: String?
  package var other: String?
}

extension PayloadDifference {
  /// - Returns: `nil` if the payloads are equal, or differ in more than one place.
  package init?(_ tree: PayloadTree, _ other: PayloadTree) {
    guard !tree.nodes.isEmpty, !other.nodes.isEmpty, tree.prefix == other.prefix,
      tree.suffix == other.suffix
    else { return nil }
    var search = Search(tree: tree, other: other)
    search.compare(0, 0, InstancePath())
    guard search.found.count == 1 else { return nil }
    self = search.found[0]
  }

  /// The distance of the values: of numbers by their difference, of texts by their characters; a
  /// greater one for values of different kinds.
  var distance: Double {
    guard let value, let other else { return 1e30 }
    if let left = Int128(value), let right = Int128(other) {
      return Double((left - right).magnitude)
    }
    guard let left = Self.string(value), let right = Self.string(other) else { return 1e30 }
    return TextOrder.distance(left, right)
  }

  private static func string(_ text: String) -> [UInt32]? {
    (try? JSONDocument(parsing: text))?.root.string?.unicodeScalars.map(\.value)
  }

  private struct Search {
    let tree: PayloadTree
    let other: PayloadTree
    var found: [PayloadDifference] = []

    mutating func compare(_ node: Int, _ peer: Int, _ path: InstancePath) {
      guard found.count < 2 else { return }
      let kind = tree.nodes[node].kind
      guard kind == other.nodes[peer].kind, kind != .scalar else {
        let (value, foreign) = (tree.text(of: node), other.text(of: peer))
        guard !value.utf8.elementsEqual(foreign.utf8) else { return }
        return found.append(PayloadDifference(path: path, value: value, other: foreign))
      }
      let (children, peers) = (tree.children(of: node), other.children(of: peer))
      guard kind == .array else { return compareMembers(children, peers, path) }
      for position in 0..<max(children.count, peers.count) {
        let path = path.appending(.element(position))
        compare(children.dropFirst(position).first, peers.dropFirst(position).first, path)
      }
    }

    private mutating func compareMembers(_ children: [Int], _ peers: [Int], _ path: InstancePath) {
      var rest = peers
      for child in children {
        let name = tree.memberName(of: child)
        let index = rest.firstIndex { other.memberName(of: $0) == name }
        compare(child, index.map { rest.remove(at: $0) }, path.appending(.member(name)))
      }
      for peer in rest {
        compare(nil, peer, path.appending(.member(other.memberName(of: peer))))
      }
    }

    private mutating func compare(_ node: Int?, _ peer: Int?, _ path: InstancePath) {
      if let node, let peer { return compare(node, peer, path) }
      let (value, foreign) = (node.map { tree.text(of: $0) }, peer.map { other.text(of: $0) })
      found.append(PayloadDifference(path: path, value: value, other: foreign))
    }
  }
}
