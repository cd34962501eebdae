import DiskReading
import Foundation

/// A reason why something could not be written as a whole.
struct WriteFailure: Error, Equatable, CustomStringConvertible {
  /// The name of the output, safe to display.
  let name: String
  /// The number of the reason, an `errno` of POSIX.
  let code: Int32

  /// - Parameter code: The last call's, if none is given.
  init(_ name: String, code: Int32 = errno) { (self.name, self.code) = (name, code) }

  /// Whether nobody reads it any more, which is nobody's mistake.
  var isOfClosedPipe: Bool { code == EPIPE }

  var description: String { "\(name) cannot be written: \(SystemReason.text(code))" }
}
