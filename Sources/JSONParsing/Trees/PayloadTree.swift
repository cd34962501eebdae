/// JSON as it will be written, byte for byte.
///
/// Members keep their order and their duplicates. Names and scalars are stored as the tokens that
/// are written, so that an escaped name, a number such as `1e0`, or a text that is not JSON can be
/// represented. The values are in a flat array in the order in which they are written, each before
/// its content; their tokens are in one array of bytes, to which edits only append.
///
///     var tree = PayloadTree()
///     tree.begin(.array)
///     tree.scalar("1.0")
///     tree.end()
///     tree.text                      // [1.0]
package struct PayloadTree: Sendable {
  package enum Kind: UInt8, Sendable { case object, array, scalar }

  /// A value, and its name in the object around it.
  package struct Node: Sendable {
    package var kind: Kind
    /// The number of the value's origin, as defined by the maker of the tree; −1 if it has none.
    package var source: Int32
    /// The node after the value and all its content.
    package var end: Int32
    /// The range of the name's token in `tokens`, quotes included; empty without a name.
    package var name: Range<Int32>
    /// The range of a scalar's token in `tokens`.
    package var token: Range<Int32>
  }

  /// The values in the order in which they are written; the first is the payload.
  package private(set) var nodes: [Node] = []
  package private(set) var tokens: [UInt8] = []
  /// The bytes before and after the payload, such as a byte order mark or further text.
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
  /// Adds the token of a name or scalar, for use in values.
  package mutating func token(_ bytes: some Sequence<UInt8>) -> Range<Int32> {
    let start = Int32(tokens.count)
    tokens.append(contentsOf: bytes)
    return start..<Int32(tokens.count)
  }

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

  /// The payload's bytes, without white space.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(into: &bytes)
    return bytes
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  package func write(into bytes: inout [UInt8]) {
    bytes.reserveCapacity(bytes.count + tokens.count + 3 * nodes.count + prefix.count)
    bytes.append(contentsOf: prefix)
    if !nodes.isEmpty { write(0, into: &bytes) }
    bytes.append(contentsOf: suffix)
  }

  /// The byte range of each value in a payload without bytes around it.
  package var valueRanges: [Range<Int>] {
    var ranges = Array(repeating: 0..<0, count: nodes.count)
    if !nodes.isEmpty { _ = locate(0, from: 0, &ranges) }
    return ranges
  }

  /// Returns the end of a value that starts at an offset.
  private func locate(_ node: Int, from start: Int, _ ranges: inout [Range<Int>]) -> Int {
    let value = nodes[node]
    var end = start + (value.kind == .scalar ? value.token.count : 2)
    var child = node + 1
    while child < Int(value.end) {
      let name = nodes[child].name.count
      let comma = child > node + 1 ? 1 : 0
      end = locate(child, from: end - 1 + comma + name + (name > 0 ? 1 : 0), &ranges) + 1
      child = Int(nodes[child].end)
    }
    ranges[node] = start..<end
    return end
  }

  /// - Parameter replacing: The texts to write for some of the nodes instead.
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
  /// Removes a value with all its content.
  package mutating func remove(_ node: Int) {
    splice(node..<Int(nodes[node].end), with: [])
  }

  /// Replaces a value; its name stays.
  package mutating func replace(_ node: Int, with other: PayloadTree) {
    let name = nodes[node].name
    var added = adopted(other)
    if !added.isEmpty { added[0].name = name }
    splice(node..<Int(nodes[node].end), with: added)
  }

  /// Inserts a value before the node at a position, or at the end of its container.
  ///
  /// - Parameters:
  ///   - name: The token of its name, quotes included, if the container is an object.
  ///   - position: The position of its first node: a child of the container, or the container's
  ///     end.
  package mutating func insert(
    _ other: PayloadTree, name: some Sequence<UInt8>, at position: Int, in container: Int
  ) {
    var added = adopted(other)
    if !added.isEmpty { added[0].name = token(name) }
    splice(position..<position, with: added, in: container)
  }

  package mutating func rename(_ node: Int, to name: some Sequence<UInt8>) {
    nodes[node].name = token(name)
  }

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

  /// Returns the tree without some of its values; `isKept` is not called inside a removed node.
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

  /// Returns the nodes of another tree, numbered from 0, after adding its tokens to this tree.
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

  /// - Parameter container: The container of the range, if the range is empty: a position at the
  ///   end of a container may also be the end of others.
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
