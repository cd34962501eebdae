import Foundation
package import JSONParsing

/// An open file, pipe or terminal that is written to.
package struct OutputDescriptor: Sendable {
  package let number: Int32
  /// The name, safe to display.
  package let name: String

  package init(number: Int32, name: String) { (self.number, self.name) = (number, name) }

  /// Whether a reader may take as long as it likes. A handler of signals may change it: a program
  /// that is asked to end waits for half a second, all its readers together.
  package static let waitsForReaders = Atomic(true)

  /// How often it is still waited for `turn` once the program is asked to end.
  private static let turns = Atomic(5)
  /// In milliseconds.
  private static let turn: Int32 = 100

  /// Writes all of a text: again if a signal came between, later if there is no room yet.
  package func write(_ text: String) throws(WriteFailure) { try write(Array(text.utf8)) }

  package func write(_ bytes: [UInt8]) throws(WriteFailure) {
    // What waits for a reader takes pieces of this size at once, or none.
    let size = isRegularFile ? Int.max : Int(PIPE_BUF)
    var rest = bytes[...]
    while !rest.isEmpty {
      if size < Int.max { try waitForRoom() }
      let count = rest.prefix(size).withUnsafeBytes {
        Foundation.write(number, $0.baseAddress, $0.count)
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR && errno != EAGAIN {
        throw WriteFailure(name)
      }
    }
  }

  private var isRegularFile: Bool {
    var status = stat()
    return fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private func waitForRoom() throws(WriteFailure) {
    var wait = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
    // A mistake is told by the call that writes.
    while poll(&wait, 1, Self.turn) == 0 {
      guard Self.waitsForReaders.load() || Self.turns.add(-1) > 0 else {
        throw WriteFailure(name, code: ETIMEDOUT)
      }
    }
  }
}
