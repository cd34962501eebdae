import Foundation
package import JSONParsing

/// An open file, pipe or terminal that is written to.
package struct OutputDescriptor: Sendable {
  package let number: Int32
  /// The name, safe to display.
  package let name: String

  package init(number: Int32, name: String) { (self.number, self.name) = (number, name) }

  /// Whether writing waits for readers without a time limit. A signal handler may set this to
  /// `false`. A program that is asked to end waits for at most half a second in total, for all
  /// readers.
  package static let waitsForReaders = Atomic(true)

  /// The remaining number of waits, of `turn` each, after the program is asked to end.
  private static let turns = Atomic(5)
  /// The duration of a wait, in milliseconds.
  private static let turn: Int32 = 100

  /// Writes a complete text. It retries after a signal, and waits if there is no room yet.
  package func write(_ text: String) throws(WriteFailure) { try write(Array(text.utf8)) }

  package func write(_ bytes: [UInt8]) throws(WriteFailure) {
    // A non-blocking pipe accepts a piece of this size completely, or not at all.
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
    // The following write reports errors.
    while poll(&wait, 1, Self.turn) == 0 {
      guard Self.waitsForReaders.load() || Self.turns.add(-1) > 0 else {
        throw WriteFailure(name, code: ETIMEDOUT)
      }
    }
  }
}
