import DiskReading
import Foundation

extension OutputDescriptor {
  static let standardOutput = OutputDescriptor(number: STDOUT_FILENO, name: "standard output")
  static let standardError = OutputDescriptor(number: STDERR_FILENO, name: "standard error")

  /// Makes the streams that the program was started with safe to write to: what cannot be written is
  /// an error, and no signal that ends it; and a stream that is closed leads nowhere, so that no
  /// file that is opened later gets its number.
  static func prepareStandardStreams() {
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) == -1 {
      // The lowest number that is free is the stream's; what is read from it is still an error.
      _ = open("/dev/null", O_WRONLY)
    }
  }
}
