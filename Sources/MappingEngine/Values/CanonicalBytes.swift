package import JSONParsing

extension JSONDocument {
  /// Returns whether two values are written with the same bytes.
  func isSameText(_ one: Int, _ other: Int) -> Bool {
    let (left, right) = (byteRange(one), byteRange(other))
    guard left.count == right.count else { return false }
    return zip(left, right).allSatisfy { byte(at: $0) == byte(at: $1) }
  }

  /// Returns whether two documents are equal: members in any order, the last of duplicate members,
  /// strings compared without their escapes.
  package func isEquivalent(to other: JSONDocument) -> Bool {
    canonicalBytes(0) == other.canonicalBytes(0)
  }

  /// Returns bytes that are the same for equal values: members in any order, the last of duplicate
  /// members, strings without their escapes. The remaining values are kept on an explicit stack,
  /// because values may nest to any depth.
  func canonicalBytes(_ node: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var waiting: [CanonicalStep] = [.value(node)]
    while let step = waiting.popLast() {
      switch step {
      case .name(let name): append(Self.textTag, name, to: &bytes)
      case .value(let node): appendCanonical(node, to: &bytes, &waiting)
      }
    }
    return bytes
  }

  private enum CanonicalStep {
    case name(ArraySlice<UInt8>)
    case value(Int)
  }

  /// The tag of all strings, with or without escapes.
  private static let textTag = TapeKind.plainString.rawValue

  /// - Parameter waiting: Receives the nested values, the first one last.
  private func appendCanonical(
    _ node: Int, to bytes: inout [UInt8], _ waiting: inout [CanonicalStep]
  ) {
    let kind = word(node).kind
    switch kind {
    case .plainString, .escapedString: append(Self.textTag, contentBytes(node), to: &bytes)
    case .array:
      append(kind.rawValue, count: word(node).length, to: &bytes)
      let start = waiting.count
      var child = firstChild(node)
      while child < next(node) {
        waiting.append(.value(child))
        child = next(child)
      }
      waiting[start...].reverse()
    case .object:
      let members = lastMembers(node)
      append(kind.rawValue, count: members.count, to: &bytes)
      for member in members.reversed() { waiting += [.value(member.value), .name(member.name)] }
    default: append(kind.rawValue, self.bytes[byteRange(node)], to: &bytes)
    }
  }

  private func lastMembers(_ object: Int) -> [(name: ArraySlice<UInt8>, value: Int)] {
    var last: [ArraySlice<UInt8>: Int] = [:]
    var name = firstChild(object)
    while name < next(object) {
      last[contentBytes(name)] = name + 1
      name = next(name + 1)
    }
    return last.map { (name: $0.key, value: $0.value) }
      .sorted { $0.name.lexicographicallyPrecedes($1.name) }
  }

  private func append(_ tag: UInt8, _ content: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    append(tag, count: content.count, to: &bytes)
    bytes += content
  }

  private func append(_ tag: UInt8, count: Int, to bytes: inout [UInt8]) {
    bytes.append(tag | 0x10)
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: count).littleEndian) { bytes += $0 }
  }
}
