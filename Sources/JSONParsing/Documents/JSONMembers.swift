/// A member of an object: a name and its value.
public struct JSONMember: Sendable {
  let document: JSONDocument
  /// The index of the name's word; the value follows it.
  let node: Int

  /// The name with escapes resolved; each unpaired surrogate becomes U+FFFD.
  public var name: MemberName { MemberName(document.string(node)) }

  /// The name in UTF-8, with escapes resolved.
  package var nameBytes: ArraySlice<UInt8> { document.contentBytes(node) }

  /// The bytes of the name in the text, including its quotes.
  public var nameRange: Range<Int> { document.byteRange(node) }

  /// The value.
  public var value: JSONValue { JSONValue(document: document, node: node + 1) }

  /// Whether the name has the same Unicode scalars as a text.
  public func isNamed(_ name: String) -> Bool { document.string(node, equals: name.utf8) }
}

/// The members of an object, in the order of the text, including duplicates.
///
/// - Complexity: `count` is O(1). Indexing walks the members, so iterate instead of counting up.
public struct JSONMembers: Collection, Sendable {
  private let children: JSONChildren

  init(of value: JSONValue) { children = JSONChildren(of: value, if: .object) }

  public var startIndex: JSONChildIndex { children.start }
  public var endIndex: JSONChildIndex { children.end }
  public var count: Int { children.count }

  /// A member is two nodes: its name, and its value with the value's subtree.
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

  /// Returns the last member with a name, or `nil`. Of duplicate members, the last one counts.
  ///
  /// - Complexity: O(*m*), where *m* is the number of members.
  public func last(named name: String) -> JSONMember? {
    reduce(nil) { $1.isNamed(name) ? $1 : $0 }
  }

  /// Returns which of some names the members have: bit *n* is set, if a member has the *n*-th name.
  /// No `JSONMember` or `JSONValue` is made for a member, which would cost time.
  package func presence(of names: SoughtNames) -> UInt32 {
    let document = children.document
    var found: UInt32 = 0
    var name = children.start.node
    while name < children.end.node {
      let word = document.word(name)
      if word.kind == .escapedString {
        found |= names.bits(of: document.contentBytes(name))
      } else if names.mayHave(byteCount: word.length - 2) {
        found |= names.bits(of: document.text[document.contentRange(name)])
      }
      name = document.next(name + 1)
    }
    return found
  }
}

/// Up to 32 names that are searched together.
package struct SoughtNames: Sendable {
  private var bytes: [UInt8] = []
  /// The end of each name in `bytes`.
  private var ends: [Int] = []
  /// The lengths of the names: bit *n* is set, if a name has *n* bytes; the last bit is for that
  /// length and all longer ones.
  private var byteCounts: UInt64 = 0

  package init(_ names: [String]) {
    precondition(names.count <= UInt32.bitWidth, "each name has a bit")
    for name in names {
      bytes += name.utf8
      ends.append(bytes.count)
      byteCounts |= Self.bit(ofCount: name.utf8.count)
    }
  }

  private static func bit(ofCount count: Int) -> UInt64 { 1 << UInt64(min(count, 63)) }

  func mayHave(byteCount: Int) -> Bool { byteCounts & Self.bit(ofCount: byteCount) != 0 }

  /// Returns the bit of a name; none, if the name is not one of these.
  func bits(of name: ArraySlice<UInt8>) -> UInt32 {
    var (start, found): (Int, UInt32) = (0, 0)
    for (number, end) in ends.enumerated() {
      if end - start == name.count, isEqual(name, from: start) { found |= 1 << UInt32(number) }
      start = end
    }
    return found
  }

  private func isEqual(_ name: ArraySlice<UInt8>, from start: Int) -> Bool {
    for offset in 0..<name.count
    where name[name.startIndex + offset] != bytes[start + offset] {
      return false
    }
    return true
  }
}
