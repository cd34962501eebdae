import Foundation

/// An open file, pipe or terminal that is written to.
struct OutputDescriptor: Sendable {
  let number: Int32
  /// The name, safe to display.
  let name: String

  static let standardOutput = OutputDescriptor(number: STDOUT_FILENO, name: "standard output")
  static let standardError = OutputDescriptor(number: STDERR_FILENO, name: "standard error")

  /// Writes all of a text: again if a signal came between, later if there is no room yet.
  func write(_ text: String) throws(WriteFailure) { try write(Array(text.utf8)) }

  func write(_ bytes: [UInt8]) throws(WriteFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(number, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var wait = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        poll(&wait, 1, -1)
      } else if errno != EINTR {
        throw WriteFailure(name)
      }
    }
  }

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
