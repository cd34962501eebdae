extension ReadBuffer {
  enum Line: Equatable {
    /// The bytes of the line in the buffer, without what ends it.
    case line(Range<Int>)
    /// The line has too many bytes, and was skipped.
    case tooLong
    /// There are no more lines.
    case none
  }

  /// Goes on after the next line, and lets go of what was before it.
  ///
  /// Lines end with LF or CR LF; the last may end with the input. What is too long is let go of as
  /// it is read.
  ///
  /// - Parameter limit: How many bytes a line may have.
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

  /// Goes on after the next line feed, and lets go of what is before it.
  ///
  /// - Parameter end: How far is looked, in bytes from the start of the input.
  /// - Returns: Whether there is one.
  mutating func moveBehindLineFeed(before end: Int) -> Bool {
    while !moveToLineFeed() {
      release()
      guard inputPosition < end, fill() else { return false }
    }
    position += 1
    release()
    return true
  }

  /// Goes to the next line feed in the buffer, or else to the buffer's end.
  ///
  /// - Returns: Whether there is one.
  mutating func moveToLineFeed() -> Bool {
    let found = bytes.withUnsafeBytes { bytes in
      System.firstOffset(
        of: UInt8(ascii: "\n"), in: UnsafeRawBufferPointer(rebasing: bytes[position..<end]))
    }
    position = found.map { position + $0 } ?? end
    return found != nil
  }

  /// Where a line ends without the CR of a CR LF.
  private func endOfLine(_ lineFeed: Int) -> Int {
    lineFeed > start && bytes[lineFeed - 1] == UInt8(ascii: "\r") ? lineFeed - 1 : lineFeed
  }

  /// A line that no line feed ends; of an input that failed, it may be any part of one.
  private func lastLine(limit: Int, isTooLong: Bool) -> Line {
    guard failure == nil, isTooLong || start < end else { return .none }
    return isTooLong || end - start > limit ? .tooLong : .line(start..<endOfLine(end))
  }
}
