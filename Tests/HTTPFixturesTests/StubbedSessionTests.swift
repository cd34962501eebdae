import ContractModel
import Foundation
import HTTPFixtures
import JSONParsing
import MappingEngine
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("A stubbed session replaces the network")
struct StubbedSessionTests {
  private func url(_ path: String) throws -> URL {
    try #require(URL(string: "https://api.example.com\(path)"))
  }

  private func request(_ method: String, _ path: String, body: String? = nil) throws -> URLRequest {
    var request = URLRequest(url: try url(path))
    request.httpMethod = method
    request.httpBody = body.map { Data($0.utf8) }
    return request
  }

  private func text(_ session: URLSession, _ request: URLRequest) async throws -> String {
    let (data, response) = try await session.data(for: request)
    let status = try #require(response as? HTTPURLResponse).statusCode
    return "\(status) \(String(decoding: data, as: UTF8.self))"
  }

  /// Returns the text of the error of a request.
  private func failure(_ session: URLSession, _ request: URLRequest) async throws -> String {
    do {
      return "answered: \(try await text(session, request))"
    } catch let error as URLError {
      return error.localizedDescription
    }
  }

  // MARK: - Selection of stubs

  @Test("Method, path, query, headers and key paths of the body select a stub")
  func choice() async throws {
    let stub = try StubbedSession {
      Stub("GET /groups", answer: .json("all"))
      Stub("GET /groups", query: ["q": "cat"], answer: .json("cats"))
      Stub("GET /groups", query: ["q": "cat"], headers: ["X-Beta": "1"], answer: .json("beta"))
      Stub("GET /groups/:id") { request in .json("\(request.pathParameters["id"] ?? "")") }
      Stub("GET /groups/avatars", answer: .json("avatars"))
      Stub("POST /rpc", body: ["action": "create"], answer: .json("made", status: 201))
      Stub("POST /rpc", body: ["action": "list", "page.number": 2], answer: .json("second"))
    }
    let session = stub.makeURLSession()
    #expect(try await text(session, request("GET", "/groups?page=2")) == "200 all")
    #expect(try await text(session, request("GET", "/groups?page=2&q=cat")) == "200 cats")
    var beta = try request("GET", "/groups?q=cat")
    beta.setValue("1", forHTTPHeaderField: "x-beta")
    #expect(try await text(session, beta) == "200 beta")
    #expect(try await text(session, request("GET", "/groups/5%20a")) == "200 5 a")
    #expect(try await text(session, request("GET", "/groups/avatars")) == "200 avatars")
    let create = try request("POST", "/rpc", body: #"{"action":"create"}"#)
    #expect(try await text(session, create) == "201 made")
    let list = try request("POST", "/rpc", body: #"{"action":"list","page":{"number":2}}"#)
    #expect(try await text(session, list) == "200 second")
  }

  @Test("The last of equal stubs responds")
  func lastOfEquals() async throws {
    let stub = try StubbedSession {
      Stub("GET /a", answer: .json("1"))
      Stub("GET /a", answer: .json("2"))
    }
    try stub.add { Stub("GET /a") { _ in .json("3") } }
    #expect(try await text(stub.makeURLSession(), request("GET", "/a")) == "200 3")
  }

  @Test("A number in the body does not match a text")
  func typedConditions() async throws {
    let stub = try StubbedSession {
      Stub("POST /rpc", body: ["id": 1], answer: .json("number"))
      Stub("POST /rpc", body: ["id": "1"], answer: .json("text"))
      Stub("POST /rpc", body: ["id": nil], answer: .json("null"))
      Stub("POST /rpc", body: ["id": false], answer: .json("truth"))
    }
    let session = stub.makeURLSession()
    for (id, answer) in [
      ("1.0", "number"), (#""1""#, "text"), ("null", "null"), ("false", "truth"),
    ] {
      let body = #"{"id":\#(id)}"#
      #expect(try await text(session, request("POST", "/rpc", body: body)) == "200 \(answer)")
    }
  }

  @Test("A request without a stub is an error that lists the stubs")
  func nothingStubbed() async throws {
    let stub = try StubbedSession {
      Stub("GET /groups", query: ["q": "cat"], answer: .json("[]"))
      Stub("POST /rpc", body: ["action": "create", "n": 1], answer: .status(201))
    }
    let session = stub.makeURLSession()
    #expect(
      try await failure(session, request("GET", "/people")) == """
        nothing is stubbed for GET https://api.example.com/people
          stubbed: GET /groups, query "q": "cat"
          stubbed: POST /rpc, body "action": 'create', body "n": 1
        """)
    #expect(
      try await failure(session, request("GET", "/groups?q=dog")) == """
        nothing is stubbed for GET https://api.example.com/groups?q=dog
          it does not fit the stub GET /groups, query "q": "cat"
        """)
    #expect(stub.unanswered.count == 2)
    #expect(stub.sent.map(\.description).count == 2)
  }

  @Test("A stub whose endpoint or key path cannot be read is an error when it is made")
  func badStubs() throws {
    #expect(
      throws: StubError(
        "the endpoint \"/groups\": expected a method before the path",
        notes: ["an endpoint is written GET /users/:id, or event user.created"])
    ) { try StubbedSession { Stub("/groups", answer: .json("")) } }
    let error = #expect(throws: StubError.self) {
      try StubbedSession { Stub("POST /a", body: ["a..b": 1]) { _ in .json("") } }
    }
    #expect(error?.message.hasPrefix("the key path \"a..b\" of \"POST /a\": ") == true)
  }

  // MARK: - Recorded requests

  @Test("Method, URL, query, headers and body of requests are recorded")
  func sent() async throws {
    let stub = try StubbedSession { Stub("POST /comments/:id") { _ in .status(201) } }
    var comment = try request(
      "POST", "/comments/7?q=a%20b&q=c", body: #"{"comment":{"n":[1,"hi"]}}"#)
    comment.setValue("Bearer x", forHTTPHeaderField: "Authorization")
    _ = try await text(stub.makeURLSession(), comment)
    let sent = try #require(stub.sent.first)
    #expect(sent.description == "POST https://api.example.com/comments/7?q=a%20b&q=c")
    #expect(sent.query == ["q": "a b", "q": "c"])
    #expect(sent.query("q") == "a b")
    #expect(sent.header("authorization") == "Bearer x")
    #expect(sent.json("comment.n.1") == "hi")
    #expect(sent.json("comment.n.0") == 1)
    #expect(sent.json("comment.m") == nil)
    #expect(sent.pathParameters == ["id": "7"])
  }

  @Test("The body is recorded as data, stream, and upload from memory or file")
  func bodies() async throws {
    let stub = try StubbedSession { Stub("POST /a") { _ in .status(201) } }
    let session = stub.makeURLSession()
    let file = PackageFolder.fixtures.appending(path: "error.json")
    let data = try Data(contentsOf: file)
    let text = String(decoding: data, as: UTF8.self)
    _ = try await session.data(for: request("POST", "/a", body: text))
    var streamed = try request("POST", "/a")
    streamed.httpBodyStream = InputStream(data: data)
    _ = try await session.data(for: streamed)
    _ = try await session.upload(for: request("POST", "/a"), from: data)
    _ = try await session.upload(for: request("POST", "/a"), fromFile: file)
    #expect(stub.sent.map(\.body) == [data, data, data, data])
  }

  // MARK: - Responses

  @Test("A redirect leads to another stub, changes POST to GET, and ends loops with an error")
  func redirects() async throws {
    let stub = try StubbedSession {
      Stub("POST /old", answer: .redirect(to: "/new?a=1"))
      Stub("GET /new", answer: .json("new"))
      Stub("GET /circle", answer: .redirect(to: "/circle", status: 301))
    }
    let session = stub.makeURLSession()
    #expect(try await text(session, request("POST", "/old", body: "x")) == "200 new")
    #expect(stub.sent.map(\.method) == ["POST", "GET"])
    await #expect(throws: URLError(.httpTooManyRedirects)) {
      try await session.data(for: request("GET", "/circle"))
    }
  }

  @Test(
    "Only a redirect that keeps the method sends the body again",
    arguments: [307, 308, 303])
  func bodiesOfRedirects(status: Int) async throws {
    let stub = try StubbedSession {
      Stub("PUT /old", answer: .redirect(to: "/new", status: status))
      Stub("GET /new", answer: .status(200))
      Stub("PUT /new", answer: .status(200))
    }
    let session = stub.makeURLSession()
    let data = Data("x".utf8)
    _ = try await session.data(for: request("PUT", "/old", body: "x"))
    var streamed = try request("PUT", "/old")
    streamed.httpBodyStream = InputStream(data: data)
    _ = try await session.data(for: streamed)
    _ = try await session.upload(for: request("PUT", "/old"), from: data)
    let second = status == 303 ? ("GET", Data()) : ("PUT", data)
    #expect(
      stub.sent.map(\.method) == [String](["PUT", second.0, "PUT", second.0, "PUT", second.0]))
    #expect(stub.sent.map(\.body) == [data, second.1, data, second.1, data, second.1])
  }

  @Test(
    "Headers that differ in letter case are joined in the given order")
  func headerCases() async throws {
    let stub = try StubbedSession {
      Stub("GET /a") { _ in
        .json("1", headers: ["X-Page": "1", "x-page": "2", "Link": "a", "X-PAGE": "3"])
      }
    }
    for _ in 0..<20 {
      let (_, response) = try await stub.makeURLSession().data(for: request("GET", "/a"))
      let head = try #require(response as? HTTPURLResponse)
      #expect(head.value(forHTTPHeaderField: "X-Page") == "1, 2, 3")
    }
  }

  @Test("Errors, lost connections and timeouts end a request as in a network")
  func failures() async throws {
    let stub = try StubbedSession {
      Stub("GET /offline", answer: .failure(.notConnectedToInternet))
      Stub("GET /cut", answer: .json("[1,2,3]").dropped())
      Stub("GET /slow", answer: .json("[]").after(.seconds(60)))
      Stub("GET /late", answer: .json("late").after(.milliseconds(20)))
      Stub("GET /thrown") { _ in throw StubError("no such fixture") }
    }
    let session = stub.makeURLSession()
    await #expect(throws: URLError(.notConnectedToInternet)) {
      try await session.data(for: request("GET", "/offline"))
    }
    await #expect(throws: URLError(.networkConnectionLost)) {
      try await session.data(for: request("GET", "/cut"))
    }
    var slow = try request("GET", "/slow")
    slow.timeoutInterval = 0.05
    await #expect(throws: URLError(.timedOut)) { try await session.data(for: slow) }
    #expect(try await text(session, request("GET", "/late")) == "200 late")
    #expect(try await failure(session, request("GET", "/thrown")) == "no such fixture")
  }

  @Test("A cancelled request ends at once")
  func cancelling() async throws {
    let stub = try StubbedSession { Stub("GET /slow") { _ in .json("[]").after(.seconds(50)) } }
    let session = stub.makeURLSession()
    let request = try request("GET", "/slow")
    let loading = Task { try await session.data(for: request) }
    while stub.sent.isEmpty { await Task.yield() }
    loading.cancel()
    let error = await #expect(throws: URLError.self) { try await loading.value }
    #expect(error?.code == .cancelled)
  }

  @Test("HEAD is answered as GET is, without the body")
  func head() async throws {
    let stub = try StubbedSession { Stub("GET /a") { _ in .json("[]") } }
    #expect(try await text(stub.makeURLSession(), request("HEAD", "/a")) == "200 ")
  }

  #if os(Linux)
    @Test("A download is rejected where it would end the process")
    func download() async throws {
      let stub = try StubbedSession { Stub("GET /a") { _ in .json("[]") } }
      let error = await #expect(throws: URLError.self) {
        try await stub.makeURLSession().download(for: request("GET", "/a"))
      }
      #expect(
        error?.localizedDescription.hasPrefix("a stub or recorder answers no download task") == true
      )
    }
  #endif

  @Test("Two hundred concurrent stubs each serve their own session")
  func noCrossTalk() async throws {
    let request = try request("GET", "/a")
    try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<200 {
        group.addTask {
          let stub = try StubbedSession { Stub("GET /a") { _ in .json("\(number)") } }
          let session = stub.makeURLSession()
          defer { session.invalidateAndCancel() }
          var count = 0
          for _ in 0..<10 where try await text(session, request) == "200 \(number)" { count += 1 }
          return count + (stub.sent.count == 10 ? 1 : 0)
        }
      }
      while let count = try await group.next() { #expect(count == 11) }
    }
  }

  @Test("Concurrent requests of one session are answered, even if some are cancelled")
  func manyAtOnce() async throws {
    let stub = try StubbedSession { Stub("GET /a") { _ in .json("[]") } }
    let (session, request) = try (stub.makeURLSession(), request("GET", "/a"))
    for round in 0..<20 {
      let loads = (0..<40).map { _ in Task { try? await text(session, request) } }
      if round.isMultiple(of: 2) {
        for load in loads.prefix(20) { load.cancel() }
      }
      for load in loads.prefix(20) where !load.isCancelled {
        #expect(await load.value == "200 []")
      }
      for load in loads.suffix(20) { #expect(await load.value == "200 []") }
    }
  }

  #if os(Linux)
    @Test("The queue on which a session keeps its tasks is found")
    func sessionQueue() throws {
      let session = URLSession(configuration: .ephemeral)
      #expect(SessionQueue.of(session.dataTask(with: try request("GET", "/a"))) != nil)
    }
  #endif

  @Test("A session whose stub is gone reports that")
  func goneStub() async throws {
    let session = try StubbedSession { Stub("GET /a") { _ in .json("") } }.makeURLSession()
    #expect(
      try await failure(session, request("GET", "/a")) == """
        the StubbedSession or CaptureRecorder of this session is gone
          keep it for as long as its sessions are used
        """)
  }
}
