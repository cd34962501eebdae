import CaptureSources
import ContractReporting
import DiskReading
import Foundation

/// The output of the program, with reports on standard output and everything else on standard
/// error; and the program's environment.
struct Console: Sendable {
  var writeOutput: @Sendable (String) throws(WriteFailure) -> Void
  /// Writes to standard error. A failure cannot be reported.
  var writeError: @Sendable (String) -> Void
  var environment: [String: String]
  /// The properties of the terminal; `nil` if neither output nor errors go to one.
  var terminal: Terminal? = nil
  /// The colors of reports for people.
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
  /// - Returns: Whether the output is still read: a reader that stops early is no error.
  /// - Throws: The failure if the text cannot be written completely.
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

  /// Reports a problem, in lower case, without a full stop, safe to display, with a hint.
  func problem(_ message: String, hint: String? = nil) {
    error("\(errorColors(.error, "contractcheck:")) \(message)")
    if let hint { error("  hint: \(hint)") }
  }

  /// Reports the inputs that were not found, and those that were passed over.
  func report(_ search: CaptureSearch) {
    for found in search.problems { problem("\(found)") }
    if let notice = search.notice { error(notice) }
  }
}

/// The streams of the program that a terminal shows, and the terminal's width.
struct Terminal: Sendable {
  var showsOutput: Bool
  var showsErrors: Bool
  /// The number of columns of the terminal with the errors; `nil` if it is not known.
  var width: @Sendable () -> Int?

  static let current = Terminal(
    showsOutput: isatty(STDOUT_FILENO) == 1, showsErrors: isatty(STDERR_FILENO) == 1
  ) {
    var size = winsize()
    let isKnown = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : nil
  }
}

extension OutputDescriptor {
  static let standardOutput = OutputDescriptor(number: STDOUT_FILENO, name: "standard output")
  static let standardError = OutputDescriptor(number: STDERR_FILENO, name: "standard error")

  /// Makes the program's streams safe to write to. A failing write is an error rather than a signal
  /// that ends the program. A closed stream is opened on `/dev/null`, so that no file opened later
  /// gets its number.
  static func prepareStandardStreams() {
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) == -1 {
      // The lowest free number is that of the stream; reading from it still fails.
      _ = open("/dev/null", O_WRONLY)
    }
  }
}
