import JSONParsing

extension FaultCell {
  /// The object of the base that has the key path; `nil` if the fault changes anything outside.
  package var object: Int? {
    var object = Int(base.parents[node])
    while object >= 0, base.tree.nodes[object].kind != .object {
      object = Int(base.parents[object])
    }
    guard object >= 0 else { return nil }
    let isInside = edits.allSatisfy { edit in
      edit.place.map { base.isInside(Int($0), object) } ?? false
    }
    return isInside ? object : nil
  }

  /// Returns the bytes with several faults of one base, none of whose objects is inside another.
  ///
  /// - Complexity: O(size of the base), plus the size of the faults.
  package static func bytes(of cells: [FaultCell]) -> [UInt8] {
    let base = cells[0].base
    let splices = cells.compactMap { base.layout.splice($0.edits, in: base.tree) }
    if splices.count == cells.count { return base.layout.bytes(splices) }
    // From last to first, so that the numbers of earlier nodes stay valid.
    return base.tree(with: cells.sorted { $0.node > $1.node }.flatMap(\.edits)).bytes
  }
}

extension FaultEdit {
  /// The node that the edit changes; `nil` if it changes the bytes around the payload.
  fileprivate var place: Int32? {
    switch self {
    case .remove(let node), .replace(let node, _), .rename(let node, _): node
    case .insert(_, _, _, let container): container
    case .surround: nil
    }
  }
}

extension FaultBase {
  package func depth(of node: Int) -> Int { paths[node].steps.count }

  fileprivate func isInside(_ node: Int, _ object: Int) -> Bool {
    var node = node
    while node > object { node = Int(parents[node]) }
    return node == object
  }
}
