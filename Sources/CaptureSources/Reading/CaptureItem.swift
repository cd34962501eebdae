/// A unit of work of one worker: an input, or a segment of a large one.
package struct CaptureItem: Sendable {
  package var input: CaptureInput
  /// The index of the input among all inputs, zero-based.
  package var number: Int
  /// The size of the input in bytes when the plan was made; 0, if it is unknown.
  var byteCount = 0
  /// The segment; `nil` for the whole input.
  package var segment: CaptureSegment?
  /// The share of standard input's lines that is read.
  var share = CaptureShare.all

  package init(_ input: CaptureInput, number: Int) { (self.input, self.number) = (input, number) }
}

/// A part of a file whose records are lines: the lines that begin in it.
package struct CaptureSegment: Sendable, Equatable {
  /// The index of the segment in the file, zero-based.
  package var number: Int
  /// The bytes in which its lines begin.
  package var range: Range<Int>
  /// The kind of the file's lines.
  package var lines: CaptureReader.LineKind
}

/// One of several equal shares of a capture: every *count*-th piece, starting at `index`.
package struct CaptureShare: RawRepresentable, Codable, Sendable, Hashable {
  /// The index of the share, zero-based.
  package let index: Int
  package let count: Int

  package static let all = CaptureShare(index: 0, count: 1)

  /// - Parameter index: Less than the count, which is at least one.
  package init(index: Int, count: Int) {
    precondition(index >= 0 && index < count, "a share is one of its count")
    (self.index, self.count) = (index, count)
  }

  package func has(_ number: Int) -> Bool { number % count == index }

  /// Whether this share includes the parts that cannot be shared.
  var hasFirst: Bool { index == 0 }
}

extension CaptureShare {
  private static let largestCount = 10_000

  /// Parses `1/4`, the first of four.
  package init?(rawValue: String) {
    let parts = rawValue.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]),
      1...Self.largestCount ~= count, 1...count ~= number
    else { return nil }
    self.init(index: number - 1, count: count)
  }
}

extension CaptureShare: CustomStringConvertible {
  package var description: String { rawValue }

  /// The share as the user writes it: `1/4`.
  package var rawValue: String { "\(index + 1)/\(count)" }
}
