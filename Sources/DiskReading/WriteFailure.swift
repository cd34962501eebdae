import Foundation

/// The reason why something could not be written completely.
package struct WriteFailure: Error, Equatable, CustomStringConvertible {
  /// The name of the output, safe to display.
  package let name: String
  /// The error number, an `errno` of POSIX.
  package let code: Int32

  /// - Parameter code: The error number; by default that of the last call.
  package init(_ name: String, code: Int32 = errno) { (self.name, self.code) = (name, code) }

  /// Whether the pipe has no reader any more, which does not count as an error.
  package var isOfClosedPipe: Bool { code == EPIPE }

  package var description: String { "\(name) cannot be written: \(SystemReason.text(code))" }
}
