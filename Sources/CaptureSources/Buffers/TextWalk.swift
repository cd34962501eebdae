import JSONParsing

/// Counts the lines and columns of a text that arrives in pieces.
///
/// Lines end with LF or CR LF, but not with CR alone, as in `TextPosition`. A UTF-8 continuation
/// byte belongs to the character before it, whether or not the text is valid UTF-8. So pieces may
/// end anywhere.
struct TextWalk {
  private var line = 1
  private var column = 1

  /// The position after all pieces so far.
  var position: TextPosition { TextPosition(line: line, column: column) }

  /// Advances over a part of some bytes.
  mutating func advance(over bytes: [UInt8], in range: Range<Int>) {
    bytes.withUnsafeBytes { advance(over: UnsafeRawBufferPointer(rebasing: $0[range])) }
  }

  private mutating func advance(over bytes: UnsafeRawBufferPointer) {
    var rest = bytes
    while let lineFeed = System.firstOffset(of: UInt8(ascii: "\n"), in: rest) {
      line += 1
      column = 1
      rest = UnsafeRawBufferPointer(rebasing: rest[(lineFeed + 1)...])
    }
    for byte in rest where byte & 0b1100_0000 != 0b1000_0000 { column += 1 }
  }
}
