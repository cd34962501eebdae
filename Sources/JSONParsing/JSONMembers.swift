/// A member of an object: a name and its value.
public struct JSONMember: Sendable {
  let document: JSONDocument
  /// The index of the name's word; the value's follows.
  let node: Int

  /// The name, escapes resolved; each unpaired surrogate reads as U+FFFD.
  public var name: MemberName { MemberName(document.string(node)) }

  /// Where the name stands in the text, in bytes, its quotes included.
  public var nameRange: Range<Int> { document.byteRange(node) }

  public var value: JSONValue { JSONValue(document: document, node: node + 1) }

  /// Whether the name has the same Unicode scalars as a text.
  public func isNamed(_ name: String) -> Bool { document.string(node, equals: name.utf8) }
}

/// The members of an object, in the order of the text, duplicates included.
///
/// - Complexity: `count` is O(1); an index is found by walking, so iterate instead of counting up.
public struct JSONMembers: Collection, Sendable {
  /// Where a member stands.
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
    guard document.word(value.node).kind == .object else {
      (startIndex, endIndex, count) = (Index(node: 0), Index(node: 0), 0)
      return
    }
    startIndex = Index(node: document.firstChild(value.node))
    endIndex = Index(node: document.next(value.node))
    count = document.word(value.node).length
  }

  public func index(after index: Index) -> Index { Index(node: document.next(index.node + 1)) }

  public subscript(index: Index) -> JSONMember { JSONMember(document: document, node: index.node) }

  /// Returns all members with a name, in order; more than one is a duplicate.
  ///
  /// - Complexity: O(*m*), where *m* is the number of members.
  public func all(named name: String) -> [JSONMember] { filter { $0.isNamed(name) } }

  /// Returns the last member with a name, which is the one that counts, or `nil`.
  ///
  /// - Complexity: O(*m*), where *m* is the number of members.
  public func last(named name: String) -> JSONMember? {
    reduce(nil) { $1.isNamed(name) ? $1 : $0 }
  }
}
