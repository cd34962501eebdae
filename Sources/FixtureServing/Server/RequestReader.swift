import ContractModel
import Foundation
import JSONParsing
import MappingEngine

/// Reads the requests of a connection, one after the other (RFC 9112).
struct RequestReader {
  /// A reason to answer no further request of the connection.
  enum Refusal: Error {
    /// The request breaks the protocol, or a limit.
    case status(Int, String)
    /// The client has closed the connection.
    case gone
  }

  private let socket: Socket
  private let origin: String
  private let settings: FixtureServer.Settings
  private var buffer: [UInt8] = []
  /// The start of the unread bytes in the buffer.
  private var start = 0
  /// The deadline for the whole request; single bytes do not extend it.
  private var deadline = ContinuousClock.now

  /// - Parameter origin: The URL before all paths.
  init(_ socket: Socket, origin: String, _ settings: FixtureServer.Settings) {
    (self.socket, self.origin, self.settings) = (socket, origin, settings)
  }

  /// Returns the next request, and whether the client wants to send another one; `nil` if it has no
  /// further request.
  mutating func next() throws(Refusal) -> (request: SentRequest, keepsAlive: Bool)? {
    if start == buffer.count {
      (buffer, start) = (socket.read(upTo: Self.step, until: .now + settings.idleTime), 0)
      guard !buffer.isEmpty else { return nil }
    }
    deadline = .now + settings.requestTime
    var room = settings.headByteCount
    var first = try line(&room)
    // Empty lines before a request are allowed.
    while first.isEmpty { first = try line(&room) }
    let words = first.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    guard words.count == 3, Self.isToken(words[0]), words[2].utf8.starts(with: "HTTP/".utf8),
      let url = url(of: words[1])
    else { throw .status(400, "the first line is no request") }
    guard ["HTTP/1.1", "HTTP/1.0"].contains(words[2]) else {
      throw .status(505, "the version is not HTTP/1.1")
    }
    let headers = try headers(&room)
    let isOld = words[2] == "HTTP/1.0"
    let hostCount = headers.texts(ofHeader: "Host").count
    guard hostCount == 1 || isOld && hostCount == 0 else {
      throw .status(400, "there is not one header Host")
    }
    let options = headers.texts(ofHeader: "Connection").flatMap { $0.split(separator: ",") }
      .map { trimmed(String($0)).lowercased() }
    return (
      SentRequest(
        method: words[0], url: url, headers: headers, body: Data(try body(headers, &room))),
      // A client of HTTP/1.0 that asks to keep the connection waits for a confirmation.
      !isOld && !options.contains("close")
    )
  }

  // MARK: - The head

  /// - Parameter target: A path, or a URL as in requests to proxies.
  private func url(of target: String) -> URL? {
    var path = target.utf8[...]
    if path.starts(with: "http://".utf8) {
      path = path.dropFirst("http://".utf8.count).drop { $0 != UInt8(ascii: "/") }
    }
    guard path.first == UInt8(ascii: "/") else { return nil }
    return URL(string: origin + String(Substring(path)))
  }

  private mutating func headers(_ room: inout Int) throws(Refusal) -> NamedTexts {
    var headers = NamedTexts([])
    while true {
      let line = try line(&room)
      if line.isEmpty { return headers }
      let colon = line.utf8.firstIndex(of: UInt8(ascii: ":"))
      guard let colon, Self.isToken(line[..<colon]) else {
        throw .status(400, "a line of the head is no header")
      }
      headers.entries.append(
        .init(
          name: MemberName(String(line[..<colon])),
          text: trimmed(String(Substring(line.utf8[colon...].dropFirst())))))
    }
  }

  private static func isToken(_ text: some StringProtocol) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "a")...UInt8(ascii: "z"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }

  // MARK: - The body

  private mutating func body(
    _ headers: NamedTexts, _ room: inout Int
  ) throws(Refusal) -> [UInt8] {
    let lengths = headers.texts(ofHeader: "Content-Length")
    let codings = headers.texts(ofHeader: "Transfer-Encoding")
    // If the length is stated twice, two readers may disagree about the start of the next request.
    guard lengths.count + codings.count <= 1 else {
      throw .status(400, "the length of the body is said twice")
    }
    let expects = headers.first(ofHeader: "Expect")?.lowercased() == "100-continue"
    if let coding = codings.first {
      guard coding.lowercased() == "chunked" else {
        throw .status(501, "the transfer coding is not chunked")
      }
      invite(expects)
      return try chunks(&room)
    }
    guard let length = lengths.first else { return [] }
    guard !length.isEmpty, length.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      throw .status(400, "the length of the body is no number")
    }
    // A length that is not an `Int` is larger than any limit.
    let count = Int(length) ?? .max
    guard count <= settings.bodyByteCount else { throw tooLarge }
    invite(expects && count > buffer.count - start)
    return try take(count)
  }

  private var tooLarge: Refusal {
    .status(413, "the body has more than \(settings.bodyByteCount) bytes")
  }

  /// Tells a client that expects 100-continue to send the body.
  private func invite(_ isAsked: Bool) {
    guard isAsked else { return }
    socket.write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), patience: settings.idleTime)
  }

  private mutating func chunks(_ room: inout Int) throws(Refusal) -> [UInt8] {
    var body: [UInt8] = []
    while true {
      var lineRoom = Self.chunkLineByteCount
      let digits = try line(&lineRoom).prefix { $0 != ";" }
      guard !digits.isEmpty, digits.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit })
      else { throw .status(400, "the size of a chunk is no number") }
      let count = Int(digits, radix: 16) ?? .max
      // The sum could overflow an `Int`.
      guard count <= settings.bodyByteCount - body.count else { throw tooLarge }
      if count == 0 {
        while try !line(&room).isEmpty {}
        return body
      }
      body += try take(count)
      guard try take(2) == [0x0D, 0x0A] else {
        throw .status(400, "a chunk is longer than its size")
      }
    }
  }

  // MARK: - Bytes

  /// The number of bytes per read.
  private static let step = 1 << 16
  private static let chunkLineByteCount = 4096

  /// Reads to the end of a line; the room for its bytes is reduced by the bytes read.
  private mutating func line(_ room: inout Int) throws(Refusal) -> String {
    var searched = 0
    while true {
      let rest = buffer[start...]
      guard let end = rest.dropFirst(searched).firstIndex(of: 0x0A) else {
        guard rest.count <= room else { throw tooLong }
        searched = rest.count
        try fill()
        continue
      }
      room -= end + 1 - start
      guard room >= 0 else { throw tooLong }
      let line = rest[..<end].dropLast()
      start = end + 1
      let isText = line.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
      guard isText, end > rest.startIndex, rest[end - 1] == 0x0D else {
        throw .status(400, "a line of the head is no text that ends with CR LF")
      }
      return String(decoding: line, as: UTF8.self)
    }
  }

  private var tooLong: Refusal {
    .status(431, "the head has more than \(settings.headByteCount) bytes")
  }

  private mutating func take(_ count: Int) throws(Refusal) -> [UInt8] {
    while buffer.count - start < count { try fill() }
    defer { start += count }
    return Array(buffer[start..<start + count])
  }

  private mutating func fill() throws(Refusal) {
    buffer.removeFirst(start)
    start = 0
    let more = socket.read(upTo: Self.step, until: deadline)
    guard !more.isEmpty else {
      throw deadline <= .now ? .status(408, "the request took too long to come") : .gone
    }
    buffer += more
  }
}
