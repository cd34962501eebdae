/// The lines and columns of one text, found in any order.
///
/// The text is walked once; afterwards each position is found from the last mark before it. So the
/// time for many positions in a text depends only on its size.
package struct TextPositions: Sendable {
  /// The number of bytes between two marks.
  private static let stride = 4_096

  /// The text, followed by zeros.
  private let text: [UInt8]
  private let byteCount: Int
  private var marks: [TextPosition.Walk] = []
  /// The number of scalars that were passed so far, as a measure of the work.
  package private(set) var stepCount = 0

  /// - Parameter text: The text's bytes, which need not be UTF-8.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  package init(in text: some Sequence<UInt8>) {
    var bytes = Array(text)
    byteCount = bytes.count
    bytes.append(contentsOf: PaddedText.zeros)
    self.text = bytes
    marks = bytes.withUnsafeBytes { buffer in
      let text = PaddedText(buffer)
      var walk = TextPosition.Walk(text)
      return Swift.stride(from: 0, through: text.count, by: Self.stride).map { offset in
        walk.advance(to: offset, in: text)
        return walk
      }
    }
    stepCount = marks.last?.stepCount ?? 0
  }

  /// Finds the line and column of a byte, as `TextPosition(offset:in:)` does.
  ///
  /// - Complexity: O(1).
  package mutating func position(at offset: Int) -> TextPosition {
    let target = min(max(0, offset), byteCount)
    var walk = marks[target / Self.stride]
    let start = walk.stepCount
    text.withUnsafeBytes { walk.advance(to: target, in: PaddedText($0)) }
    stepCount += walk.stepCount - start
    return walk.position
  }
}
