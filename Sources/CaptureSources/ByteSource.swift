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
}

/// A regular file, or standard input.
final class FileSource: ByteSource {
  private let descriptor: Int32

  static var standardInput: FileSource { FileSource(descriptor: 0) }

  /// Opens a file; nothing else that a path may lead to, for a pipe would wait for its writer, and
  /// a device may have no end.
  init(path: String) throws(ReadFailure) {
    let descriptor = System.openFile(path)
    guard descriptor >= 0 else { throw System.lastFailure }
    guard System.isRegularFile(descriptor) else {
      System.closeFile(descriptor)
      throw .notRegular
    }
    self.descriptor = descriptor
  }

  /// - Parameter descriptor: Is left open if it is one of the three that every program is given.
  init(descriptor: Int32) { self.descriptor = descriptor }

  deinit {
    if descriptor > 2 { System.closeFile(descriptor) }
  }

  func read(into bytes: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int {
    let count = System.readFile(descriptor, into: bytes)
    guard count >= 0 else { throw System.lastFailure }
    return count
  }
}
