/// A member of an object: a name and its value.
public struct JSONMember: Sendable {
  let document: JSONDocument
  /// The index of the name's word; the value's follows.
  let node: Int

  /// The name, escapes resolved; each unpaired surrogate reads as U+FFFD.
  public var name: MemberName { MemberName(document.string(node)) }

  /// Where the name stands in the text, in bytes, its quotes included.
  public var nameRange: Range<Int> { document.byteRange(node) }

  /// The value.
  public var value: JSONValue { JSONValue(document: document, node: node + 1) }

  /// Whether the name has the same Unicode scalars as a text.
  public func isNamed(_ name: String) -> Bool { document.string(node, equals: name.utf8) }
}

/// The members of an object, in the order of the text, duplicates included.
///
/// - Complexity: `count` is O(1); an index is found by walking, so iterate instead of counting up.
public struct JSONMembers: Collection, Sendable {
  private let children: JSONChildren

  init(of value: JSONValue) { children = JSONChildren(of: value, if: .object) }

  public var startIndex: JSONChildIndex { children.start }
  public var endIndex: JSONChildIndex { children.end }
  public var count: Int { children.count }

  /// A member is two nodes: its name, and its value with all that is in it.
  public func index(after index: JSONChildIndex) -> JSONChildIndex {
    JSONChildIndex(node: children.document.next(index.node + 1))
  }

  public subscript(index: JSONChildIndex) -> JSONMember {
    JSONMember(document: children.document, node: index.node)
  }

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

  /// Which of some names the members have: bit *n*, if one is called as the *n*-th.
  ///
  /// Costs nothing that a member or its value would have to be made for.
  ///
  /// - Parameter names: 32 at most.
  package func presence(of names: [String]) -> UInt32 {
    let document = children.document
    var found: UInt32 = 0
    var name = children.start.node
    while name < children.end.node {
      let word = document.word(name)
      for number in names.indices
      where word.kind == .escapedString || word.length == names[number].utf8.count + 2 {
        if document.string(name, equals: names[number].utf8) { found |= 1 << UInt32(number) }
      }
      name = document.next(name + 1)
    }
    return found
  }
}
