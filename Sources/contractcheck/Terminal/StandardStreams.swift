import DiskReading
import Foundation

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
