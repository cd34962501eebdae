/// A payload while it is drawn: a tree in one array. Values can be put at the ends of key paths in
/// the order of the contract's lines, which is not the order in which they are written.
struct Draft {
  enum Kind: UInt8 {
    case object, array, scalar
    /// The value of another node, at a separate place.
    case alias
  }

  struct Node {
    var kind: Kind
    /// The index of the name in the plan, or −1.
    var nameNumber: Int32 = -1
    /// The ranges of the name's token and of the scalar's token in `bytes`; for an alias,
    /// `tokenStart` is the node that it stands for.
    var nameStart: Int32 = 0
    var nameEnd: Int32 = 0
    var tokenStart: Int32 = 0
    var tokenEnd: Int32 = 0
    var first: Int32 = -1
    var last: Int32 = -1
    var next: Int32 = -1
  }

  var nodes: [Node] = []
  /// The plan's tokens, followed by those of this payload.
  var bytes: [UInt8] = []

  mutating func start(_ tokens: [UInt8]) {
    nodes.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: tokens)
  }

  @inline(__always)
  mutating func add(_ kind: Kind) -> Int32 {
    nodes.append(Node(kind: kind))
    return Int32(truncatingIfNeeded: nodes.count &- 1)
  }

  /// Adds a scalar whose token is the bytes that were added since a position.
  @inline(__always)
  mutating func addScalar(from start: Int) -> Int32 {
    addConstant(DrawRange(start..<bytes.count))
  }

  @inline(__always)
  mutating func addConstant(_ token: DrawRange) -> Int32 {
    var node = Node(kind: .scalar)
    (node.tokenStart, node.tokenEnd) = (token.start, token.end)
    nodes.append(node)
    return Int32(truncatingIfNeeded: nodes.count &- 1)
  }

  @inline(__always)
  mutating func append(_ child: Int32, to container: Int32) {
    let last = nodes[Int(container)].last
    if last < 0 {
      nodes[Int(container)].first = child
    } else {
      nodes[Int(last)].next = child
    }
    nodes[Int(container)].last = child
  }

  func children(of container: Int32) -> [Int32] {
    var children: [Int32] = []
    var child = nodes[Int(container)].first
    while child >= 0 {
      children.append(child)
      child = nodes[Int(child)].next
    }
    return children
  }

  /// Replaces the children of a container, for example by the same ones in another order.
  mutating func setChildren(_ children: [Int32], of container: Int32) {
    nodes[Int(container)].first = -1
    nodes[Int(container)].last = -1
    for child in children {
      nodes[Int(child)].next = -1
      append(child, to: container)
    }
  }

  /// Gives a node the value of another one, but not its name.
  mutating func assign(_ node: Int32, valueOf other: Int32) {
    let value = nodes[Int(other)]
    nodes[Int(node)].kind = value.kind
    (nodes[Int(node)].tokenStart, nodes[Int(node)].tokenEnd) = (value.tokenStart, value.tokenEnd)
    (nodes[Int(node)].first, nodes[Int(node)].last) = (value.first, value.last)
  }

  /// Returns the node that a node stands for.
  func resolved(_ node: Int32) -> Int32 {
    var node = node
    while nodes[Int(node)].kind == .alias { node = nodes[Int(node)].tokenStart }
    return node
  }

  /// Returns a node with the same value that can be put at another place.
  mutating func shared(_ node: Int32) -> Int32 {
    let alias = add(.alias)
    nodes[Int(alias)].tokenStart = resolved(node)
    return alias
  }
}
