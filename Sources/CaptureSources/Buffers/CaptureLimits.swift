import JSONParsing

/// How much of an input is taken.
package struct CaptureLimits: Sendable, Equatable {
  /// The most bytes that a body, a line or an entry of an archive may have.
  package let maximumRecordByteCount: Int

  /// - Parameter maximumRecordByteCount: More than any document may have counts as that.
  package init(maximumRecordByteCount: Int = 64 << 20) {
    self.maximumRecordByteCount = min(
      max(0, maximumRecordByteCount), JSONParsingOptions.largestByteCount)
  }
}

extension CaptureLimits {
  /// Why something is not read, safe to display.
  func excess(of what: String) -> String {
    "\(what) has more than \(maximumRecordByteCount) bytes, which is the limit"
  }
}
