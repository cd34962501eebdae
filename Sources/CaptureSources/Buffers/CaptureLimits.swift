import JSONParsing

/// Limits of reading an input.
package struct CaptureLimits: Sendable, Equatable {
  /// The maximum number of bytes of a body, a line or an entry of an archive.
  package let maximumRecordByteCount: Int

  /// - Parameter maximumRecordByteCount: The limit; it is reduced to the maximum size of a
  ///   document.
  package init(maximumRecordByteCount: Int = 64 << 20) {
    self.maximumRecordByteCount = min(
      max(0, maximumRecordByteCount), JSONParsingOptions.largestByteCount)
  }
}

extension CaptureLimits {
  /// Returns the reason why something is too large to be read, safe to display.
  func excess(of what: String) -> String {
    "\(what) has more than \(maximumRecordByteCount) bytes, which is the limit"
  }
}
