/// Where the bytes of an input come from: a file, a pipe, or what decompresses one.
package protocol ByteSource {
  /// Reads the next bytes.
  ///
  /// - Parameter bytes: Where they go; not empty.
  /// - Returns: How many were read, at least one; zero at the end of the input.
  mutating func read(into bytes: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int
}

/// A reason why bytes could not be read.
package struct ReadFailure: Error, Equatable, CustomStringConvertible {
  /// In words, safe to display: "Permission denied".
  package var description: String

  package init(_ description: String) { self.description = description }

  static let notRegular = ReadFailure("it is no regular file")
  /// Nobody wants to wait any longer.
  static let stopped = ReadFailure("it was stopped")
}

/// A regular file, from any place in it, or standard input.
final class FileSource: ByteSource {
  private let descriptor: Int32
  /// The offsets of the bytes to read next, in one read up to the upper bound; `nil`: it is no file,
  /// and the descriptor's own position counts.
  private var rest: Range<Int>?
  /// How much is read at once after the range, where a line is looked for that ends soon.
  private static let byteCountBehind = 1 << 14
  /// How many bytes the file had when somebody looked; 0, if that is not known. A file that was read
  /// at once is not read again to find its end.
  private let byteCount: Int
  /// Whether the descriptor may lead to something else than the regular file that somebody saw.
  private var isUnseen = false
  private var isAtEnd = false
  /// Whether what has not come yet is not waited for any more.
  private let isStopped: (@Sendable () -> Bool)?
  /// Gets how many bytes were read, each time.
  var onRead: (@Sendable (Int) -> Void)?

  /// Opens a file; nothing else that a path may lead to, for a pipe would wait for its writer, and
  /// a device may have no end.
  ///
  /// - Parameters:
  ///   - range: The bytes that are wanted; more are read only if it is read on after them.
  ///     `nil`: all of them.
  ///   - byteCount: How many bytes the file had a while ago, if somebody has looked. One that has
  ///     them still is not looked at again.
  init(path: String, range: Range<Int>? = nil, byteCount: Int = 0) throws(ReadFailure) {
    let descriptor = System.openFile(path)
    guard descriptor >= 0 else { throw System.lastFailure }
    isUnseen = byteCount > 0
    guard let byteCount = isUnseen ? byteCount : System.byteCount(ofFile: descriptor) else {
      System.closeFile(descriptor)
      throw .notRegular
    }
    (self.descriptor, self.byteCount) = (descriptor, byteCount)
    // By offsets, so that a pipe that took the file's place is an error, and not waited for.
    (rest, isStopped) = (range ?? 0..<Int.max, nil)
  }

  /// Standard input, or a pipe.
  ///
  /// - Parameters:
  ///   - descriptor: Is left open if it is one of the three that every program is given.
  ///   - isStopped: Whether what has not come yet is not waited for any more.
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
