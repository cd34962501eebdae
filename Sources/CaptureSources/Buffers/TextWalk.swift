import JSONParsing

/// Counts the lines and columns of a text that comes in pieces.
///
/// Lines end with LF or CR LF, as those of `TextPosition` do, but not with CR alone; a byte that
/// could only go on a character counts to the one before it, whether that is UTF-8 or not. So
/// pieces may end anywhere.
struct TextWalk {
  private var line = 1
  private var column = 1

  /// The place after all that was walked.
  var position: TextPosition { TextPosition(line: line, column: column) }

  /// Walks over a part of some bytes.
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
