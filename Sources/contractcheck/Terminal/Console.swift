import ContractReporting
import DiskReading
import Foundation

/// Where the program writes, reports to standard output and everything else to standard error, and
/// what the surroundings say.
struct Console: Sendable {
  var writeOutput: @Sendable (String) throws(WriteFailure) -> Void
  /// Nobody can be told that this fails.
  var writeError: @Sendable (String) -> Void
  var environment: [String: String]
  /// The properties of the terminal; `nil`, if neither output nor errors go to one.
  var terminal: Terminal? = nil
  /// How parts of reports for a person are set off.
  var outputColors = TextColors.none
  var errorColors = TextColors.none

  static let standard = Console(
    writeOutput: { text throws(WriteFailure) in
      try OutputDescriptor.standardOutput.write(text)
    },
    writeError: { try? OutputDescriptor.standardError.write($0) },
    environment: ProcessInfo.processInfo.environment, terminal: .current)

  /// Writes to standard output.
  ///
  /// - Returns: Whether anybody reads it: a reader who has read enough is no mistake.
  /// - Throws: Why it cannot be written as a whole.
  @discardableResult
  func print(_ text: String, terminator: String = "\n") throws(WriteFailure) -> Bool {
    do throws(WriteFailure) {
      try writeOutput(text + terminator)
      return true
    } catch {
      guard error.isOfClosedPipe else { throw error }
      return false
    }
  }

  func error(_ text: String, terminator: String = "\n") { writeError(text + terminator) }

  /// Says what is wrong, and what to do about it.
  ///
  /// - Parameter message: Lower case, no full stop, safe to display.
  func problem(_ message: String, hint: String? = nil) {
    error("\(errorColors(.error, "contractcheck:")) \(message)")
    if let hint { error("  hint: \(hint)") }
  }
}

/// Which of the program's streams a terminal shows, and how wide it is.
struct Terminal: Sendable {
  var showsOutput: Bool
  var showsErrors: Bool
  /// The columns of the one that shows errors; `nil`, if it does not say.
  var width: @Sendable () -> Int?

  static let current = Terminal(
    showsOutput: isatty(STDOUT_FILENO) == 1, showsErrors: isatty(STDERR_FILENO) == 1
  ) {
    var size = winsize()
    let isKnown = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : nil
  }
}
