/// The source of an input's bytes: a file, a pipe, or a decompressor of one.
package protocol ByteSource {
  /// Reads the next bytes into memory that is not empty; returns their number, at least one, or
  /// zero at the end of the input.
  mutating func read(into bytes: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int
}

/// A reason why bytes could not be read.
package struct ReadFailure: Error, Equatable, CustomStringConvertible {
  /// The reason in words, safe to display: "Permission denied".
  package var description: String

  package init(_ description: String) { self.description = description }

  static let notRegular = ReadFailure("it is no regular file")
  /// The user has asked to stop waiting.
  static let stopped = ReadFailure("it was stopped")
}

/// A regular file, from any offset in it, or standard input.
final class FileSource: ByteSource {
  private let descriptor: Int32
  /// The offsets of the bytes to read next, in one read up to the upper bound; `nil` for a
  /// descriptor that is no file and is read at its own position.
  private var rest: Range<Int>?
  /// The number of bytes per read after the range, where the end of a line is usually near.
  private static let byteCountBehind = 1 << 14
  /// The size of the file in bytes when it was last examined; 0, if it is unknown. A file that was
  /// read in one go is not read again to find its end.
  private let byteCount: Int
  /// Whether the descriptor may lead to something other than the regular file that was examined.
  private var isUnseen = false
  private var isAtEnd = false
  /// Returns whether to stop waiting for bytes that have not arrived.
  private let isStopped: (@Sendable () -> Bool)?
  /// Receives the number of bytes of each read.
  var onRead: (@Sendable (Int) -> Void)?

  /// Opens a regular file. Other kinds of files are rejected: a pipe would wait for its writer, and
  /// a device may have no end.
  ///
  /// - Parameters:
  ///   - range: The wanted bytes; more are read only if reading continues after them. `nil` for all
  ///     bytes.
  ///   - byteCount: The size of the file when it was last examined, if it was. A file that still
  ///     has this size is not examined again.
  init(path: String, range: Range<Int>? = nil, byteCount: Int = 0) throws(ReadFailure) {
    let descriptor = try System.openFile(path)
    isUnseen = byteCount > 0
    guard let byteCount = isUnseen ? byteCount : System.byteCount(ofFile: descriptor) else {
      System.closeFile(descriptor)
      throw .notRegular
    }
    (self.descriptor, self.byteCount) = (descriptor, byteCount)
    // Reading at offsets makes a pipe that has replaced the file an error, instead of waiting for
    // it.
    (rest, isStopped) = (range ?? 0..<Int.max, nil)
  }

  /// Opens standard input, or a pipe.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor; it is not closed if it is one of the three standard ones.
  ///   - isStopped: Returns whether to stop waiting for bytes that have not arrived.
  init(descriptor: Int32, isStopped: (@Sendable () -> Bool)? = nil) {
    (self.descriptor, self.isStopped, byteCount) = (descriptor, isStopped, 0)
  }

  deinit {
    if descriptor > 2 { System.closeFile(descriptor) }
  }

  func read(into bytes: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int {
    if let isStopped {
      while !System.waitForBytes(descriptor, milliseconds: 100) {
        if isStopped() { throw .stopped }
      }
    }
    guard !isAtEnd else { return 0 }
    let count = rest.map { read(into: bytes, $0) } ?? System.readFile(descriptor, into: bytes)
    let failure = count < 0 ? System.lastFailure : nil
    isAtEnd = count > 0 && count == byteCount && rest?.upperBound == .max
    if isUnseen, !isAtEnd, System.byteCount(ofFile: descriptor) == nil { throw .notRegular }
    isUnseen = false
    if let failure { throw failure }
    onRead?(count)
    return count
  }

  private func read(into bytes: UnsafeMutableRawBufferPointer, _ range: Range<Int>) -> Int {
    let wanted = range.isEmpty ? Self.byteCountBehind : range.count
    let room = UnsafeMutableRawBufferPointer(rebasing: bytes.prefix(wanted))
    let count = System.readFile(descriptor, into: room, at: range.lowerBound)
    let next = range.lowerBound + max(0, count)
    rest = next..<max(next, range.upperBound)
    return count
  }
}
