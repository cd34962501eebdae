// Access to the tape. A node is the index of the first word of a value or member name. Code that
// walks a document without cursors walks nodes.

extension JSONDocument {
  @inlinable @inline(__always)
  package func word(_ node: Int) -> TapeWord { TapeWord(bits: tape[node]) }

  /// Returns the index after a node and its subtree: that of the next sibling, if there is one.
  @inlinable @inline(__always)
  package func next(_ node: Int) -> Int {
    word(node).kind.isContainer ? ContainerWord(bits: tape[node + 1]).next : node + 1
  }

  /// The index of a container's first child.
  @inlinable @inline(__always)
  package func firstChild(_ node: Int) -> Int { node + 2 }

  /// Returns the eight bytes of the text from an offset, the first one lowest; zeros follow the
  /// text's end.
  @inlinable @inline(__always)
  package func bytes8(at offset: Int) -> UInt64 {
    text.withUnsafeBytes { bytes in
      precondition(offset >= 0 && offset <= bytes.count - 8)
      return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
  }

  @inlinable @inline(__always)
  package func byte(at offset: Int) -> UInt8 { text[offset] }

  /// Returns the bytes of a value or member name, including a string's quotes and a container's
  /// brackets.
  @inlinable
  package func byteRange(_ node: Int) -> Range<Int> {
    let word = word(node)
    guard word.kind.isContainer else { return word.start..<word.start + word.length }
    return word.start..<ContainerWord(bits: tape[node + 1]).end
  }

  /// Returns the bytes between the quotes of a string or member name, with escapes as written.
  @inlinable
  package func contentRange(_ node: Int) -> Range<Int> {
    let range = byteRange(node)
    return range.lowerBound + 1..<range.upperBound - 1
  }
}
