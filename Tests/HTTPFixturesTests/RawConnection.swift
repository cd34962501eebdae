import Foundation
import HTTPFixtures
import Testing

/// A connection to a server on this machine that sends and receives bytes of the test.
final class RawConnection {
  struct Failure: Error { var code: Int32 }

  /// The server, which stops when it is released.
  private let server: FixtureServer
  private let number: Int32
  private var unread: [UInt8] = []

  /// - Parameter seconds: The time limit of a read or write, which fails after it.
  init(_ server: FixtureServer, seconds: Int = 20) throws {
    self.server = server
    #if canImport(Glibc)
      number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      number = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var time = timeval(tv_sec: seconds, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(number, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
    }
    signal(SIGPIPE, SIG_IGN)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = try UInt16(#require(server.baseURL.port)).bigEndian
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    let own = number
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(own, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Failure(code: errno) }
  }

  deinit { close(number) }

  func send(_ text: String) throws { try send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(number, $0.baseAddress, $0.count) }
      guard count > 0 else { throw Failure(code: errno) }
      rest = rest.dropFirst(count)
    }
  }

  func endSending() { shutdown(number, Int32(SHUT_WR)) }

  /// - Returns: Whether bytes arrived; `false` at the end of the connection.
  /// - Throws: `Failure` if the connection is reset, or nothing arrives within the time limit.
  private func readMore() throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(number, &buffer, buffer.count)
    guard count >= 0 else { throw Failure(code: errno) }
    unread += buffer.prefix(count)
    return count > 0
  }

  /// Reads until the server closes the connection.
  func rest() throws -> String {
    while try readMore() {}
    defer { unread = [] }
    return String(decoding: unread, as: UTF8.self)
  }

  /// Reads up to a text. Throws `Failure` if the connection ends before it.
  func text(through end: String) throws -> String {
    while true {
      if let range = unread.firstRange(of: Array(end.utf8)) {
        defer { unread.removeSubrange(..<range.upperBound) }
        return String(decoding: unread[..<range.upperBound], as: UTF8.self)
      }
      guard try readMore() else { throw Failure(code: 0) }
    }
  }

  /// Reads a response by the length in its head.
  func response() throws -> (head: String, body: String) {
    let head = try text(through: "\r\n\r\n")
    let field = head.firstRange(of: "Content-Length: ").map { head[$0.upperBound...] }
    let count = field.flatMap { Int($0.prefix { $0.isNumber }) } ?? 0
    while unread.count < count {
      guard try readMore() else { throw Failure(code: 0) }
    }
    defer { unread.removeFirst(count) }
    return (head, String(decoding: unread.prefix(count), as: UTF8.self))
  }

  /// Returns the status and the body of the response to a request.
  static func answer(_ server: FixtureServer, _ request: String) throws -> String {
    let connection = try RawConnection(server)
    try connection.send(request)
    let (head, body) = try connection.response()
    return "\(head.split(separator: " ")[1]) \(body)"
  }

  /// Returns the status and the body of the response to a request without a body.
  static func answer(
    _ server: FixtureServer, _ method: String, _ path: String
  ) throws -> String {
    try answer(server, "\(method) \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
  }
}
