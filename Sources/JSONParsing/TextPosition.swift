/// A place in a text, as editors count it.
public struct TextPosition: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The line, one-based. A line ends with LF, CR LF or CR.
  public let line: Int
  /// The column, one-based, in Unicode scalars. A byte order mark is not counted, a byte that is
  /// not UTF-8 as one.
  public let column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Finds the line and column of a byte.
  ///
  /// - Parameters:
  ///   - offset: In bytes, zero-based; past the end, that of the end. Inside a scalar, its first
  ///     byte's place.
  ///   - text: The text's bytes; anything, not only UTF-8.
  /// - Complexity: O(*offset*).
  public init(offset: Int, in text: some Collection<UInt8>) {
    let before = text.prefix(max(0, offset))
    var (line, lineStart) = (1, before.startIndex)
    var index = before.startIndex
    while index != before.endIndex {
      let byte = before[index]
      before.formIndex(after: &index)
      // The LF of a CR LF ends the line that its CR would have ended; the CR alone does so only if
      // no LF follows.
      let endsLine =
        byte == ASCII.lineFeed
        || byte == ASCII.carriageReturn
          && !(index != text.endIndex && text[index] == ASCII.lineFeed)
      if endsLine { (line, lineStart) = (line + 1, index) }
    }
    self.line = line
    column =
      Self.scalarCount(of: text[lineStart...], before: before.endIndex, isFirstLine: line == 1) + 1
  }

  /// How many scalars of a line end at or before an index.
  private static func scalarCount<Line: Collection<UInt8>>(
    of line: Line, before end: Line.Index, isFirstLine: Bool
  ) -> Int {
    var target = line.distance(from: line.startIndex, to: end)
    // A scalar that the target is inside of reaches at most three bytes behind it.
    var bytes = Array(line.prefix(target + 3))
    if isFirstLine, bytes.starts(with: JSONDocument.byteOrderMark) {
      bytes.removeFirst(JSONDocument.byteOrderMark.count)
      target -= JSONDocument.byteOrderMark.count
    }
    bytes += repeatElement(0, count: PaddedText.padding)
    return bytes.withUnsafeBytes { buffer in
      let text = PaddedText(buffer)
      var (count, offset) = (0, 0)
      while offset < target {
        offset += max(1, utf8Length(text, at: offset))
        count += offset <= target ? 1 : 0
      }
      return count
    }
  }

  public static func < (left: TextPosition, right: TextPosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }

  /// `line:column`, as compilers write it.
  public var description: String { "\(line):\(column)" }
}
