import Generation
import JSONParsing

/// Paths of nodes of payload trees.
enum JSONPathOfNode {
  static func path(of node: Int, in tree: PayloadTree) -> InstancePath {
    var steps: [InstancePath.Step] = []
    var current = 0
    while current != node {
      let children = tree.children(of: current)
      guard
        let position = children.lastIndex(where: { $0 <= node })
      else { break }
      let child = children[position]
      let isArray = tree.nodes[current].kind == .array
      steps.append(isArray ? .element(position) : .member(tree.memberName(of: child)))
      current = child
    }
    return InstancePath(steps)
  }
}
