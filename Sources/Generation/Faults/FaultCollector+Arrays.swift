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
    add(.array, "null-element", "null element", insert("null", at: end))
    add(.array, "same-element", "the same element twice", insert(.node(first), at: end))
    add(.array, "other-element", "another element", insert(copy(of: first), at: end))
    // The element that `other-element` adds is greater, so an app that sorts would keep the order.
    add(.array, "other-before", "another element before it", insert(copy(of: first), at: first))
    add(
      .array, "wrong-element", "wrong element in the middle of three",
      insert(FaultText(stranger(to: first)), at: first), insert(copy(of: first), at: first))
    add(
      .array, "long", "\(Self.longCount) elements",
      .replace(node, array(of: first, count: Self.longCount)))
    add(.array, "unwrapped", "an element instead of the array", .replace(node, .node(first)))
    add(.array, "nested", "an array in the array", .replace(node, array(of: node, count: 1)))
    addCounts(first)
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

  /// Returns a value of another kind than the element.
  private func stranger(to element: Int32) -> String {
    tree.scalarToken(of: Int(element)).first == UInt8(ascii: "\"") ? "7" : "\"x\""
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
