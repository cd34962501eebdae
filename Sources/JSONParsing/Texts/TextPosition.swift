/// A place in a text, as editors count it.
public struct TextPosition: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The line, one-based. A line ends with LF or CR LF; a CR alone ends no line, as in captures
  /// with one value per line.
  public let line: Int
  /// The column, one-based, in Unicode scalars. A byte order mark is not counted; a byte that is
  /// not UTF-8 counts as one scalar.
  public let column: Int

  /// Makes a position from one-based numbers.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Finds the line and column of a byte.
  ///
  /// - Parameters:
  ///   - offset: The offset in bytes, zero-based. An offset past the end counts as the end, one
  ///     inside of a scalar as that of its first byte.
  ///   - text: The text's bytes, which need not be UTF-8.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public init(offset: Int, in text: some Sequence<UInt8>) {
    self = Self.positions(ofSorted: [offset], in: text)[0]
  }

  /// Finds the lines and columns of many bytes in one pass.
  ///
  /// - Parameters:
  ///   - offsets: The offsets in ascending order, each as in `init(offset:in:)`.
  ///   - text: The text's bytes, which need not be UTF-8.
  /// - Complexity: O(*n* + *k*), where *n* is the length of the text and *k* the number of offsets.
  public static func positions(
    ofSorted offsets: [Int], in text: some Sequence<UInt8>
  ) -> [TextPosition] {
    let bytes = Array(text) + PaddedText.zeros
    return bytes.withUnsafeBytes { buffer in
      let text = PaddedText(buffer)
      var walk = Walk(text)
      return offsets.map { offset in
        walk.advance(to: min(max(0, offset), text.count), in: text)
        return walk.position
      }
    }
  }

  /// A place in a walk through a text, scalar by scalar.
  struct Walk: Sendable {
    private(set) var offset: Int
    private var line = 1
    private var column = 1
    /// The number of scalars that were passed.
    private(set) var stepCount = 0

    init(_ text: PaddedText) { offset = text.start }

    var position: TextPosition { TextPosition(line: line, column: column) }

    /// Moves to the scalar that starts at an offset or contains it.
    mutating func advance(to target: Int, in text: PaddedText) {
      while offset < target {
        if offset + 8 <= target, text.isPlainLine(at: offset) {
          (offset, column, stepCount) = (offset + 8, column + 8, stepCount + 8)
          continue
        }
        let next = offset + max(1, utf8Length(text, at: offset))
        guard next <= target else { return }
        let endsLine = text[offset] == ASCII.lineFeed
        (line, column) = endsLine ? (line + 1, 1) : (line, column + 1)
        offset = next
        stepCount += 1
      }
    }
  }

  public static func < (left: TextPosition, right: TextPosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }

  /// `line:column`, as compilers write it.
  public var description: String { "\(line):\(column)" }
}

/// A position is encoded as its line and column.
extension TextPosition: Codable {
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    line = max(1, try container.decode(Int.self))
    column = max(1, try container.decode(Int.self))
  }

  public func encode(to encoder: any Encoder) throws { try [line, column].encode(to: encoder) }
}
