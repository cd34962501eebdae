import JSONParsing

/// The paths of a base's nodes without the parts that differ from payload to payload: positions are
/// 0, and the keys of dictionaries `*`.
struct PathTemplates {
  private let base: FaultBase
  /// The objects whose members are the elements of a collection.
  private let dictionaries: Set<Int32>

  init(_ base: FaultBase) {
    self.base = base
    let holders = base.keyPaths.filter { $0.level > 0 }.map { base.parents[$0.node] }
    dictionaries = Set(holders.filter { $0 >= 0 && base.tree.nodes[Int($0)].kind == .object })
  }

  /// Returns whether a template is that of a node.
  func isTemplate(_ template: InstancePath, of node: Int) -> Bool {
    base.paths[node].steps.count == template.steps.count && self[node] == template
  }

  subscript(node: Int) -> InstancePath {
    var path = base.paths[node]
    var holder = base.parents[node]
    for position in path.steps.indices.reversed() {
      switch path.steps[position] {
      case .element: path.steps[position] = .element(0)
      case .member where dictionaries.contains(holder): path.steps[position] = .member("*")
      case .member: break
      }
      holder = base.parents[Int(holder)]
    }
    return path
  }
}
