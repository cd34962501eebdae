extension Draft {
  /// Writes the payload.
  func write(_ root: Int32, into tree: inout PayloadTree) {
    _ = tree.token(bytes)
    write(root, name: 0..<0, to: &tree)
  }

  private func write(_ place: Int32, name: Range<Int32>, to tree: inout PayloadTree) {
    let value = nodes[Int(resolved(place))]
    guard value.kind != .scalar else {
      tree.scalar(value.tokenStart..<value.tokenEnd, name: name, source: value.source)
      return
    }
    tree.begin(value.kind == .object ? .object : .array, name: name, source: value.source)
    var child = value.first
    while child >= 0 {
      let node = nodes[Int(child)]
      write(child, name: node.nameStart..<node.nameEnd, to: &tree)
      child = node.next
    }
    tree.end()
  }

  /// Whether two values are written alike.
  func areAlike(_ left: Int32, _ right: Int32) -> Bool {
    let (own, other) = (nodes[Int(resolved(left))], nodes[Int(resolved(right))])
    guard own.kind == other.kind else { return false }
    if own.kind == .scalar {
      return token(own).elementsEqual(token(other))
    }
    var (first, second) = (own.first, other.first)
    while first >= 0, second >= 0 {
      guard hasSameName(first, second), areAlike(first, second) else { return false }
      (first, second) = (nodes[Int(first)].next, nodes[Int(second)].next)
    }
    return first < 0 && second < 0
  }

  private func token(_ node: Node) -> ArraySlice<UInt8> {
    bytes[Int(node.tokenStart)..<Int(node.tokenEnd)]
  }

  func hasSameName(_ left: Int32, _ right: Int32) -> Bool {
    let (own, other) = (nodes[Int(left)], nodes[Int(right)])
    return bytes[Int(own.nameStart)..<Int(own.nameEnd)]
      .elementsEqual(bytes[Int(other.nameStart)..<Int(other.nameEnd)])
  }
}
