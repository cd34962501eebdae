import JSONParsing

extension PayloadTree {
  /// The payload with the members of each object in reverse order.
  var withReversedMembers: PayloadTree {
    var result = PayloadTree()
    result.prefix = prefix
    result.suffix = suffix
    if !nodes.isEmpty { appendReversed(0, to: &result) }
    return result
  }

  private func appendReversed(_ node: Int, to result: inout PayloadTree) {
    let name = nodes[node].name.isEmpty ? 0..<0 : result.token(nameToken(of: node))
    guard nodes[node].kind != .scalar else {
      let token = result.token(scalarToken(of: node))
      return result.scalar(token, name: name, source: nodes[node].source)
    }
    result.begin(nodes[node].kind, name: name, source: nodes[node].source)
    let children = children(of: node)
    for child in nodes[node].kind == .object ? children.reversed() : children {
      appendReversed(child, to: &result)
    }
    result.end()
  }

  /// Returns the payload with an unknown member at the end of each object.
  ///
  /// - Parameter isDictionary: Whether the names in the object at a place are values, so that a
  ///   member would be an entry.
  func withUnknownMembers(besides isDictionary: (InstancePath) -> Bool) -> PayloadTree {
    var tree = self
    var known = PayloadTree()
    known.begin(.object)
    known.scalar("1", name: #""id""#)
    known.end()
    let paths = places.paths
    // From last to first, so that the numbers of earlier nodes stay valid.
    for node in nodes.indices.reversed()
    where nodes[node].kind == .object && !isDictionary(paths[node]) {
      tree.insert(
        known, name: #""x-contractcheck-unknown""#.utf8, at: Int(tree.nodes[node].end), in: node)
    }
    return tree
  }

  /// Replaces the value at a place, or inserts one after the last member or element; returns
  /// whether the place is in an existing object or array.
  mutating func put(_ value: PayloadTree, at path: InstancePath) -> Bool {
    if let node = node(at: path) {
      replace(node, with: value)
      return true
    }
    guard let parent = node(at: path.dropLast()), let step = path.steps.last else { return false }
    let name: String
    switch (nodes[parent].kind, step) {
    case (.object, .member(let member)): name = JSONWriter.text(of: member.text)
    case (.array, .element): name = ""
    default: return false
    }
    insert(value, name: name.utf8, at: Int(nodes[parent].end), in: parent)
    return true
  }

  func with(_ value: PayloadTree, at path: InstancePath) -> PayloadTree {
    var tree = self
    _ = tree.put(value, at: path)
    return tree
  }

  /// Returns the payload with the number or text at a place changed by a `1` before its first digit
  /// or letter; `nil` if there is no scalar.
  func changingScalar(at path: InstancePath) -> PayloadTree? {
    guard let node = node(at: path), nodes[node].kind == .scalar else { return nil }
    var text = self.text(of: node)
    let start = text.prefix { $0 == "\"" || $0 == "-" }.endIndex
    text.insert("1", at: start)
    return with(PayloadTree(json: text), at: path)
  }

  func without(_ path: InstancePath) -> PayloadTree {
    var tree = self
    if let node = node(at: path) { tree.remove(node) }
    return tree
  }

  /// Returns the node at a place; `nil` if there is none.
  func node(at path: InstancePath) -> Int? {
    path.steps.reduce(nodes.isEmpty ? nil : 0) { node, step in
      guard let node else { return nil }
      let children = children(of: node)
      switch step {
      case .element(let index): return children.dropFirst(index).first
      case .member(let name): return children.last { memberName(of: $0) == name }
      }
    }
  }

  /// Returns the payload with only one of an array's elements.
  func keeping(_ element: Int, of array: Int) -> PayloadTree {
    var tree = self
    for child in children(of: array).reversed() where child != element { tree.remove(child) }
    return tree
  }
}
