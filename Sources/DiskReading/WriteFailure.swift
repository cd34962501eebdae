import Foundation

/// A reason why something could not be written as a whole.
package struct WriteFailure: Error, Equatable, CustomStringConvertible {
  /// The name of the output, safe to display.
  package let name: String
  /// The number of the reason, an `errno` of POSIX.
  package let code: Int32

  /// - Parameter code: The last call's, if none is given.
  package init(_ name: String, code: Int32 = errno) { (self.name, self.code) = (name, code) }

  /// Whether the pipe has no reader any more, which is no error.
  package var isOfClosedPipe: Bool { code == EPIPE }

  package var description: String { "\(name) cannot be written: \(SystemReason.text(code))" }
}
