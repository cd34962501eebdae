import ContractModel
import ContractTesting
import Foundation
import HTTPFixtures
import JSONParsing
import NetworkTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Right clients of any style are not accused, and mistakes of wrong ones are reported")
struct ClientStyleTests {
  private let contract: Contract
  private let stub: StubbedSession

  init() throws {
    contract = try OneContract.contract(
      """
      { "contract": 1, "host": "api.example.com",
        "endpoints": {
          "GET /avatars": "[Avatar]", "GET /avatars -> 304": null, "GET /avatars -> 401": "Failure",
          "PUT /avatars/:id -> 200,201": "Avatar",
          "POST /seen": null, "POST /archive -> 202": null, "DELETE /avatars -> 200,204": null,
          "PATCH /avatars -> 2xx": null,
          "POST /token": "Token" },
        "requests": { "GET /avatars": { "headers": { "Authorization": "_: String" } } },
        "mappings": {
          "Avatar": { "map": { "id": "remoteId: Int", "file_url": "url: String" } },
          "Token": { "map": { "token": "String" } },
          "Failure": { "map": { "error": "String" } } } }
      """)
    stub = StubbedSession(contract)
  }

  private nonisolated(nonsending) func texts(_ client: ClientUnderTest) async throws -> [String] {
    try await ClientTest(client, keeps: contract).violations().map(\.description)
  }

  @Test("A right client keeps the contract", arguments: StyledClient.Style.allCases)
  func right(style: StyledClient.Style) async throws {
    let client = StyledClient(stub.makeURLSession(), style)
    #expect(try await texts(.loading(stub, "GET /avatars") { try await client.avatars() }) == [])
    #expect(
      try await texts(.loading(stub, "GET /avatars -> 304") { try await client.avatars() }) == [])
    #expect(try await texts(.loading(stub, "PUT /avatars/:id") { try await client.put() }) == [])
    for endpoint in ["POST /seen", "POST /archive", "DELETE /avatars", "PATCH /avatars"] {
      let words = endpoint.split(separator: " ").map(String.init)
      let found = try await texts(
        .loading(stub, endpoint) { try await client.send(words[0], words[1]) })
      #expect(found == [], "\(endpoint)")
    }
    #expect(stub.unanswered.isEmpty)
  }

  /// Sends a request, and accepts some statuses.
  private func send(_ method: String, _ path: String, taking statuses: Set<Int>) async throws {
    let client = StyledClient(stub.makeURLSession(), .plain)
    let (_, response) = try await client.session.data(for: client.request(method, path))
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    guard statuses.contains(status) else { throw StyledClient.BadStatus(status: status) }
  }

  @Test("Each status that an endpoint names is served; without a status, 200 and 204")
  func statuses() async throws {
    func found(_ endpoint: String, taking statuses: Set<Int>) async throws -> [String] {
      let words = endpoint.split(separator: " ").map(String.init)
      return try await texts(
        .loading(stub, endpoint) { try await send(words[0], words[1], taking: statuses) })
    }
    func refusing(_ endpoint: String, _ status: Int, _ also: String = "") -> [String] {
      [
        """
        \(endpoint): the client refuses the response of the contract
          response  status \(status) without a body
          client    throws BadStatus(status: \(status))
        """ + also
      ]
    }
    #expect(try await found("POST /archive", taking: [202]) == [])
    #expect(try await found("POST /archive", taking: [204]) == refusing("POST /archive", 202))
    #expect(try await found("POST /seen", taking: [200, 204]) == [])
    #expect(try await found("POST /seen", taking: [204]) == refusing("POST /seen", 200))
    #expect(
      try await found("DELETE /avatars", taking: [])
        == refusing(
          "DELETE /avatars", 200, "\n  also      status 204"))
    let put = try await texts(
      .loading(stub, "PUT /avatars/:id") {
        let client = StyledClient(stub.makeURLSession(), .plain)
        let (data, response) = try await client.session.data(
          for: client.request("PUT", "/avatars/1"))
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard status == 200 else { throw StyledClient.BadStatus(status: status) }
        return try JSONDecoder().decode(Avatar.self, from: data)
      })
    #expect(
      put == [
        #"""
        PUT /avatars/:id: the client refuses the response of the contract
          response  status 201 with {"id":10,"file_url":"a"}
          client    throws BadStatus(status: 201)
        """#
      ])
  }

  @Test("A client that decodes a response without a body rejects it, and is reported")
  func decodedNothing() async throws {
    struct Nothing: Decodable {}
    let client = StyledClient(stub.makeURLSession(), .plain)
    let found = try await texts(
      .loading(stub, "DELETE /avatars") {
        let (data, response) = try await client.session.data(
          for: client.request("DELETE", "/avatars"))
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard 200...299 ~= status else { throw StyledClient.BadStatus(status: status) }
        return status == 204 ? Nothing() : try JSONDecoder().decode(Nothing.self, from: data)
      })
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix(
        "DELETE /avatars: the client refuses the response of the contract\n"
          + "  response  status 200 without a body\n  client    throws ") == true)
  }

  /// A client that sends conditional requests with the `ETag` or date of its copy.
  private final class Asking: Sendable {
    let client: StyledClient
    private let tag = Mutex<String?>(nil)

    init(_ stub: StubbedSession) { client = StyledClient(stub.makeURLSession(), .plain) }

    /// - Returns: `nil` if nothing has changed.
    func avatars(header: String = "If-None-Match") async throws -> [Avatar]? {
      var request = client.request("GET", "/avatars")
      request.setValue(tag.withLock { $0 }, forHTTPHeaderField: header)
      let (data, response) = try await client.session.data(for: request)
      let http = try #require(response as? HTTPURLResponse)
      if http.statusCode == 304 { return nil }
      guard http.statusCode == 200 else { throw StyledClient.BadStatus(status: http.statusCode) }
      let name = header == "If-None-Match" ? "ETag" : "Last-Modified"
      let avatars = try JSONDecoder().decode([Avatar].self, from: data)
      tag.withLock { $0 = http.value(forHTTPHeaderField: name) }
      return avatars
    }
  }

  struct Page {
    var avatars: [Avatar]
    var isNotModified: Bool
  }

  enum Change {
    case avatars([Avatar])
    case none
  }

  @Test(
    "A client may report that nothing has changed, but not return an empty list instead",
    .enabled(if: TestDepth.isFull),
    arguments: ["If-None-Match", "If-Modified-Since"])
  func notModified(header: String) async throws {
    let asking = Asking(stub)
    let nothing = try await texts(
      .loading(stub, "GET /avatars") { try await asking.avatars(header: header) })
    #expect(nothing == [])
    let flagged = try await texts(
      .loading(stub, "GET /avatars") {
        let avatars = try await asking.avatars(header: header)
        return Page(avatars: avatars ?? [], isNotModified: avatars == nil)
      })
    #expect(flagged.filter { $0.contains("nothing has changed") } == [])
    let named = try await texts(
      .loading(stub, "GET /avatars") {
        try await asking.avatars(header: header).map { Change.avatars($0) } ?? Change.none
      })
    #expect(named.filter { $0.contains("nothing has changed") } == [])
    let empty = try await texts(
      .loading(stub, "GET /avatars") { try await asking.avatars(header: header) ?? [] })
    #expect(
      empty == [
        #"""
        GET /avatars: the client makes something else of a response which says that nothing has changed
          response  status 304 without a body, after status 200 with [{"id":10,"file_url":"a"}]
          client    returns []
          expected  it returns [Avatar(remoteId: 10, url: "a")] as before, or throws
        """#
      ])
  }

  @Test("If a test names only a 304, the client first gets a body that it has to accept")
  func notModifiedAlone() async throws {
    let client = StyledClient(stub.makeURLSession(), .plain)
    let refusing = try await texts(
      .loading(stub, "GET /avatars -> 304") { () -> [Avatar] in
        _ = try await client.session.data(for: client.request("GET", "/avatars"))
        throw URLError(.badServerResponse)
      })
    #expect(refusing.count == 1)
    #expect(
      refusing.first?.hasPrefix(
        "GET /avatars -> 304: the client refuses the response of the contract\n"
          + #"  response  status 200 with [{"id":10,"file_url":"a"}]"#) == true)
    let empty = try await texts(
      .loading(stub, "GET /avatars -> 304") {
        let (data, response) = try await client.session.data(
          for: client.request("GET", "/avatars"))
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        if status == 304 { return [Avatar]() }
        guard status == 200 else { throw StyledClient.BadStatus(status: status) }
        return try JSONDecoder().decode([Avatar].self, from: data)
      })
    #expect(empty.count == 1)
    #expect(empty.first?.contains("which says that nothing has changed\n") == true)
  }

  @Test("A client that sends no conditional request gets no 304")
  func unconditional() async throws {
    let client = StyledClient(stub.makeURLSession(), .plain)
    let statuses = Mutex<Set<Int>>([])
    let found = try await texts(
      .loading(stub, "GET /avatars") {
        let (data, response) = try await client.session.data(
          for: client.request("GET", "/avatars"))
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        statuses.withLock { _ = $0.insert(status) }
        // This mistake is never found, because the client sends no conditional request.
        if status == 304 { return [Avatar]() }
        guard status == 200 else { throw StyledClient.BadStatus(status: status) }
        return try JSONDecoder().decode([Avatar].self, from: data)
      })
    #expect(found == [])
    #expect(!statuses.withLock { $0.contains(304) })
  }

  @Test("A client that refreshes its token endlessly is reported, and the load ends")
  func endlessRefresh() async throws {
    let client = StyledClient(stub.makeURLSession(), .plain)
    let found = try await texts(
      .loading(stub, "GET /avatars") {
        while true {
          let (data, response) = try await client.session.data(
            for: client.request("GET", "/avatars"))
          let status = (response as? HTTPURLResponse)?.statusCode ?? 0
          if status == 401 {
            _ = try await client.session.data(for: client.request("POST", "/token"))
            continue
          }
          guard status == 200 else { throw StyledClient.BadStatus(status: status) }
          return try JSONDecoder().decode([Avatar].self, from: data)
        }
      })
    let text = #"""
      GET /avatars: the client sends more than 20 requests for one load
        response  status 401 with {"error":"a"}
        sent      GET https://api.example.com/avatars (21 times), POST https://api.example.com/token (20 times)
        expected  it gives up: all later requests of the load were refused
      """#
    #expect(found == [text])
    let lines = text.split(separator: "\n").joined(separator: "\n  ")
    #expect(Guide.named("TestingClients").shows("↳ \(lines)"))
  }

  @Test("A client that retries every failed request endlessly is reported and left alone")
  func endlessRetry() async throws {
    let client = StyledClient(stub.makeURLSession(), .plain)
    let found = try await texts(
      .loading(stub, "GET /avatars") {
        while true {
          guard
            let (data, response) = try? await client.session.data(
              for: client.request("GET", "/avatars")),
            (response as? HTTPURLResponse)?.statusCode != 503
          else { continue }
          return try StyledClient.avatars(data, response)
        }
      })
    #expect(
      found == [
        #"""
        GET /avatars: the client sends more than 20 requests for one load
          response  the error URLError -1009
          sent      GET https://api.example.com/avatars (21 times)
          expected  it gives up: all later requests of the load were refused
        """#
      ])
  }

  @Test("A request that follows a failed response is checked against the contract, too")
  func brokenLater() async throws {
    let client = StyledClient(stub.makeURLSession(), .plain)
    let found = try await texts(
      .loading(stub, "GET /avatars") {
        var request = client.request("GET", "/avatars")
        var (data, response) = try await client.session.data(for: request)
        if (response as? HTTPURLResponse)?.statusCode == 401 {
          // The second request lacks the header.
          request.setValue(nil, forHTTPHeaderField: "Authorization")
          (data, response) = try await client.session.data(for: request)
        }
        return try StyledClient.avatars(data, response)
      })
    #expect(
      found == [
        #"""
        the client sends a request that is refused: GET https://api.example.com/avatars breaks the contract
          error[missing-key]: the key "@request.header.Authorization" is missing
            in a.contract.json:8:65  "@request.header.Authorization": "_: String"
          response  status 401 with {"error":"a"}
        """#
      ])
  }
}

@Suite("Requests that a stub rejects and no test looks at are reported")
struct AnsweredRequestTests {
  /// Sends a request, and ignores the error.
  private func ask(_ stub: StubbedSession, _ path: String) async {
    let url = URL(string: "https://api.example.com\(path)") ?? URL(filePath: "/")
    _ = try? await stub.makeURLSession().data(from: url)
  }

  private func stub(allowsUnanswered: Bool = false) throws -> StubbedSession {
    try StubbedSession(allowsUnanswered: allowsUnanswered) { Stub("GET /a", answer: .json("1")) }
  }

  private static let text = """
    a StubbedSession refused 1 request, and the test did not look at "unanswered"
      nothing is stubbed for GET https://api.example.com/b
        stubbed: GET /a
    """

  @Test("With the trait, a rejected request is an issue at the end of the test")
  func trait() async throws {
    let test = try #require(Test.current)
    func issues(_ body: @escaping @Sendable () async throws -> Void) async throws -> [String] {
      let found = Mutex<[String]>([])
      try await withKnownIssue(isIntermittent: true) {
        try await AnsweredRequestsTrait.answeredRequests.provideScope(
          for: test, testCase: nil, performing: body)
      } matching: { issue in
        found.withLock { $0.append(issue.comments.map(\.rawValue).joined()) }
        return true
      }
      return found.withLock { $0 }
    }
    #expect(try await issues { await ask(try stub(), "/b") } == [Self.text])
    #expect(try await issues { await ask(try stub(), "/a") } == [])
    #expect(try await issues { await ask(try stub(allowsUnanswered: true), "/b") } == [])
    let read = try await issues {
      let stub = try stub()
      await ask(stub, "/b")
      #expect(stub.unanswered.count == 1)
    }
    #expect(read == [])
    let before = try await issues {
      let stub = try stub()
      #expect(stub.unanswered.isEmpty)
      await ask(stub, "/b")
    }
    #expect(before == [Self.text])
    let server = try await issues {
      let server = try FixtureServer { Stub("GET /a", answer: .json("1")) }
      _ = try? await URLSession.shared.data(from: server.baseURL.appending(path: "b"))
    }
    #expect(server.count == 1)
    #expect(server.first?.hasPrefix("a FixtureServer refused 1 request") == true)
  }

  @Test("Without the trait, a rejected request is reported when the stub is released")
  func standardError() async throws {
    let told = Mutex<[String]>([])
    let note: @Sendable (String) -> Void = { text in told.withLock { $0.append(text) } }
    try await RequestLog.$report.withValue(note) {
      await ask(try stub(), "/b")
      await ask(try stub(allowsUnanswered: true), "/b")
    }
    #expect(told.withLock { $0 } == ["warning: \(Self.text)\n"])
  }

  @Test("A check of a client reports its own rejected requests, and earlier ones stay unread")
  func checks() async throws {
    let contract = try AvatarClient.contract()
    let told = Mutex<[String]>([])
    let note: @Sendable (String) -> Void = { text in told.withLock { $0.append(text) } }
    try await RequestLog.$report.withValue(note) {
      let stub = StubbedSession(contract)
      await ask(stub, "/before")
      let client = AvatarClient(session: stub.makeURLSession())
      let found = try await ClientTest(
        .loading(stub, "GET /avatars") { () -> [Avatar] in
          await ask(stub, "/inside")
          return try await client.avatars()
        }, keeps: contract
      ).violations()
      #expect(found.count == 1)
    }
    #expect(told.withLock { $0 }.count == 1)
    #expect(told.withLock { $0 }.first?.contains("/before\n") == true)
    #expect(told.withLock { $0 }.first?.contains("/inside") == false)
  }
}
