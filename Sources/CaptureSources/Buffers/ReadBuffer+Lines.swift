extension ReadBuffer {
  enum Line: Equatable {
    /// The bytes of the line in the buffer, without the line ending.
    case line(Range<Int>)
    /// The line has too many bytes, and was skipped.
    case tooLong
    /// There are no more lines.
    case none
  }

  /// Moves past the next line, and releases everything before it.
  ///
  /// Lines end with LF or CR LF; the last line may end with the input. A line that is too long is
  /// released while it is read.
  ///
  /// - Parameter limit: The maximum number of bytes of a line.
  @inline(__always)
  mutating func nextLine(limit: Int) -> Line {
    release()
    var isTooLong = false
    while !moveToLineFeed() {
      if fill() { continue }
      if isFull {
        isTooLong = true
        release()
      } else {
        return lastLine(limit: limit, isTooLong: isTooLong)
      }
    }
    let line = start..<endOfLine(position)
    position += 1
    return isTooLong || line.count > limit ? .tooLong : .line(line)
  }

  /// Moves past the next line feed, before an end in bytes from the start of the input, and
  /// releases everything before it; returns whether there is one.
  mutating func moveBehindLineFeed(before end: Int) -> Bool {
    while !moveToLineFeed() {
      release()
      guard inputPosition < end, fill() else { return false }
    }
    position += 1
    release()
    return true
  }

  /// Moves to the next line feed in the buffer, or else to its end; returns whether there is one.
  mutating func moveToLineFeed() -> Bool {
    let found = bytes.withUnsafeBytes { bytes in
      System.firstOffset(
        of: UInt8(ascii: "\n"), in: UnsafeRawBufferPointer(rebasing: bytes[position..<end]))
    }
    position = found.map { position + $0 } ?? end
    return found != nil
  }

  /// Returns the end of a line without the CR of a CR LF.
  private func endOfLine(_ lineFeed: Int) -> Int {
    lineFeed > start && bytes[lineFeed - 1] == UInt8(ascii: "\r") ? lineFeed - 1 : lineFeed
  }

  /// Returns the last line, which has no line feed; none for an input that failed, because the line
  /// may be incomplete.
  private func lastLine(limit: Int, isTooLong: Bool) -> Line {
    guard failure == nil, isTooLong || start < end else { return .none }
    return isTooLong || end - start > limit ? .tooLong : .line(start..<endOfLine(end))
  }
}
