// The tape, read. A node is the index of a value's or member name's first word; whoever walks a
// document without cursors walks nodes.

extension JSONDocument {
  @inline(__always)
  func word(_ node: Int) -> TapeWord { TapeWord(bits: tape[node]) }

  /// The index behind a node and everything in it: of the next sibling, if there is one.
  @inline(__always)
  func next(_ node: Int) -> Int {
    word(node).kind.isContainer ? ContainerWord(bits: tape[node + 1]).next : node + 1
  }

  /// The index of a container's first child.
  @inline(__always)
  func firstChild(_ node: Int) -> Int { node + 2 }

  /// The bytes of a value or member name, a string's quotes and a container's brackets included.
  func byteRange(_ node: Int) -> Range<Int> {
    let word = word(node)
    guard word.kind.isContainer else { return word.start..<word.start + word.length }
    return word.start..<ContainerWord(bits: tape[node + 1]).end
  }

  /// The bytes between the quotes of a string or member name, escapes as written.
  func contentRange(_ node: Int) -> Range<Int> {
    let range = byteRange(node)
    return range.lowerBound + 1..<range.upperBound - 1
  }
}
