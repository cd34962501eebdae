import Foundation
import HTTPFixtures
import JSONParsing
import MappingEngine
import TestSupport
import Testing

/// The bytes of a request, and the status of its response.
struct RawRequest: Sendable, CustomTestStringConvertible {
  var name: String
  var text: String
  var status: Int

  var testDescription: String { name }

  static func post(_ name: String, _ headers: String, _ body: String, _ status: Int) -> Self {
    Self(
      name: name, text: "POST /echo HTTP/1.1\r\nHost: a\r\n\(headers)\r\n\r\n\(body)",
      status: status)
  }

  static func line(_ name: String, _ text: String, _ status: Int) -> Self {
    Self(name: name, text: text + "\r\n\r\n", status: status)
  }

  static let refused: [RawRequest] = [
    line("one word", "GET", 400), line("two spaces", "GET  / HTTP/1.1\r\nHost: a", 400),
    line("bytes of TLS", "\u{16}\u{3}\u{1}\u{2}\u{0}", 400),
    line("no host", "GET /groups HTTP/1.1", 400),
    line("two hosts", "GET /groups HTTP/1.1\r\nHost: a\r\nHost: b", 400),
    line("no path", "GET groups HTTP/1.1\r\nHost: a", 400),
    line("a method that is none", "G(T /groups HTTP/1.1\r\nHost: a", 400),
    line("another protocol", "GET /groups FTP/1.1\r\nHost: a", 400),
    line("a later version", "GET /groups HTTP/3\r\nHost: a", 505),
    line("no colon", "GET /groups HTTP/1.1\r\nHost: a\r\nX", 400),
    line("a space before the colon", "GET /groups HTTP/1.1\r\nHost : a", 400),
    line("a folded header", "GET /groups HTTP/1.1\r\nHost: a\r\nX: 1\r\n 2", 400),
    line("a null byte", "GET /groups HTTP/1.1\r\nHost: a\r\nX: \u{0}", 400),
    RawRequest(name: "lines without CR", text: "GET /groups HTTP/1.1\nHost: a\n\n", status: 400),
    line("a head of 33 KB", "GET / HTTP/1.1\r\nX: " + String(repeating: "a", count: 33_000), 431),
    RawRequest(
      name: "a head without an end",
      text: "GET / HTTP/1.1\r\nX: " + String(repeating: "a", count: 1 << 18),
      status: 431),
    post("a length below 0", "Content-Length: -1", "", 400),
    post("a length with a sign", "Content-Length: +1", "a", 400),
    post(
      "a length that no number holds", "Content-Length: 1\(String(repeating: "0", count: 30))", "",
      413),
    post("a length of 17 MB", "Content-Length: 17825792", "", 413),
    post("two lengths", "Content-Length: 1\r\nContent-Length: 2", "ab", 400),
    post(
      "a length and chunks", "Content-Length: 1\r\nTransfer-Encoding: chunked", "0\r\n\r\n", 400),
    post("another coding", "Transfer-Encoding: gzip", "", 501),
    post("a chunk of no size", "Transfer-Encoding: chunked", "\r\n", 400),
    post("a chunk size with a sign", "Transfer-Encoding: chunked", "-1\r\n", 400),
    post("a chunk longer than its size", "Transfer-Encoding: chunked", "1\r\nab\r\n0\r\n\r\n", 400),
    post("a chunk of 2⁶³ − 1", "Transfer-Encoding: chunked", "7fffffffffffffff\r\n", 413),
    post("a chunk of 2⁶⁴ − 1", "Transfer-Encoding: chunked", "ffffffffffffffff\r\n", 413),
    post(
      "a chunk of 2⁶³ − 1 behind another one", "Transfer-Encoding: chunked",
      "1\r\na\r\n7fffffffffffffff\r\n", 413),
  ]
}

@Suite("A fixture server keeps the protocol")
struct ServerProtocolTests {
  private func server(_ settings: FixtureServer.Settings = .init()) throws -> FixtureServer {
    try FixtureServer(settings: settings) {
      Stub("GET /groups", answer: .json("[]"))
      Stub("POST /echo") { StubbedResponse($0.body) }
      Stub("DELETE /groups/:id", answer: .status(204))
      Stub("GET /slow", answer: .json("late").after(.seconds(600)))
    }
  }

  // MARK: - Rejections

  @Test("A request that breaks the protocol or a limit is rejected", arguments: RawRequest.refused)
  func refusals(request: RawRequest) throws {
    let server = try server()
    let connection = try RawConnection(server)
    // The server may close the connection before the end of a long request.
    try? connection.send(request.text)
    let answer = try connection.rest()
    #expect(answer.hasPrefix("HTTP/1.1 \(request.status) "), "\(answer)")
    #expect(answer.contains("\r\nConnection: close\r\n"))
    #expect(server.sent.isEmpty)
    // The server still answers.
    #expect(try RawConnection.answer(server, "GET", "/groups") == "200 []")
  }

  @Test("A rejection reaches a client that is still sending")
  func refusalWhileSending() throws {
    let server = try server()
    for _ in 0..<20 {
      let connection = try RawConnection(server)
      try connection.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 17825792\r\n\r\n")
      try connection.send([UInt8](repeating: 0x61, count: 300_000))
      #expect(try connection.rest().hasPrefix("HTTP/1.1 413 "))
    }
  }

  @Test(
    "The server hangs up on a client that sends after a rejection", .enabled(if: TestDepth.isFull))
  func sendingWithoutEnd() throws {
    let connection = try RawConnection(try server())
    try connection.send("GET\r\n\r\n")
    #expect(throws: RawConnection.Failure.self) {
      for _ in 0..<400 {
        try connection.send("a")
        usleep(50_000)
      }
    }
  }

  @Test(
    "A whole request has to arrive in time, however often single bytes come",
    .enabled(if: TestDepth.isFull))
  func slowRequest() throws {
    var settings = FixtureServer.Settings()
    settings.requestTime = .seconds(1)
    let server = try server(settings)
    let requests = [
      "GET /groups HTTP/1.1\r\nHost: " + String(repeating: "a", count: 400),
      "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 400\r\n\r\n"
        + String(repeating: "a", count: 399),
    ]
    for request in requests {
      let connection = try RawConnection(server)
      // Sending takes 20 seconds, which exceeds the time limit; then the server accepts no more
      // bytes.
      let isTaken = request.utf8.allSatisfy { byte in
        usleep(50_000)
        return (try? connection.send([byte])) != nil
      }
      #expect(!isTaken)
      #expect((try? connection.rest())?.hasPrefix("HTTP/1.1 408 ") ?? true)
    }
    let silent = try RawConnection(server)
    try silent.send("GET /groups HT")
    #expect(try silent.rest().hasPrefix("HTTP/1.1 408 "))
    #expect(server.sent.isEmpty)
  }

  @Test("An idle connection is closed without a response")
  func idle() throws {
    var settings = FixtureServer.Settings()
    settings.idleTime = .milliseconds(200)
    #expect(try RawConnection(try server(settings)).rest() == "")
  }

  @Test("An unfinished request is ignored")
  func halfRequest() throws {
    let server = try server()
    let connection = try RawConnection(server)
    try connection.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc")
    connection.endSending()
    #expect(try connection.rest() == "")
    #expect(server.sent.isEmpty)
  }

  // MARK: - Responses

  @Test("A connection is kept for further and pipelined requests")
  func pipelining() throws {
    let connection = try RawConnection(try server())
    let request = "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n"
    try connection.send(["a", "b", "c"].map { request + $0 }.joined())
    #expect(try ["a", "b", "c"].map { _ in try connection.response().body } == ["a", "b", "c"])
    try connection.send(request + "d")
    let last = try connection.response()
    #expect(last.body == "d")
    #expect(last.head == "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n")
  }

  @Test(
    "The server closes the connection if the client asks for that",
    arguments: [
      "HTTP/1.1\r\nHost: a\r\nConnection: close", "HTTP/1.1\r\nHost: a\r\nConnection: TE, Close",
      "HTTP/1.0", "HTTP/1.0\r\nConnection: keep-alive",
    ])
  func closing(version: String) throws {
    let connection = try RawConnection(try server())
    try connection.send("GET /groups \(version)\r\n\r\n")
    #expect(
      try connection.rest()
        == "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n"
        + "Connection: close\r\n\r\n[]")
  }

  @Test("Chunks form one body, and the next request follows")
  func chunks() throws {
    let connection = try RawConnection(try server())
    try connection.send(
      "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n"
        + "2;name=value\r\nab\r\n0000A\r\n0123456789\r\n0\r\nTrailer: 1\r\n\r\n"
        + "GET /groups HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try connection.response().body == "ab0123456789")
    #expect(try connection.response().body == "[]")
  }

  @Test("A client that expects 100-continue gets it, unless the body is too large")
  func expectation() throws {
    let connection = try RawConnection(try server())
    let head = "POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n"
    try connection.send(head + "Content-Length: 3\r\n\r\n")
    #expect(try connection.text(through: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
    try connection.send("abc")
    #expect(try connection.response().body == "abc")
    try connection.send(head + "Transfer-Encoding: chunked\r\n\r\n")
    #expect(try connection.text(through: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
    try connection.send("1\r\na\r\n0\r\n\r\n")
    #expect(try connection.response().body == "a")
    try connection.send(head + "Content-Length: 17825792\r\n\r\n")
    #expect(try connection.rest().hasPrefix("HTTP/1.1 413 "))
  }

  @Test("A HEAD has the head of a GET, and neither it nor a 204 has a body")
  func bodiless() throws {
    let connection = try RawConnection(try server())
    try connection.send("HEAD /groups HTTP/1.1\r\nHost: a\r\n\r\n")
    let head = try connection.text(through: "\r\n\r\n")
    #expect(
      head == "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n")
    try connection.send("DELETE /groups/1 HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try connection.text(through: "\r\n\r\n") == "HTTP/1.1 204 No Content\r\n\r\n")
    try connection.send("GET /groups HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try connection.response().body == "[]")
  }

  @Test("An unknown request gets 404, or 405 with the methods, and lists the stubs")
  func unanswered() throws {
    let server = try server()
    let connection = try RawConnection(server)
    try connection.send("GET /people?q=1 HTTP/1.1\r\nHost: a\r\n\r\n")
    let missing = try connection.response()
    #expect(missing.head.hasPrefix("HTTP/1.1 404 Not Found\r\n"))
    #expect(
      missing.body == """
        nothing is stubbed for GET \(server.baseURL)/people?q=1
          stubbed: GET /groups
          stubbed: POST /echo
          stubbed: DELETE /groups/:id
          stubbed: GET /slow

        """)
    try connection.send("PUT /groups HTTP/1.1\r\nHost: a\r\n\r\n")
    let refused = try connection.response().head
    #expect(refused.hasPrefix("HTTP/1.1 405 Method Not Allowed\r\n"))
    #expect(refused.contains("\r\nAllow: GET, HEAD\r\n"))
    #expect(server.unanswered.count == 2)
    #expect(server.sent.map(\.method) == ["GET", "PUT"])
  }

  @Test("A request target may be an absolute URL, as for a proxy")
  func absoluteTarget() throws {
    let server = try server()
    #expect(try RawConnection.answer(server, "GET", "http://api.example.com/groups") == "200 []")
    #expect(server.sent.map(\.url.path) == ["/groups"])
  }

  // MARK: - Broken answers

  @Test("A dropped response ends early, and a failure ends the connection without a response")
  func brokenAnswers() throws {
    let server = try FixtureServer {
      Stub("GET /half", answer: .json("0123456789").dropped(afterByteCount: 4))
      Stub("GET /whole", answer: .json("0123456789").dropped(afterByteCount: 10))
      Stub("GET /gone", answer: .failure(.networkConnectionLost))
      Stub("GET /thrown") { _ in throw URLError(.timedOut) }
    }
    func answer(_ path: String) throws -> String {
      let connection = try RawConnection(server)
      try connection.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
      return try connection.rest()
    }
    let half = try answer("/half")
    #expect(half.contains("\r\nContent-Length: 10\r\n") && half.hasSuffix("\r\n\r\n0123"))
    let whole = try answer("/whole")
    #expect(whole.contains("\r\nContent-Length: 11\r\n") && whole.hasSuffix("\r\n\r\n0123456789"))
    #expect(try answer("/gone") == "")
    #expect(try answer("/thrown") == "")
    #expect(server.sent.count == 4)
  }

  @Test("A stated Content-Length is sent unchanged, and the connection is closed")
  func ownLength() throws {
    let server = try FixtureServer {
      Stub("GET /a") { _ in StubbedResponse(Data("ab".utf8), headers: ["Content-Length": "9"]) }
    }
    let connection = try RawConnection(server)
    try connection.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(
      try connection.rest() == "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nConnection: close\r\n\r\nab"
    )
  }

  @Test("A line end in a header does not make a second header")
  func lineEndInHeader() throws {
    let server = try FixtureServer {
      Stub("GET /a") { _ in .status(200, headers: ["X": "1\r\nSet-Cookie: a=b"]) }
    }
    let connection = try RawConnection(server)
    try connection.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
    let head = try connection.response().head
    #expect(head == "HTTP/1.1 200 OK\r\nX: 1  Set-Cookie: a=b\r\nContent-Length: 0\r\n\r\n")
  }

  @Test("A throwing or invalid answer becomes 500 with the reason")
  func throwingAnswers() throws {
    struct Broken: Error {}
    let server = try FixtureServer {
      Stub("GET /a") { _ in throw Broken() }
      Stub("GET /b", answer: .status(100))
    }
    #expect(
      try RawConnection.answer(server, "GET", "/a")
        == "500 the stub of GET \(server.baseURL)/a threw: Broken()\n")
    #expect(
      try RawConnection.answer(server, "GET", "/b")
        == "500 100 is not a status of HTTP that ends a request\n")
  }

  // MARK: - The end

  @Test("A stopped server closes all connections and accepts no more")
  func stopping() throws {
    let server = try server()
    let (waiting, idle) = (try RawConnection(server), try RawConnection(server))
    try waiting.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
    try idle.send("GET /groups HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try idle.response().body == "[]")
    while server.sent.count < 2 { usleep(10_000) }
    server.stop()
    // The response is delayed by ten minutes.
    #expect(try waiting.rest() == "")
    #expect(try idle.rest() == "")
    #expect(throws: RawConnection.Failure.self) { try RawConnection(server) }
    server.stop()
  }

  @Test("An answer may stop its server")
  func stoppingItself() throws {
    let server = try server()
    try server.add {
      Stub("GET /stop") { [weak server] _ in
        server?.stop()
        return .json("stopped")
      }
    }
    let connection = try RawConnection(server)
    try connection.send("GET /stop HTTP/1.1\r\nHost: a\r\n\r\n")
    _ = try? connection.rest()
    // The client may be notified before the port is closed.
    for _ in 0..<200 where (try? RawConnection(server)) != nil { usleep(50_000) }
    #expect(throws: RawConnection.Failure.self) { try RawConnection(server) }
  }

  @Test("Excess connections wait for their turn")
  func waitingConnections() throws {
    var settings = FixtureServer.Settings()
    settings.connectionCount = 2
    let server = try server(settings)
    var open = try (0..<2).map { _ in try RawConnection(server) }
    for connection in open {
      try connection.send("GET /groups HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try connection.response().body == "[]")
    }
    let third = try RawConnection(server)
    try third.send("GET /groups HTTP/1.1\r\nHost: a\r\n\r\n")
    usleep(200_000)
    #expect(server.sent.count == 2)
    open = []
    #expect(try third.response().body == "[]")
  }

  @Test("A used port and a foreign host are errors with a reason")
  func ports() throws {
    var settings = FixtureServer.Settings()
    let first = try server()
    settings.port = try #require(first.baseURL.port)
    #expect(first.baseURL.absoluteString == "http://127.0.0.1:\(settings.port)")
    let taken = #expect(throws: StubError.self) { try self.server(settings) }
    #expect(
      taken?.description == """
        the port \(settings.port) of 127.0.0.1 cannot be used: something else listens on it
          the port 0 is any that is free
        """)
    settings.port = 70_000
    #expect(throws: StubError("the port 70000 is not from 0 to 65535")) {
      try self.server(settings)
    }
    settings.host = "example.com"
    #expect(
      throws: StubError(
        "the host \"example.com\" is no IPv4 address", notes: ["write 127.0.0.1"])
    ) { try self.server(settings) }
  }
}
