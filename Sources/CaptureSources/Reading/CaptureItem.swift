/// A unit of work of one worker: an input, or a segment of a large one.
package struct CaptureItem: Sendable {
  package var input: CaptureInput
  /// The input's place among all, zero-based.
  package var number: Int
  /// How many bytes the input had when the plan was made; 0, if that is not known.
  var byteCount = 0
  /// `nil`: the whole input.
  package var segment: CaptureSegment?
  /// The lines of standard input that are taken.
  var share = CaptureShare.all

  package init(_ input: CaptureInput, number: Int, segment: CaptureSegment? = nil) {
    (self.input, self.number, self.segment) = (input, number, segment)
  }
}

/// A part of a file whose records are lines: those that begin in it.
package struct CaptureSegment: Sendable, Equatable {
  /// Its place in the file, zero-based.
  package var number: Int
  /// The bytes that its lines begin in.
  package var range: Range<Int>
  /// The kind of the file's lines.
  package var lines: CaptureReader.LineKind
}

/// One of several equal shares of a capture: every *count*-th piece, from one on.
package struct CaptureShare: RawRepresentable, Codable, Sendable, Hashable {
  /// Zero-based.
  package let index: Int
  package let count: Int

  package static let all = CaptureShare(index: 0, count: 1)

  /// - Parameters:
  ///   - index: Below the count.
  ///   - count: At least one.
  package init(index: Int, count: Int) {
    precondition(index >= 0 && index < count, "a share is one of its count")
    (self.index, self.count) = (index, count)
  }

  package func has(_ number: Int) -> Bool { number % count == index }

  /// Whether the share has what cannot be shared.
  var hasFirst: Bool { index == 0 }
}

extension CaptureShare {
  /// How many shares there may be.
  private static let largestCount = 10_000

  /// Reads `1/4`, the first of four.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]),
      1...Self.largestCount ~= count, 1...count ~= number
    else { return nil }
    self.init(index: number - 1, count: count)
  }
}

extension CaptureShare: CustomStringConvertible {
  package init?(rawValue: String) { self.init(rawValue) }

  package var rawValue: String { description }

  /// As it is asked for: `1/4`.
  package var description: String { "\(index + 1)/\(count)" }
}
