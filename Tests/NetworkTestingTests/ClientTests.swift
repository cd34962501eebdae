import ContractModel
import ContractTesting
import Foundation
import JSONParsing
import MappingEngine
import NetworkTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("An app's own client is checked against a contract")
struct ClientTests {
  private let contract: Contract
  private let stub: StubbedSession
  private let client: AvatarClient

  init() throws {
    contract = try OneContract.contract(
      """
      { "contract": 1, "host": "api.example.com", "basePath": "/v1",
        "endpoints": {
          "GET /avatars": "[Avatar]", "GET /avatars -> 404": "Failure", "GET /me": "Profile",
          "POST /avatars -> 201": "Avatar",
          "DELETE /me -> 204": null },
        "mappings": {
          "Avatar": {
            "identifiedBy": "remoteId", "map": { "id": "remoteId: Int", "file_url": "url: String" } },
          "Profile": { "map": { "name?": "name: String?", "error?": "error: String?" } },
          "Failure": { "map": { "error": "String" } } } }
      """)
    stub = StubbedSession(contract)
    client = AvatarClient(session: stub.makeURLSession())
  }

  /// Returns the issues of a client.
  private nonisolated(nonsending) func texts(
    _ client: ClientUnderTest
  ) async throws -> [String] {
    try await ClientTest(client, keeps: contract).violations().map(\.description)
  }

  @Test("A right client is not accused, and every payload has gone through it")
  func rightClient() async throws {
    let served = Counter()
    let found = try await texts(
      .loading(stub, "GET /avatars") {
        served.add()
        return try await client.avatars()
      })
    #expect(found == [])
    #expect(served.count > 150)
    // After the check, the stub answers as before it.
    #expect(try await client.avatars().map(\.remoteId) == [1])
  }

  @Test("An endpoint that is named without its status is the endpoint of success")
  func statusOfSuccess() async throws {
    let found = try await texts(
      .loading(stub, "POST /avatars") {
        var request = client.request("/avatars")
        request.httpMethod = "POST"
        let (data, response) = try await client.session.data(for: request)
        guard (response as? HTTPURLResponse)?.statusCode == 201 else {
          throw URLError(.badServerResponse)
        }
        return try JSONDecoder().decode(Avatar.self, from: data)
      })
    #expect(found == [])
  }

  @Test("A client with a mistake in its model has the same report as a mapper")
  func wrongModel() async throws {
    struct Avatar: Decodable {
      var id: Int
      var file: String?
      enum CodingKeys: String, CodingKey {
        case id
        case file = "file_url"
      }
    }
    let violations = try await ClientTest(
      .loading(stub, "GET /avatars") { try await client.load([Avatar].self, "/avatars") },
      keeps: contract, named: ["remoteId": "id", "url": "file"]
    ).violations()
    #expect(
      violations.map { String($0.description.prefix { $0 != "\n" }) } == [
        "Avatar reads an absent or null file_url as nil"
      ])
  }

  @Test("A client that returns an empty list for errors is reported once, with all errors")
  func swallowedErrors() async throws {
    let found = try await texts(.loading(stub, "GET /avatars") { await client.avatarsOrNone() })
    #expect(
      found == [
        """
        GET /avatars: the client takes 19 failed loads for a value, of 19: status 400, status 401, \
        status 403, status 404, status 409, status 422, status 429, status 500, status 502, status 503, \
        status 503 with HTML, status 500 without a body, an empty body, a space as body, \
        HTML with status 200, a truncated body, a dropped connection, no connection, a timeout
          response  status 400 with {"error":{"code":400,"message":"Bad Request"}}
          client    returns []
          expected  it throws: the response is none of the endpoint's
          also      hides that the contract refuses 87 payloads, such as [null]
        """
      ])
  }

  @Test("A client that returns an earlier value for errors is reported once")
  func keptValue() async throws {
    final class Last { var avatars: [Avatar] = [] }
    let last = Last()
    let found = try await texts(
      .loading(stub, "GET /avatars") {
        if let avatars = try? await client.avatars() { last.avatars = avatars }
        return last.avatars
      })
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.hasPrefix("GET /avatars: the client takes 19 failed loads") == true)
  }

  @Test("A model that accepts rejected payloads is reported beside the hidden errors")
  func laxModel() async throws {
    struct LaxProfile: Decodable {
      var name: String?
      var error: Int?
    }
    let found = try await texts(
      .loading(stub, "GET /me") {
        (try? await client.load(LaxProfile.self, "/me")) ?? LaxProfile(name: "?", error: nil)
      })
    #expect(found.count > 1, "\(found)")
    #expect(found.last?.hasPrefix("GET /me: the client takes") == true)
  }

  @Test("A client that ignores the status accepts the body of an error as an object")
  func ignoredStatus() async throws {
    struct Profile: Decodable {
      var name: String?
    }
    let found = try await texts(
      .loading(stub, "GET /me") { try await client.anyStatus(Profile.self, "/me") })
    let text = try #require(found.last)
    #expect(
      text == """
        GET /me: the client takes 10 failed loads for a value, of 19: status 400, status 401, \
        status 403, status 404, status 409, status 422, status 429, status 500, status 502, status 503
          response  status 400 with {"error":{"code":400,"message":"Bad Request"}}
          client    returns Profile(name: nil)
          expected  it throws: the response is none of the endpoint's
        """)
  }

  @Test("A client that reads JSON with another content type differently is reported")
  func otherContentType() async throws {
    let found = try await texts(
      .loading(stub, "GET /avatars") {
        let (data, response) = try await client.session.data(for: client.request("/avatars"))
        let http = try #require(response as? HTTPURLResponse)
        guard 200...299 ~= http.statusCode else { throw URLError(.badServerResponse) }
        let avatars = try JSONDecoder().decode([Avatar].self, from: data)
        return http.mimeType == "application/json" ? avatars : []
      })
    #expect(
      found == [
        """
        GET /avatars: the client reads a body as something else where its content type is text/plain, \
        text/html, application/vnd.api+json, none
          response  status 200 with [{"id":1,"file_url":"a"}]
          client    returns []
          expected  it throws, or returns [Avatar(remoteId: 1, url: "a")]
        """
      ])
  }

  @Test("If the contract says that JSON comes as HTML, a client that reads it is right")
  func statedContentType() async throws {
    let contract = try OneContract.contract(
      """
      { "contract": 1, "host": "api.example.com", "basePath": "/v1", "mimeType": "text/html",
        "endpoints": { "GET /avatars": "[Avatar]" },
        "mappings": {
          "Avatar": {
            "identifiedBy": "remoteId", "map": { "id": "remoteId: Int", "file_url": "url: String" } } } }
      """)
    let stub = StubbedSession(contract)
    let client = AvatarClient(session: stub.makeURLSession())
    let lenient = ClientUnderTest.loading(stub, "GET /avatars") { try await client.avatars() }
    #expect(try await ClientTest(lenient, keeps: contract).violations().isEmpty)
    let strict = ClientUnderTest.loading(stub, "GET /avatars") {
      let (data, response) = try await client.session.data(for: client.request("/avatars"))
      let http = try #require(response as? HTTPURLResponse)
      guard 200...299 ~= http.statusCode, http.mimeType == "application/json" else {
        throw URLError(.cannotParseResponse)
      }
      return try JSONDecoder().decode([Avatar].self, from: data)
    }
    let found = try await ClientTest(strict, keeps: contract).violations().map(\.description)
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("the mapper refuses the valid payload") == true)
  }

  @Test("A replay loads one payload and nothing else", .replay("null@[0].file_url"))
  func replay() async throws {
    let served = Counter()
    let found = try await texts(
      .loading(stub, "GET /avatars") {
        served.add()
        return await client.avatarsOrNone()
      })
    #expect(found.count == 1)
    #expect(found.first?.contains("[0].file_url") == true)
    #expect(served.count < 20)
  }

  @Test("An endpoint without a body has a response to accept and errors to reject")
  func noBody() async throws {
    let right = try await texts(
      .loading(stub, "DELETE /me") {
        var request = client.request("/me")
        request.httpMethod = "DELETE"
        let (_, response) = try await client.session.data(for: request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard status == 204 else { throw AvatarClient.BadStatus(status: status) }
      })
    #expect(right == [])
    let careless = try await texts(
      .loading(stub, "DELETE /me") {
        var request = client.request("/me")
        request.httpMethod = "DELETE"
        _ = try await client.session.data(for: request)
      })
    #expect(careless.count == 1)
    #expect(
      careless[0].hasPrefix("DELETE /me: the client takes 12 failed loads for a value, of 14"))
  }

  @Test("An endpoint that deletes an object by its path is checked like one without a body")
  func deletion() async throws {
    let contract = try OneContract.contract(
      """
      { "contract": 1, "host": "api.example.com",
        "endpoints": {
          "GET /notes/:id": "Note", "DELETE /notes/:id -> 204": { "@deletes": "Note(id: @path.id)" },
          "DELETE /all/:id": { "@deletes": "Note(id: @path.id)" } },
        "mappings": { "Note": { "identifiedBy": "id", "map": { "id": "Int" } } } }
      """)
    let stub = StubbedSession(contract)
    let session = stub.makeURLSession()
    let send = { (path: String, statuses: [Int]) async throws in
      var request = URLRequest(
        url: URL(string: "https://api.example.com\(path)") ?? URL(filePath: "/"))
      request.httpMethod = "DELETE"
      let (data, response) = try await session.data(for: request)
      let status = (response as? HTTPURLResponse)?.statusCode ?? 0
      guard statuses.contains(status), data.isEmpty else {
        throw AvatarClient.BadStatus(status: status)
      }
    }
    let texts = { (endpoint: String, path: String, statuses: [Int]) async throws in
      try await ClientTest(
        .loading(stub, endpoint) { try await send(path, statuses) }, keeps: contract
      ).violations().map(\.description)
    }
    #expect(try await texts("DELETE /notes/:id -> 204", "/notes/1", [204]) == [])
    #expect(try await texts("DELETE /notes/:id", "/notes/1", Array(200...299)) == [])
    #expect(try await texts("DELETE /all/:id", "/all/1", Array(200...299)) == [])
    let strict = try await texts("DELETE /all/:id", "/all/1", [204])
    #expect(
      strict.first?.hasPrefix(
        "DELETE /all/:id: the client refuses the response of the contract\n"
          + "  response  status 200 without a body\n") == true, "\(strict)")
    let careless = try await texts("DELETE /notes/:id -> 204", "/notes/1", Array(200...599))
    #expect(careless.count == 1)
    #expect(careless.first?.contains("takes 1 failed load for a value") == true, "\(careless)")
    let other = try await texts("DELETE /notes/:id -> 204", "/note/1", [204])
    #expect(
      other.first?.hasPrefix("the client did not send DELETE /notes/:id") == true, "\(other)")
  }

  @Test("A client that sends another request is reported with that request")
  func otherRequest() async throws {
    let found = try await texts(
      .loading(stub, "GET /avatars") { try await client.load([Avatar].self, "/avatar") })
    #expect(
      found == [
        """
        the client did not send GET /avatars: it sent GET https://api.example.com/v1/avatar
          the nearest endpoint is GET /avatars: segment 2 is not "avatars"
          stubbed: GET /avatars
          stubbed: GET /avatars -> 404
          stubbed: GET /me
          stubbed: POST /avatars -> 201
          stubbed: DELETE /me -> 204
        """
      ])
  }

  @Test("A client that caches the first response is reported for sending nothing")
  func cachedResponse() async throws {
    let cache = Cache()
    let found = try await texts(
      .loading(stub, "GET /avatars") {
        if let known = cache.avatars { return known }
        cache.avatars = try await client.avatars()
        return cache.avatars ?? []
      })
    let first = try #require(found.first)
    #expect(
      first.contains(
        "the client did not send GET /avatars: it sent nothing; is a response cached?"))
  }

  @Test("A client that loads pages endlessly is reported, and its load ends")
  func endlessPages() async throws {
    let found = try await texts(
      .loading(stub, "GET /avatars") {
        var all: [Avatar] = []
        while true {
          let page = try await client.avatars()
          if page.isEmpty { return all }
          all += page
        }
      })
    #expect(
      found == [
        #"""
        GET /avatars: the client sends more than 20 requests for one load
          response  status 200 with [{"id":1,"file_url":"a"}]
          sent      GET https://api.example.com/v1/avatars (21 times)
          expected  it gives up: all later requests of the load were refused
        """#
      ])
  }

  @Test("A mistake in the test is an error: an unknown endpoint, or two checks on one stub")
  func mistakes() async throws {
    await #expect(throws: StubError.self) {
      try await texts(.loading(stub, "GET /avatar") { try await client.avatars() })
    }
    var inner: [any Error] = []
    _ = try await texts(
      .loading(stub, "GET /avatars") {
        do {
          _ = try await texts(.loading(stub, "GET /me") { try await client.avatars() })
        } catch {
          inner = [error]
        }
        return try await client.avatars()
      })
    #expect(
      inner as? [StubError] == [
        StubError(
          "the stub is used by another check at the same time",
          notes: ["make a StubbedSession in each test"])
      ])
  }
}

@Suite("A client with a completion handler has to call it once")
struct CompletionTests {
  private let contract: Contract
  private let stub: StubbedSession
  private let client: AvatarClient

  init() throws {
    contract = try AvatarClient.contract()
    stub = StubbedSession(contract)
    client = AvatarClient(session: stub.makeURLSession())
  }

  private nonisolated(nonsending) func texts(
    _ client: ClientUnderTest
  ) async throws -> [String] {
    try await ClientTest(client, keeps: contract).violations().map(\.description)
  }

  @Test("A client that calls it once passes, with a result, or with a value and an error")
  func once() async throws {
    #expect(
      try await texts(.loading(stub, "GET /avatars") { done in client.avatars(completion: done) })
        == [])
    let other = try await texts(
      .loading(stub, "GET /avatars") {
        (done: @escaping @Sendable ([Avatar]?, (any Error)?) -> Void) in
        client.avatars { result in
          switch result {
          case .success(let avatars): done(avatars, nil)
          case .failure(let error): done(nil, error)
          }
        }
      })
    #expect(other == [])
  }

  @Test("A second call of the handler is reported")
  func twice() async throws {
    let found = try await texts(
      .loading(stub, "GET /avatars") { done in client.avatars(failing: 2, completion: done) })
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix(
        "GET /avatars: the completion handler is called more than once\n  response  ") == true)
  }

  @Test("A missing call of the handler is reported, and the test continues")
  func never() async throws {
    let found = try await texts(
      .loading(stub, "GET /avatars", within: .milliseconds(200)) { done in
        client.avatars(failing: 0, completion: done)
      })
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.hasPrefix("GET /avatars: the completion handler is never called") == true)
  }
}

@Suite("A client that is not judged is an issue, whenever its test is cancelled")
struct CancelledClientTests {
  private final class Recorded: @unchecked Sendable { var texts: [String] = [] }

  private actor Loads {
    private(set) var count = 0

    func add() -> Int {
      count += 1
      return count
    }
  }

  @Test("A client may cancel its test in the first load, or later in a sweep", arguments: [1, 10])
  func cancelled(limit: Int) async throws {
    let contract = try AvatarClient.contract()
    let stub = StubbedSession(contract)
    let client = AvatarClient(session: stub.makeURLSession())
    let (loads, recorded) = (Loads(), Recorded())
    await withKnownIssue {
      await #expect(throws: CancellationError.self) {
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask {
            let task = withUnsafeCurrentTask { $0 }
            try await expect(
              .loading(stub, "GET /avatars") {
                // A load that begins in a cancelled task can end the process in Foundation on
                // Linux.
                guard await loads.add() != limit else {
                  task?.cancel()
                  return []
                }
                return await client.avatarsOrNone()
              }, keeps: contract)
          }
          try await group.waitForAll()
        }
      }
    } matching: { issue in
      recorded.texts += issue.comments.map(\.rawValue)
      return true
    }
    #expect(
      recorded.texts == [
        "nothing is judged: the task of the test is cancelled, by its mapper or from outside"
      ])
  }
}

@MainActor
@Suite("A client on the main actor is tested there")
struct MainActorClientTests {
  final class Model {
    var avatars: [Avatar] = []
  }

  @Test("A client on the main actor need not be Sendable")
  func onMainActor() async throws {
    let contract = try AvatarClient.contract()
    let stub = StubbedSession(contract)
    let client = AvatarClient(session: stub.makeURLSession())
    let model = Model()
    try await expect(
      .loading(stub, "GET /avatars") {
        MainActor.assertIsolated()
        model.avatars = try await client.avatars()
        return model.avatars
      }, keeps: contract)
  }
}

@Suite("A stub answers with property values, and knows the objects that they describe")
struct StubbedValueTests {
  private let stub: StubbedSession

  init() throws {
    stub = StubbedSession(
      try OneContract.contract(
        """
        { "contract": 1, "basePath": "/v1",
          "endpoints": { "GET /avatars": "[Avatar]", "GET /me": { "user": "user: User" } },
          "mappings": {
            "Avatar": {
              "identifiedBy": "remoteId",
              "map": { "id": "remoteId: Int", "file_url": "url: String" } },
            "User": { "map": { "name": "String", "avatar": "Avatar" } } } }
        """))
  }

  private func body(_ path: String) async throws -> String {
    let url = try #require(URL(string: "http://localhost/v1\(path)"))
    return String(decoding: try await stub.makeURLSession().data(from: url).0, as: UTF8.self)
  }

  @Test("Values may describe a list, each of its objects, and an object at a key path")
  func values() async throws {
    try stub.answer("GET /avatars", with: ["remoteId": 123])
    #expect(try await body("/avatars") == #"[{"id":123,"file_url":"a"}]"#)
    #expect(stub.expected?.objects.map { $0["remoteId"] } == [.int(123)])
    try stub.answer("GET /avatars", with: [["remoteId": 7], ["url": "x"]])
    #expect(
      try await body("/avatars") == #"[{"id":7,"file_url":"a"},{"id":2,"file_url":"x"}]"#)
    try stub.answer("GET /avatars", with: [])
    #expect(try await body("/avatars") == "[]")
    try stub.answer("GET /me", with: ["user": ["name": "A", "avatar": ["remoteId": 5]]])
    let me = try await body("/me")
    #expect(
      me == #"{"user":{"name":"A","avatar":{"id":5,"file_url":"b"}}}"#)
  }

  @Test("Values that do not belong to the endpoint are an error with the reason")
  func mistakes() throws {
    #expect(
      throws: TestSetupError(
        "\"Avatar\" has no property \"remoteID\" at [0]",
        notes: ["did you mean \"remoteId\"?"])
    ) { try stub.answer("GET /avatars", with: ["remoteID": 1]) }
    #expect(
      throws: TestSetupError(
        "the endpoint has no property \"users\"", notes: ["did you mean \"user\"?"])
    ) { try stub.answer("GET /me", with: ["users": [:]]) }
    #expect(throws: TestSetupError("the values are none of \"GET /avatars\"")) {
      try stub.answer("GET /avatars", with: 5)
    }
  }

  @Test("A stub finds a fixture where Fixture finds it")
  func fixture() async throws {
    try stub.add { Stub("GET /v1/avatars", answer: try .fixture("avatars.json")) }
    #expect(
      try await body("/avatars")
        == String(
          decoding: try #require(PackageFiles.bytes(at: "Fixtures/avatars.json")), as: UTF8.self))
    try stub.add { Stub("GET /v1/avatars", answer: try .fixture("avatar.json")) }
    let error = await #expect(throws: URLError.self) { try await body("/avatars") }
    #expect(error?.localizedDescription.contains("there is no fixture \"avatar.json\"") == true)
  }
}

private final class Cache { var avatars: [Avatar]? }

private final class Counter {
  var count = 0
  func add() { count += 1 }
}
