/// The position of an element or member among its siblings.
public struct JSONChildIndex: Comparable, Sendable {
  let node: Int

  public static func < (left: JSONChildIndex, right: JSONChildIndex) -> Bool {
    left.node < right.node
  }
}

/// The part of the tape that holds the children of an array or object.
struct JSONChildren: Sendable {
  let document: JSONDocument
  let start: JSONChildIndex
  let end: JSONChildIndex
  let count: Int

  /// - Parameter kind: The kind that the value must have; otherwise there are no children.
  init(of value: JSONValue, if kind: TapeKind) {
    document = value.document
    let isKind = document.word(value.node).kind == kind
    let first = isKind ? document.firstChild(value.node) : 0
    start = JSONChildIndex(node: first)
    end = JSONChildIndex(node: isKind ? document.next(value.node) : 0)
    count = isKind ? document.word(value.node).length : 0
  }
}
