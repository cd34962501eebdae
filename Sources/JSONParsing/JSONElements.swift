/// The elements of an array, in order.
///
/// - Complexity: `count` is O(1); an index is found by walking, so iterate instead of counting up.
public struct JSONElements: Collection, Sendable {
  /// Where an element stands.
  public struct Index: Comparable, Sendable {
    let node: Int

    public static func < (left: Index, right: Index) -> Bool { left.node < right.node }
  }

  private let document: JSONDocument
  public let startIndex: Index
  public let endIndex: Index
  public let count: Int

  init(of value: JSONValue) {
    document = value.document
    guard document.word(value.node).kind == .array else {
      (startIndex, endIndex, count) = (Index(node: 0), Index(node: 0), 0)
      return
    }
    startIndex = Index(node: document.firstChild(value.node))
    endIndex = Index(node: document.next(value.node))
    count = document.word(value.node).length
  }

  public func index(after index: Index) -> Index { Index(node: document.next(index.node)) }

  public subscript(index: Index) -> JSONValue { JSONValue(document: document, node: index.node) }
}
