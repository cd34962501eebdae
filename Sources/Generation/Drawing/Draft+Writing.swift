import JSONParsing

extension Draft {
  func write(_ root: Int32, into tree: inout PayloadTree) {
    _ = tree.token(bytes)
    write(root, name: 0..<0, to: &tree)
  }

  private func write(_ place: Int32, name: Range<Int32>, to tree: inout PayloadTree) {
    let value = nodes[Int(resolved(place))]
    guard value.kind != .scalar else {
      tree.scalar(value.tokenStart..<value.tokenEnd, name: name)
      return
    }
    tree.begin(value.kind == .object ? .object : .array, name: name)
    var child = value.first
    while child >= 0 {
      let node = nodes[Int(child)]
      write(child, name: node.nameStart..<node.nameEnd, to: &tree)
      child = node.next
    }
    tree.end()
  }

  /// Returns the tokens of a value and of everything in it, by which values are compared.
  func spelling(of place: Int32) -> [UInt8] {
    var spelling: [UInt8] = []
    spell(place, into: &spelling)
    return spelling
  }

  private func spell(_ place: Int32, into spelling: inout [UInt8]) {
    let value = nodes[Int(resolved(place))]
    guard value.kind != .scalar else {
      spelling += bytes[Int(value.tokenStart)..<Int(value.tokenEnd)]
      return
    }
    spelling.append(UInt8(ascii: value.kind == .object ? "{" : "["))
    var child = value.first
    while child >= 0 {
      let node = nodes[Int(child)]
      spelling += bytes[Int(node.nameStart)..<Int(node.nameEnd)]
      spell(child, into: &spelling)
      spelling.append(UInt8(ascii: ","))
      child = node.next
    }
    spelling.append(UInt8(ascii: "]"))
  }

  func hasSameName(_ left: Int32, _ right: Int32) -> Bool {
    let (own, other) = (nodes[Int(left)], nodes[Int(right)])
    return bytes[Int(own.nameStart)..<Int(own.nameEnd)]
      .elementsEqual(bytes[Int(other.nameStart)..<Int(other.nameEnd)])
  }
}
