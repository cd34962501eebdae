import ContractModel
import JSONParsing

extension FaultCollector {
  private static let longCount = 50

  /// Adds arrays with too few, too many or wrong elements, and other values in place of the array.
  mutating func addArrays() {
    guard kind == .array else { return }
    replace(.array, "empty", "empty array", with: "[]")
    let elements = tree.children(of: keyPath.node).map(Int32.init)
    guard let first = elements.first else { return }
    let end = end(of: node)
    let isUnspecified = isReadByIndexAlone
    let isText = tree.scalarToken(of: Int(first)).first == UInt8(ascii: "\"")
    let stranger: FaultText = isText ? "7" : "\"x\""
    add(
      .array, "null-element", "null element", insert("null", at: end),
      isUnspecified: isUnspecified)
    add(.array, "same-element", "the same element twice", insert(.node(first), at: end))
    add(.array, "other-element", "another element", insert(copy(of: first), at: end))
    // The element that `other-element` adds is greater, so an app that sorts would keep the order.
    add(.array, "other-before", "another element before it", insert(copy(of: first), at: first))
    add(
      .array, "wrong-element", "wrong element in the middle of three",
      insert(stranger, at: first), insert(copy(of: first), at: first),
      isUnspecified: isUnspecified)
    add(
      .array, "long", "\(Self.longCount) elements",
      .replace(node, array(of: first, count: Self.longCount)))
    add(.array, "unwrapped", "an element instead of the array", .replace(node, .node(first)))
    add(.array, "nested", "an array in the array", .replace(node, array(of: node, count: 1)))
    addCounts(first)
  }

  /// Whether lines read only elements with certain indices: then the contract says nothing of other
  /// elements, and an app may read all of them as values of one type.
  private var isReadByIndexAlone: Bool {
    guard reads.values.isEmpty else { return false }
    // What is inside a value that a line reads says nothing of the way to that value.
    var next = keyPath.node + 1
    for inner in base.keyPaths.drop(while: { $0.node < next }) where !inner.lines.isEmpty {
      if inner.node >= Int(end(of: node)) { break }
      if inner.node < next { continue }
      guard case .segment? = step(of: inner) else { return false }
      next = Int(end(of: Int32(inner.node)))
    }
    return true
  }

  /// Returns the step with which the line that reads an inner value goes into the array.
  private func step(of inner: FaultedKeyPath.Reads) -> SourceKeyPath.Step? {
    var (node, depth) = (Int32(inner.node), 0)
    while node != self.node {
      (node, depth) = (base.parents[Int(node)], depth + 1)
    }
    let steps = inner.lines[0].source.steps
    return steps.indices.contains(steps.count - depth) ? steps[steps.count - depth] : nil
  }

  private func insert(_ text: FaultText, at position: Int32) -> FaultEdit {
    .insert(text, at: position, in: node)
  }

  private func copy(of element: Int32) -> FaultText { OtherValue.copy(of: element, in: base) }

  func array(of element: Int32, count: Int) -> FaultText {
    let pieces = (0..<count).flatMap { position -> [FaultText.Piece] in
      (position > 0 ? [.text(",")] : []) + [.node(element, replacing: [:])]
    }
    return FaultText(pieces: [.text("[")] + pieces + [.text("]")])
  }

  /// Adds arrays with counts at the line's bounds, and one beyond them.
  private mutating func addCounts(_ first: Int32) {
    var made: Set<Int> = [tree.children(of: keyPath.node).count]
    for case .count(let range, _) in reads.constraints {
      for count in [range.lower - 1, range.lower, range.upper ?? -1, (range.upper ?? -2) + 1]
      where (1...1_000).contains(count) && made.insert(count).inserted {
        add(
          .array, "count-\(count)", "\(count) elements",
          .replace(node, array(of: first, count: count)))
      }
    }
  }
}
