/// The elements of an array, in order.
///
/// - Complexity: `count` is O(1). Indexing walks the elements, so iterate instead of counting up.
public struct JSONElements: Collection, Sendable {
  private let children: JSONChildren

  init(of value: JSONValue) { children = JSONChildren(of: value, if: .array) }

  public var startIndex: JSONChildIndex { children.start }
  public var endIndex: JSONChildIndex { children.end }
  public var count: Int { children.count }

  public func index(after index: JSONChildIndex) -> JSONChildIndex {
    JSONChildIndex(node: children.document.next(index.node))
  }

  public subscript(index: JSONChildIndex) -> JSONValue {
    JSONValue(document: children.document, node: index.node)
  }
}
