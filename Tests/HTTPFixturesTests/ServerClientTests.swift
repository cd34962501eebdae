import ContractModel
import Foundation
import Generation
import HTTPFixtures
import JSONParsing
import MappingEngine
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("A fixture server shows URLSession the behaviour of networks")
struct ServerClientTests {
  private func text(_ session: URLSession, _ request: URLRequest) async throws -> String {
    let (data, response) = try await session.data(for: request)
    let status = try #require(response as? HTTPURLResponse).statusCode
    return "\(status) \(String(decoding: data, as: UTF8.self))"
  }

  private func session() -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 20
    return URLSession(configuration: configuration)
  }

  @Test("The session follows redirects, and rejects a loop of redirects")
  func redirects() async throws {
    let server = try FixtureServer {
      Stub("GET /old", answer: .redirect(to: "/new?a=1"))
      Stub("POST /old", answer: .redirect(to: "/new", status: 303))
      Stub("GET /loop", answer: .redirect(to: "/loop"))
      Stub("GET /new", answer: .json("[]"))
    }
    let session = session()
    #expect(
      try await text(session, URLRequest(url: server.baseURL.appending(path: "old"))) == "200 []")
    var post = URLRequest(url: server.baseURL.appending(path: "old"))
    post.httpMethod = "POST"
    post.httpBody = Data("a".utf8)
    #expect(try await text(session, post) == "200 []")
    #expect(
      server.sent.map { "\($0.method) \($0.url.path)" } == [
        "GET /old", "GET /new", "POST /old", "GET /new",
      ])
    #expect(server.sent[1].query("a") == "1")
    let loop = URLRequest(url: server.baseURL.appending(path: "loop"))
    await #expect(throws: URLError.self) { try await text(session, loop) }
  }

  @Test("The client sends cookies back, and the server records all headers of the client")
  func cookiesAndHeaders() async throws {
    let server = try FixtureServer {
      Stub("GET /login") { _ in
        .status(200, headers: ["Set-Cookie": "a=1; Path=/", "Set-Cookie": "b=2; Path=/"])
      }
      Stub("POST /comments", headers: ["X-App": "7"], body: ["comment.body": "hi"]) { _ in
        .json(#"{"id":1}"#, status: 201)
      }
    }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpAdditionalHeaders = ["X-App": "7"]
    let session = URLSession(configuration: configuration)
    _ = try await text(session, URLRequest(url: server.baseURL.appending(path: "login")))
    var post = URLRequest(url: server.baseURL.appending(path: "comments"))
    post.httpMethod = "POST"
    post.httpBody = Data(#"{"comment":{"body":"hi"}}"#.utf8)
    #expect(try await text(session, post) == #"201 {"id":1}"#)
    let sent = try #require(server.sent.last)
    let cookies = sent.header("Cookie")?.split(separator: "; ").map(String.init).sorted()
    #expect(cookies == ["a=1", "b=2"])
    #expect(sent.header("Content-Length") == "25")
    #expect(sent.header("User-Agent") != nil)
  }

  @Test("A file is downloaded, and requests one after the other or at once are all answered")
  func downloadsAndLoad() async throws {
    let text = String(repeating: "0123456789", count: 100_000)
    let server = try FixtureServer {
      Stub("GET /file", answer: .json(text))
      Stub("GET /users/:id") { .json($0.pathParameters["id"] ?? "") }
      Stub("POST /users") { StubbedResponse($0.body) }
    }
    let session = session()
    let (file, _) = try await session.download(from: server.baseURL.appending(path: "file"))
    #expect(try Data(contentsOf: file) == Data(text.utf8))
    for number in 0..<100 {
      let url = server.baseURL.appending(path: "users/\(number)")
      #expect(try await self.text(session, URLRequest(url: url)) == "200 \(number)")
      var post = URLRequest(url: server.baseURL.appending(path: "users"))
      post.httpMethod = "POST"
      post.httpBody = Data("\(number)".utf8)
      #expect(try await self.text(session, post) == "200 \(number)")
    }
    let answers = try await withThrowingTaskGroup { group in
      for number in 0..<100 {
        let request = URLRequest(url: server.baseURL.appending(path: "users/\(number)"))
        group.addTask { try await self.text(session, request) }
      }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(answers == Set((0..<100).map { "200 \($0)" }))
    #expect(server.sent.count == 301)
  }

  @Test(
    "A truncated body, no response and a late response are session errors",
    .enabled(if: TestDepth.isFull))
  func brokenAnswers() async throws {
    let server = try FixtureServer {
      Stub("GET /half", answer: .json("[1,2,3]").dropped())
      Stub("GET /gone", answer: .failure(.networkConnectionLost))
      Stub("GET /late", answer: .json("[]").after(.seconds(600)))
    }
    for path in ["half", "gone", "late"] {
      var request = URLRequest(url: server.baseURL.appending(path: path))
      request.timeoutInterval = path == "late" ? 2 : 20
      let answer = try? await text(session(), request)
      #expect(answer == nil, "\(path)")
    }
  }

  // MARK: - Contracts

  private static func contract() throws -> Contract {
    try OneContract.contract(
      """
      { "contract": 1, "host": "api.example.com", "basePath": "/v1",
        "endpoints": {
          "GET /avatars": "[Avatar]", "GET /avatars/:id": "Avatar",
          "GET /avatars/:id -> 404": { "error": "String" },
          "DELETE /avatars/:id": null, "GET /busy -> 5xx": { "error": "String" } },
        "mappings": {
          "Avatar": { "identifiedBy": "id", "map": { "id": "Int", "url": "String" } } } }
      """)
  }

  @Test("Endpoints respond below the base path with their canonical payloads")
  func contractServer() throws {
    let server = try FixtureServer(try Self.contract())
    #expect(server.baseURL.path == "/v1")
    #expect(try RawConnection.answer(server, "GET", "/v1/avatars") == #"200 [{"id":1,"url":"a"}]"#)
    #expect(try RawConnection.answer(server, "GET", "/v1/avatars/7") == #"200 {"id":1,"url":"a"}"#)
    #expect(try RawConnection.answer(server, "DELETE", "/v1/avatars/7") == "204 ")
    #expect(try RawConnection.answer(server, "GET", "/v1/busy") == #"500 {"error":"a"}"#)
    #expect(try RawConnection.answer(server, "GET", "/avatars").hasPrefix("404 "))
    #expect(try RawConnection.answer(server, "PUT", "/v1/avatars/7").hasPrefix("405 "))
    #expect(server.sent[1].pathParameters == ["id": "7"])
    try server.add { Stub("GET /v1/avatars/:id", answer: .status(410)) }
    #expect(try RawConnection.answer(server, "GET", "/v1/avatars/7") == "410 ")
  }

  @Test("A request that breaks the contract gets 400 with the reason")
  func brokenRequests() throws {
    let contract = try OneContract.contract(
      """
      { "contract": 1, "endpoints": { "POST /users -> 201": null },
        "requests": { "POST /users": { "body": "User" } },
        "mappings": { "User": { "map": { "name": "String" } } } }
      """)
    let server = try FixtureServer(contract)
    func answer(_ body: String) throws -> String {
      try RawConnection.answer(
        server,
        "POST /users HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
          + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }
    #expect(try answer(#"{"name":"a"}"#) == "201 ")
    #expect(server.unanswered.isEmpty)
    let broken = try answer(#"{"name":1}"#)
    #expect(
      broken.hasPrefix("400 POST \(server.baseURL)/users breaks the contract\n"), "\(broken)")
    #expect(server.unanswered.count == 1)
    #expect(server.sent.count == 2)
    let deep = try answer(String(repeating: "[", count: 513))
    #expect(
      deep.contains("error[too-deep] the body is nested too deeply: expected at most 512"),
      "\(deep)")
  }

  /// Returns the payloads of some requests, and whether the contract admits each.
  private func drawn(_ percentage: Int, _ seed: UInt64?) throws -> [(text: String, isValid: Bool)] {
    let contract = try Self.contract()
    let drawn = DrawnResponses([contract], faultPercentage: percentage, seed: seed)
    let server = try FixtureServer(nil, stubs: drawn.stubs, settings: .init())
    let target = MappingTarget.endpoint(contract.endpoints[0].selector)
    let mapper = Mapper(contract, as: target)
    return try (0..<60).map { _ in
      let text = try RawConnection.answer(server, "GET", "/v1/avatars")
      #expect(text.hasPrefix("200 "))
      let document = try? JSONDocument(parsing: String(text.dropFirst(4)))
      var store = ObjectStore()
      let result = document.map { mapper.map($0, as: target, into: &store) }
      return (text, result?.isAdmitted == true)
    }
  }

  @Test("Drawn payloads are faulty as often as asked, and the same for a seed")
  func drawnPayloads() throws {
    let valid = try drawn(0, 7)
    #expect(valid.allSatisfy { $0.isValid })
    #expect(Set(valid.map(\.text)).count > 20)
    #expect(try drawn(0, 7).map(\.text) == valid.map(\.text))
    #expect(try drawn(0, 8).map(\.text) != valid.map(\.text))
    #expect(try drawn(0, nil).map(\.text) == drawn(0, nil).map(\.text))
    let faulty = try drawn(50, 7)
    #expect(15...45 ~= faulty.count { !$0.isValid })
    #expect(try drawn(50, 7).map(\.text) == faulty.map(\.text))
    #expect(try drawn(100, 7).allSatisfy { !$0.isValid })
  }

  @Test("A server of drawn payloads responds with the success endpoint")
  func drawnEndpoints() throws {
    let drawn = DrawnResponses([try Self.contract()])
    let server = try FixtureServer(nil, stubs: drawn.stubs, settings: .init())
    #expect(try RawConnection.answer(server, "GET", "/v1/avatars/7").hasPrefix(#"200 {"#))
    #expect(try RawConnection.answer(server, "DELETE", "/v1/avatars/7") == "204 ")
    #expect(try RawConnection.answer(server, "GET", "/v1/busy").hasPrefix("500 {"))
  }

  @Test("The small stacks of the server suffice to draw payloads")
  func smallStacks() throws {
    let set = ContractSet(
      paths: ["github", "groups", "subscriptions"].map { "Contracts/\($0).contract.json" },
      files: PackageContracts())
    try #require(set.isUsable)
    let server = try FixtureServer(
      nil, stubs: DrawnResponses(set.contracts, faultPercentage: 50, seed: 1).stubs,
      settings: .init())
    for contract in set.contracts {
      for endpoint in contract.endpoints {
        guard case .http(let selector) = endpoint.selector else { continue }
        let path = "\(contract.basePath?.value ?? "")\(selector.path)".replacing(":", with: "1")
        let connection = try RawConnection(server, seconds: 60)
        try connection.send("\(selector.method) \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try connection.response().head.hasPrefix("HTTP/1.1 "))
      }
    }
    #expect(server.unanswered.isEmpty)
  }
}
