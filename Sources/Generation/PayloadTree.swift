/// JSON as it will be written, byte for byte.
///
/// Members keep their order and their duplicates; names and scalars are kept as the tokens that are
/// written, so an escaped name, a number such as `1e0` or a text that is no JSON at all can be said.
/// The values lie flat, in the order in which they are written, each before what is in it; their
/// tokens lie in one array of bytes, which edits only add to.
///
///     var tree = PayloadTree()
///     tree.begin(.array)
///     tree.scalar("1.0")
///     tree.end()
///     tree.text                      // [1.0]
package struct PayloadTree: Sendable {
  package enum Kind: UInt8, Sendable { case object, array, scalar }

  /// A value, and the name that it has in its object.
  package struct Node: Sendable {
    package var kind: Kind
    /// The number of its origin, as its maker counts; −1, if it has none.
    package var source: Int32
    /// The node after the value and all that is in it.
    package var end: Int32
    /// The bytes of the name's token, quotes included, in `tokens`; empty without one.
    package var name: Range<Int32>
    /// The bytes of a scalar's token in `tokens`.
    package var token: Range<Int32>
  }

  /// In the order in which they are written; the first is the payload.
  package private(set) var nodes: [Node] = []
  package private(set) var tokens: [UInt8] = []
  /// The bytes before and after the payload: a byte order mark, more text.
  package var prefix: [UInt8] = []
  package var suffix: [UInt8] = []
  /// The containers that were begun and not ended.
  private var open: [Int32] = []

  package init() {}

  package mutating func removeAll() {
    nodes.removeAll(keepingCapacity: true)
    tokens.removeAll(keepingCapacity: true)
    prefix.removeAll(keepingCapacity: true)
    suffix.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
  }
}

// MARK: - Writing

extension PayloadTree {
  /// Adds the tokens of a name or scalar, to be given to values.
  package mutating func token(_ bytes: some Sequence<UInt8>) -> Range<Int32> {
    let start = Int32(tokens.count)
    tokens.append(contentsOf: bytes)
    return start..<Int32(tokens.count)
  }

  /// Begins an object or array.
  package mutating func begin(_ kind: Kind, name: Range<Int32> = 0..<0, source: Int32 = -1) {
    open.append(Int32(nodes.count))
    nodes.append(Node(kind: kind, source: source, end: 0, name: name, token: 0..<0))
  }

  /// Ends the object or array that was begun last.
  package mutating func end() {
    let container = Int(open.removeLast())
    nodes[container].end = Int32(nodes.count)
  }

  /// Adds a scalar, or a piece of text that stands for a value.
  package mutating func scalar(
    _ token: Range<Int32>, name: Range<Int32> = 0..<0, source: Int32 = -1
  ) {
    let end = Int32(nodes.count + 1)
    nodes.append(Node(kind: .scalar, source: source, end: end, name: name, token: token))
  }

  package mutating func scalar(_ text: String, name: String? = nil) {
    let name = name.map { token($0.utf8) } ?? 0..<0
    scalar(token(text.utf8), name: name)
  }
}

// MARK: - Reading

extension PayloadTree {
  /// The nodes right in an object or array.
  package func children(of node: Int) -> [Int] {
    guard nodes[node].kind != .scalar else { return [] }
    var children: [Int] = []
    var child = node + 1
    while child < Int(nodes[node].end) {
      children.append(child)
      child = Int(nodes[child].end)
    }
    return children
  }

  package func nameToken(of node: Int) -> ArraySlice<UInt8> { tokens[nodes[node].name.asInts] }

  package func scalarToken(of node: Int) -> ArraySlice<UInt8> { tokens[nodes[node].token.asInts] }

  /// The payload's bytes, without any white space.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(into: &bytes)
    return bytes
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Appends the payload's bytes.
  package func write(into bytes: inout [UInt8]) {
    bytes.reserveCapacity(bytes.count + tokens.count + 3 * nodes.count + prefix.count)
    bytes.append(contentsOf: prefix)
    if !nodes.isEmpty { write(0, into: &bytes) }
    bytes.append(contentsOf: suffix)
  }

  /// - Parameter replacing: What is written for some of the nodes.
  func write(_ node: Int, replacing: [Int32: String] = [:], into bytes: inout [UInt8]) {
    if !replacing.isEmpty, let text = replacing[Int32(node)] {
      return bytes.append(contentsOf: text.utf8)
    }
    let value = nodes[node]
    guard value.kind != .scalar else {
      bytes.append(contentsOf: tokens[value.token.asInts])
      return
    }
    bytes.append(value.kind == .object ? UInt8(ascii: "{") : UInt8(ascii: "["))
    var child = node + 1
    while child < Int(value.end) {
      if child > node + 1 { bytes.append(UInt8(ascii: ",")) }
      if value.kind == .object {
        bytes.append(contentsOf: tokens[nodes[child].name.asInts])
        bytes.append(UInt8(ascii: ":"))
      }
      write(child, replacing: replacing, into: &bytes)
      child = Int(nodes[child].end)
    }
    bytes.append(value.kind == .object ? UInt8(ascii: "}") : UInt8(ascii: "]"))
  }
}

// MARK: - Editing

extension PayloadTree {
  /// Takes a value out, with all that is in it.
  package mutating func remove(_ node: Int) {
    splice(node..<Int(nodes[node].end), with: [])
  }

  /// Puts another value where one stands; the name stays.
  package mutating func replace(_ node: Int, with other: PayloadTree) {
    let name = nodes[node].name
    var added = adopted(other)
    if !added.isEmpty { added[0].name = name }
    splice(node..<Int(nodes[node].end), with: added)
  }

  /// Puts a value before the node at a position, or at the end of its container.
  ///
  /// - Parameters:
  ///   - other: What is added.
  ///   - name: The token of its name, quotes included, if it is put in an object.
  ///   - position: Where its first node will be; a child of the container, or its end.
  ///   - container: The object or array that gets it.
  package mutating func insert(
    _ other: PayloadTree, name: some Sequence<UInt8>, at position: Int, in container: Int
  ) {
    var added = adopted(other)
    if !added.isEmpty { added[0].name = token(name) }
    splice(position..<position, with: added, in: container)
  }

  /// Gives a member another name.
  package mutating func rename(_ node: Int, to name: some Sequence<UInt8>) {
    nodes[node].name = token(name)
  }

  /// The value at a node, as a tree of its own.
  package func subtree(_ node: Int) -> PayloadTree {
    var tree = PayloadTree()
    tree.tokens = tokens
    tree.nodes = nodes[node..<Int(nodes[node].end)].map { value in
      var value = value
      value.end -= Int32(node)
      return value
    }
    tree.nodes[0].name = 0..<0
    return tree
  }

  /// The tree without some of its values.
  ///
  /// - Parameter isKept: Says so of a node; is not asked about what is in one that is not kept.
  package func filtered(_ isKept: (Int) -> Bool) -> PayloadTree {
    var tree = PayloadTree()
    (tree.tokens, tree.prefix, tree.suffix) = (tokens, prefix, suffix)
    var ends: [Int] = []
    var node = 0
    while node < nodes.count {
      while let end = ends.last, node >= end {
        tree.end()
        ends.removeLast()
      }
      let value = nodes[node]
      guard isKept(node) else {
        node = Int(value.end)
        continue
      }
      if value.kind == .scalar {
        tree.scalar(value.token, name: value.name, source: value.source)
      } else {
        tree.begin(value.kind, name: value.name, source: value.source)
        ends.append(Int(value.end))
      }
      node += 1
    }
    for _ in ends { tree.end() }
    return tree
  }

  /// The nodes of another tree, their tokens being in this one, counted from 0.
  private mutating func adopted(_ other: PayloadTree) -> [Node] {
    let shift = Int32(tokens.count)
    tokens += other.tokens
    return other.nodes.map { node in
      var node = node
      node.name = node.name.shifted(by: shift)
      node.token = node.token.shifted(by: shift)
      return node
    }
  }

  /// - Parameter container: What holds the range, if the range is empty: a range at the end of a
  ///   container is at the end of others too.
  private mutating func splice(_ range: Range<Int>, with added: [Node], in container: Int? = nil) {
    let shift = Int32(added.count - range.count)
    for index in nodes.indices where !range.contains(index) {
      let end = Int(nodes[index].end)
      let holds =
        index < range.lowerBound
        && (end > range.lowerBound
          || container.map { index <= $0 && end == range.lowerBound } ?? false)
      if index >= range.upperBound || (holds && end >= range.upperBound) {
        nodes[index].end += shift
      }
    }
    let start = Int32(range.lowerBound)
    nodes.replaceSubrange(
      range,
      with: added.map { node in
        var node = node
        node.end += start
        return node
      })
  }
}

extension Range<Int32> {
  fileprivate var asInts: Range<Int> { Int(lowerBound)..<Int(upperBound) }

  fileprivate func shifted(by shift: Int32) -> Range<Int32> {
    isEmpty ? 0..<0 : lowerBound + shift..<upperBound + shift
  }
}
