/// The paths of many nodes of a document, found in one pass.
///
/// Each path is a chain of steps, and paths share common steps; so the memory of a table depends on
/// the number of steps, not of paths.
package struct InstancePathTable: Sendable {
  private struct Step: Sendable {
    /// The previous step, or −1 for the root.
    var parent: Int32
    /// The node of the member's name, or −1 for an element.
    var name: Int32
    /// The position of the element.
    var index: Int32
  }

  private let document: JSONDocument
  private var steps: [Step] = []
  /// The nodes, ascending, and the last step to each.
  private var nodes: [Int32] = []
  private var lastSteps: [Int32] = []

  /// - Parameter nodes: Values, or names of members; a name has the path of its value.
  /// - Complexity: O(*n* + *k* log *k*) for *n* values and *k* nodes.
  package init(of nodes: [Int32], in document: JSONDocument) {
    self.document = document
    for node in nodes.sorted() where node != self.nodes.last { self.nodes.append(node) }
    lastSteps = Array(repeating: -1, count: self.nodes.count)
    findSteps()
  }

  package func path(of node: Int) -> InstancePath {
    var path: [InstancePath.Step] = []
    var step = lastStep(to: Int32(node))
    while step >= 0 {
      let here = steps[Int(step)]
      path.append(
        here.name >= 0
          ? .member(MemberName(document.string(Int(here.name)))) : .element(Int(here.index)))
      step = here.parent
    }
    return InstancePath(path.reversed())
  }

  private func lastStep(to node: Int32) -> Int32 {
    var (low, high) = (0, nodes.count)
    while low < high {
      let middle = (low + high) / 2
      if nodes[middle] < node { low = middle + 1 } else { high = middle }
    }
    return low < nodes.count && nodes[low] == node ? lastSteps[low] : -1
  }

  // MARK: - Finding

  /// A container on the path to the next node.
  private struct Level {
    let isObject: Bool
    let end: Int
    /// The current child; in an object, the child's name.
    var child: Int
    var index: Int32 = 0
    /// The step that leads to the container; −2, if it has not been determined yet.
    var step: Int32

    var value: Int { isObject ? child + 1 : child }
  }

  private mutating func findSteps() {
    guard document.word(0).kind.isContainer else { return }
    var position = nodes.first == 0 ? 1 : 0  // nothing leads to the root
    var levels = [level(of: 0, step: -1)]
    while position < nodes.count, let here = levels.last {
      let node = Int(nodes[position])
      if here.child >= here.end {
        levels.removeLast()
        if !levels.isEmpty { advance(&levels[levels.count - 1]) }
      } else if node >= document.next(here.value) {
        advance(&levels[levels.count - 1])
      } else if node <= here.value {
        lastSteps[position] = step(levels.count - 1, &levels)
        position += 1
      } else {
        levels.append(level(of: here.value, step: -2))
      }
    }
  }

  private func level(of container: Int, step: Int32) -> Level {
    Level(
      isObject: document.word(container).kind == .object, end: document.next(container),
      child: document.firstChild(container), step: step)
  }

  private func advance(_ level: inout Level) {
    level.child = document.next(level.value)
    level.index += 1
  }

  /// Returns the step to a level's current child. Missing steps on the path to it are added.
  private mutating func step(_ depth: Int, _ levels: inout [Level]) -> Int32 {
    for level in 0...depth where levels[level].step == -2 {
      levels[level].step = append(levels[level - 1])
    }
    return append(levels[depth])
  }

  private mutating func append(_ level: Level) -> Int32 {
    steps.append(
      Step(
        parent: level.step, name: level.isObject ? Int32(level.child) : -1, index: level.index))
    return Int32(steps.count - 1)
  }
}
