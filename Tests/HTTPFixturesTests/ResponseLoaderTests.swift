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

private struct AvatarList: ContractRequest {
  static let endpoint = "GET /groups/avatars"
  var q: String?
}

private struct User: ContractRequest {
  static let endpoint = "GET /api/users/:id"
  var id: String
}

@Suite("A loader sends a request and maps the response")
struct ResponseLoaderTests {
  private let groups: Contract
  private let base = "https://api.example.com"
  private let list = AvatarList.endpoint

  init() throws {
    groups = try Contract(at: "Contracts/groups.contract.json", files: PackageContracts())
  }

  private func loader(
    _ stub: StubbedSession, _ contract: Contract? = nil, timeout: Duration = .seconds(60)
  ) -> ResponseLoader {
    ResponseLoader(
      contract ?? groups, session: stub.makeURLSession(), baseURL: URL(string: base),
      timeout: timeout)
  }

  private func fixture(_ name: String, status: Int = 200) throws -> StubbedResponse {
    try .file(PackageFolder.fixtures.appending(path: name), status: status)
  }

  /// Returns the error of a load.
  private func failure(
    _ loader: ResponseLoader, _ request: some ContractRequest
  ) async -> LoadError? {
    do throws(LoadError) {
      _ = try await loader.load(request)
      return nil
    } catch {
      return error
    }
  }

  // MARK: - Responses

  @Test("The avatars are loaded with a query, and without an empty one")
  func avatars() async throws {
    let stub = try StubbedSession {
      Stub("GET /groups/avatars", answer: try fixture("avatars.json"))
    }
    let loader = loader(stub)
    let response = try await loader.load(AvatarList(q: "cat"))
    _ = try await loader.load(AvatarList(q: ""))
    _ = try await loader.load(AvatarList())
    #expect(
      stub.sent.map(\.description) == [
        "GET \(base)/groups/avatars?q=cat", "GET \(base)/groups/avatars",
        "GET \(base)/groups/avatars",
      ])
    #expect(response.status == 200)
    #expect(response.header("content-type") == "application/json")
    #expect(response.endpoint?.selector.description == "GET /groups/avatars")
    #expect(response.objects.map { $0["remoteId"] } == [.int(123), .int(124)])
    #expect(response.result?.events.first { $0.name == .set }?.description == "[0].id -> remoteId")
  }

  @Test("Avatars that are there already are updated")
  func identity() async throws {
    let stub = try StubbedSession {
      Stub("GET /groups/avatars", answer: try fixture("avatars.json"))
    }
    let loader = loader(stub)
    _ = try await loader.load(AvatarList())
    try stub.add {
      Stub("GET /groups/avatars") { _ in .json(#"[{"id":124,"file_url":"new.png"}]"#) }
    }
    let second = try await loader.load(AvatarList())
    #expect(second.result?.counts["Avatar"]?.updated == 1)
    let names = loader.store.objects(ofType: "Avatar").map { $0["fileUrlString"] }
    #expect(names == [.string("some_url.png"), .string("new.png")])
    let count = loader.withStore { store in
      store = ObjectStore()
      return store.count(ofType: "Avatar")
    }
    #expect(count == 0)
    #expect(loader.store.allObjects.isEmpty)
  }

  @Test("The action in a JSON body selects the stub's status")
  func action() async throws {
    struct Call: ContractRequest {
      static let endpoint = "POST /rpc"
      var action: String
    }
    let contract = try OneContract.contract(
      #"""
      { "contract": 1,
        "endpoints": { "POST /rpc -> 201": "Made", "POST /rpc -> 409": { "why": "String" } },
        "mappings": { "Made": { "map": { "id": "Int" } } } }
      """#)
    let stub = try StubbedSession {
      Stub("POST /rpc", body: ["action": "create"], answer: .json(#"{"id":1}"#, status: 201))
      Stub("POST /rpc", body: ["action": "again"], answer: .json(#"{"why":"twice"}"#, status: 409))
    }
    let loader = loader(stub, contract)
    let response = try await loader.load(Call(action: "create"))
    #expect(response.status == 201)
    #expect(response.objects.map { $0["id"] } == [.int(1)])
    let text = await failure(loader, Call(action: "again"))?.description
    #expect(
      text == "POST \(base)/rpc: came 409 with application/json, 15 bytes: twice")
  }

  @Test("A path parameter with ? and / in it stays one segment")
  func pathParameter() async throws {
    let stub = try StubbedSession {
      Stub("GET /api/users/:id", answer: try fixture("user.json"))
    }
    let response = try await loader(stub).load(User(id: "a/b?c#d%"))
    #expect(stub.sent.map(\.pathParameters) == [["id": "a/b?c#d%"]])
    #expect(response.result?.value(at: try InstancePath(parsing: "user.userId")) != nil)
  }

  @Test(
    "A request of the app is loaded with its body stream, even without an endpoint")
  func ownRequest() async throws {
    let stub = try StubbedSession {
      Stub("POST /fellowUpApi.php", answer: try fixture("countries.json"))
      Stub("GET /logo", answer: .html("x"))
      Stub("GET /none", answer: .html("x", status: 404))
    }
    let loader = loader(stub)
    var request = URLRequest(url: try #require(URL(string: "\(base)/fellowUpApi.php")))
    request.httpMethod = "POST"
    request.httpBodyStream = InputStream(data: Data("a=1".utf8))
    #expect(try await loader.load(request).result?.counts["Country"]?.created == 3)
    #expect(stub.sent.map(\.body) == [Data("a=1".utf8)])
    let logo = try await loader.load(URLRequest(url: try #require(URL(string: "\(base)/logo"))))
    #expect(logo.body == Data("x".utf8))
    #expect(logo.endpoint == nil && logo.result == nil)
    let none = URLRequest(url: try #require(URL(string: "\(base)/none")))
    let error = await #expect(throws: LoadError.self) { try await loader.load(none) }
    #expect(
      error?.description == """
        GET \(base)/none: came 404 with text/html; charset=utf-8, 1 byte; the contract has no such \
        endpoint
        """)
  }

  @Test("An endpoint without a body and a HEAD request give no body")
  func noBody() async throws {
    struct Deletion: ContractRequest { static let endpoint = "DELETE /a" }
    struct Head: ContractRequest { static let endpoint = "HEAD /a" }
    let contract = try OneContract.contract(
      #"{ "contract": 1, "endpoints": { "DELETE /a -> 204": null, "HEAD /a": "Any" } }"#)
    let stub = try StubbedSession {
      Stub("DELETE /a", answer: .status(204))
      Stub("HEAD /a", answer: .json("1"))
    }
    let loader = loader(stub, contract)
    #expect(try await loader.load(Deletion()).result == nil)
    #expect(try await loader.load(Head()).result == nil)
    try stub.add { Stub("DELETE /a") { _ in .json("{}", status: 204) } }
    let text = await failure(loader, Deletion())?.description
    #expect(
      text == """
        DELETE \(base)/a: came 204 with application/json, 2 bytes, which breaks the contract
          error[unexpected-body]: the endpoint has no body
        """)
  }

  // MARK: - Errors

  @Test("A 503 with HTML is an error, and the store is unchanged")
  func unavailable() async throws {
    let stub = try StubbedSession {
      Stub("GET /groups/avatars", answer: try fixture("avatars.json"))
    }
    let loader = loader(stub)
    _ = try await loader.load(AvatarList())
    try stub.add {
      Stub("GET /groups/avatars") { _ in .html("<h1>Service Unavailable</h1>", status: 503) }
    }
    let error = await failure(loader, AvatarList())
    #expect(error?.kind == .unexpectedStatus(503))
    #expect(error?.response?.body == Data("<h1>Service Unavailable</h1>".utf8))
    #expect(
      error?.description == """
        GET \(base)/groups/avatars: expected the status 2xx, came 503 with text/html; \
        charset=utf-8, 28 bytes
        """)
    #expect(loader.store.count(ofType: "Avatar") == 2)
  }

  @Test("A response that breaks the contract is rejected as a whole")
  func refused() async throws {
    let stub = try StubbedSession {
      Stub("GET /groups/avatars") { _ in
        .json(#"[{"id":1,"file_url":"a"},{"id":null,"file_url":"b"}]"#)
      }
    }
    let loader = loader(stub)
    let error = await failure(loader, AvatarList())
    #expect(
      error?.description == """
        GET \(base)/groups/avatars: came 200 with application/json, 52 bytes, which breaks the \
        contract
          error[null-value] at [1].id: expected Int, found null; if null is allowed, write Int?
            in Contracts/groups.contract.json:14:22  "id": "remoteId: Int"
        """)
    #expect(error?.response?.objects.isEmpty == true)
    #expect(loader.store.allObjects.isEmpty)
  }

  @Test("The content type decides whether a body is JSON")
  func contentTypes() async throws {
    for type in ["application/json; charset=utf-8", "Text/JSON", "application/vnd.api+json"] {
      let stub = try StubbedSession {
        Stub("GET /groups/avatars", answer: StubbedResponse(Data("[]".utf8), contentType: type))
      }
      #expect(try await loader(stub).load(AvatarList()).result?.isAdmitted == true)
    }
    for (type, text) in [("text/html", "text/html"), (nil, "no content type")] {
      let stub = try StubbedSession {
        Stub("GET /groups/avatars", answer: StubbedResponse(Data("[]".utf8), contentType: type))
      }
      let error = await failure(loader(stub), AvatarList())
      #expect(error?.kind == .unexpectedContentType(type))
      #expect(
        error?.description
          == """
          GET \(base)/groups/avatars: expected JSON, came 200 with \(text), 2 bytes
            if that is right, write "@mimeType": \(type.map { "\"\($0)\"" } ?? "null") at the endpoint
          """)
    }
  }

  @Test(
    "JSON is read with the MIME type of the contract, and with the MIME type of JSON",
    arguments: [
      (
        #""text/html""#, ["text/html", "Text/HTML; charset=utf-8", "application/json"],
        ["text/plain", nil]
      ),
      ("null", [nil, "application/json"], ["text/html"]),
    ] as [(String, [String?], [String?])])
  func statedTypes(stated: String, right: [String?], wrong: [String?]) async throws {
    let contract = try OneContract.contract(
      #"""
      { "contract": 1,
        "endpoints": { "GET /groups/avatars": { "@mimeType": \#(stated), "": "[Int]" } },
        "mappings": {} }
      """#)
    for type in right + wrong {
      let stub = try StubbedSession {
        Stub("GET /groups/avatars", answer: StubbedResponse(Data("[]".utf8), contentType: type))
      }
      let error = await failure(loader(stub, contract), AvatarList())
      #expect(error?.kind == (right.contains(type) ? nil : .unexpectedContentType(type)))
    }
  }

  @Test("A body in another charset is no JSON, and the charset is named")
  func charset() async throws {
    let stub = try StubbedSession {
      Stub(
        "GET /groups/avatars",
        answer: StubbedResponse(
          Data([0x5B, 0x22, 0xE9, 0x22, 0x5D]), contentType: "application/json; charset=iso-8859-1")
      )
    }
    let text = await failure(loader(stub), AvatarList())?.description
    #expect(
      text == """
        GET \(base)/groups/avatars: came 200 with application/json; charset=iso-8859-1, 5 bytes, \
        which is not JSON at 1:3: expected UTF-8, found the byte 0xE9
          its content type says that it is iso-8859-1; JSON is UTF-8
        """)
  }

  @Test(
    "A body that is no JSON is an error with the place",
    arguments: [
      ("[1,\n2", "2:2", "expected \",\" or \"]\", found the end of the text"),
      ("", "1:1", "expected a value, found an empty text"),
      (
        String(repeating: "[", count: 513), "1:513",
        "expected at most 512 nested arrays and objects"
      ),
    ])
  func notJSON(body: String, place: String, reason: String) async throws {
    let stub = try StubbedSession { Stub("GET /groups/avatars") { _ in .json(body) } }
    let count = body.utf8.count
    let came = body.isEmpty ? "without a body" : "with application/json, \(count) bytes"
    let verdict = count > 512 ? "nested too deeply" : "not JSON"
    let text = await failure(loader(stub), AvatarList())?.description
    #expect(
      text
        == "GET \(base)/groups/avatars: came 200 \(came), which is \(verdict) at \(place): \(reason)"
    )
  }

  @Test("The text of a described error status has the messages of its body")
  func messages() async throws {
    let contract = try OneContract.contract(
      #"""
      { "contract": 1,
        "endpoints": {
          "GET /groups/avatars": "[Any]", "GET /groups/avatars -> 4xx": "Failure",
          "GET /api/users/:id -> 404": { "errors": "_: [String]" } },
        "mappings": {
          "Failure": { "map": { "title": "String", "code": "Int", "details": "[Detail]" } },
          "Detail": { "map": { "text": "String" } } } }
      """#)
    let stub = try StubbedSession {
      Stub("GET /groups/avatars") { _ in
        .json(
          #"{"title":"Not saved","code":7,"details":[{"text":"a is empty"},{"text":"b is old"}]}"#,
          status: 422)
      }
      Stub("GET /api/users/:id") { _ in .json(#"{"errors":["gone","away"]}"#, status: 404) }
    }
    let loader = loader(stub, contract)
    let error = await failure(loader, AvatarList())
    #expect(
      error?.kind == .failed(status: 422, messages: ["Not saved", "a is empty", "b is old"]))
    #expect(
      error?.description == """
        GET \(base)/groups/avatars: came 422 with application/json, 84 bytes: Not saved; a is \
        empty; b is old
        """)
    #expect(error?.response?.objects.first?["code"] == .int(7))
    #expect(loader.store.allObjects.isEmpty)
  }

  @Test("A server error is described by the contract of groups")
  func described() async throws {
    let stub = try StubbedSession {
      Stub("GET /api/users/:id", answer: try fixture("error.json", status: 404))
    }
    let text = await failure(loader(stub), User(id: "7"))?.description
    #expect(
      text
        == "GET \(base)/api/users/7: came 404 with application/json, 33 bytes: An error occurred!!")
  }

  // MARK: - Requests that are not sent

  @Test("A subscription without credentials fails before a request is sent")
  func credentials() async throws {
    struct Subscriptions: ContractRequest {
      static let endpoint = "GET /subscriptions.json"
      var password: String?
      var headers: [String: String?] { ["Authorization": password.map { "Basic \($0)" }] }
      enum CodingKeys: CodingKey {}
    }
    struct Anonymous: ContractRequest { static let endpoint = "GET /subscriptions.json" }
    let contract = try OneContract.contract(
      """
      { "contract": 1, "endpoints": { "GET /subscriptions.json": "[Any]" },
        "requests": { "GET /subscriptions.json": { "headers": { "Authorization": "_: String" } } } }
      """)
    let stub = try StubbedSession { Stub("GET /subscriptions.json", answer: .json("[]")) }
    let loader = loader(stub, contract)
    let unsigned = await failure(loader, Subscriptions())?.description
    #expect(
      unsigned == """
        GET /subscriptions.json: not sent: the header "Authorization" has no value
          its credential is missing
        """)
    let missing = """
      GET \(base)/subscriptions.json: not sent: it breaks the contract
        error[missing-key]: the key "@request.header.Authorization" is missing
          in a.contract.json:2:76  "@request.header.Authorization": "_: String"
      """
    let text = await failure(loader, Anonymous())?.description
    #expect(
      text == missing)
    let bare = URLRequest(url: try #require(URL(string: "\(base)/subscriptions.json")))
    let error = await #expect(throws: LoadError.self) { try await loader.load(bare) }
    #expect(error?.description == missing)
    #expect(stub.sent.isEmpty)
    #expect(try await loader.load(Subscriptions(password: "cGFzcw")).status == 200)
  }

  @Test("A URL with another scheme than HTTP is not requested")
  func otherSchemes() async throws {
    let loader = loader(try StubbedSession {})
    let request = URLRequest(url: URL(filePath: "/etc/hosts"))
    let error = await #expect(throws: LoadError.self) { try await loader.load(request) }
    #expect(error?.description == "a request: not sent: its URL is not an HTTP URL")
  }

  // MARK: - Connections

  @Test(
    "A lost connection is one error on all platforms",
    arguments: [URLError.Code.unknown, .networkConnectionLost, .badServerResponse])
  func lost(code: URLError.Code) async throws {
    let stub = try StubbedSession { Stub(list, answer: .failure(code)) }
    let error = await failure(loader(stub), AvatarList())
    #expect(error?.kind == .connectionLost(code: code.rawValue))
    #expect(
      error?.description
        == "GET \(base)/groups/avatars: the connection was lost (URLError \(code.rawValue))")
  }

  @Test("Other connection errors are named, and those of a stub list the stubs")
  func otherErrors() async throws {
    let stub = try StubbedSession {
      Stub("GET /groups/avatars", answer: .failure(.notConnectedToInternet))
    }
    let asked = "GET \(base)/groups/avatars"
    let text = await failure(loader(stub), AvatarList())?.description
    #expect(
      text == "\(asked): there is no connection to the internet (URLError -1009)")
    let empty = try StubbedSession {}
    let unanswered = await failure(loader(empty), AvatarList())?.description
    #expect(
      unanswered == """
        \(asked): nothing is stubbed for \(asked)
          there are no stubs
        """)
  }

  @Test("A late response is an error at the timeout")
  func timeout() async throws {
    let stub = try StubbedSession {
      Stub("GET /groups/avatars", answer: .json("[]").after(.seconds(60)))
    }
    let loader = loader(stub, timeout: .milliseconds(50))
    let error = await failure(loader, AvatarList())
    #expect(error?.kind == .timedOut)
    #expect(
      error?.description == "GET \(base)/groups/avatars: no response within 0.05 seconds")
    #expect(stub.sent.count == 1)
  }

  @Test("A cancelled load ends soon and once, and sends nothing if it was not sent")
  func cancelling() async throws {
    let stub = try StubbedSession {
      Stub("GET /groups/avatars", answer: .json("[]").after(.seconds(50)))
    }
    let loader = loader(stub)
    let loading = Task { try await loader.load(AvatarList()) }
    while stub.sent.isEmpty { await Task.yield() }
    loading.cancel()
    let error = await #expect(throws: LoadError.self) { try await loading.value }
    #expect(error?.kind == .cancelled)
    #expect(error?.description == "GET \(base)/groups/avatars: cancelled")
    let unsent = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await loader.load(AvatarList())
    }
    unsent.cancel()
    await #expect(throws: LoadError.self) { try await unsent.value }
    #expect(stub.sent.count == 1)
  }

  @Test("Concurrent loads are mapped into the store one after the other")
  func atOnce() async throws {
    let stub = try StubbedSession {
      Stub("GET /groups/avatars") { request in
        .json(#"[{"id":1,"file_url":"a"},{"id":\#(request.query("q") ?? "1"),"file_url":"b"}]"#)
      }
    }
    let loader = loader(stub)
    await withTaskGroup { group in
      for number in 2..<52 {
        group.addTask { _ = try? await loader.load(AvatarList(q: "\(number)")) }
      }
    }
    #expect(loader.store.count(ofType: "Avatar") == 51)
  }

  // MARK: - The trace

  @Test("A trace has the request, response and mapping, without credentials")
  func trace() async throws {
    let stub = try StubbedSession {
      Stub("GET /groups/avatars") { _ in
        .json(#"[{"id":1,"file_url":"a"}]"#, headers: ["Set-Cookie": "s=secret", "Server": "a"])
      }
    }
    let loader = loader(stub)
    let url =
      "https://me:secret@api.example.com/groups/avatars?api_key=secret&ids[]=1&key=secret&a[b]=2#secret"
    var request = URLRequest(url: try #require(URL(string: url)))
    for name in ["Authorization", "Cookie", "X-Api-Key", "Proxy-Authorization", "X-CSRF-Token"] {
      request.setValue("secret", forHTTPHeaderField: name)
    }
    request.setValue("1", forHTTPHeaderField: "X-Beta")
    _ = try await loader.load(request)
    _ = await failure(loader, User(id: ""))
    #expect(
      loader.trace() == """
        1 > GET \(base)/groups/avatars?api_key=redacted&ids%5B%5D=1&key=redacted&a%5Bb%5D=2
        1 > X-Beta: 1
        1 < 200 with application/json, 25 bytes
        1 < Content-Type: application/json
        1 < Server: a
        1 = as GET /groups/avatars
        1 = Avatar: 1 created, 0 updated, 0 untouched
        1 = created [0]
        1 = [0].id -> remoteId
        1 = [0].file_url -> fileUrlString
        1 = set
        2 ! not sent: the parameter "id" of the path has no value
        """)
    #expect(
      loader.trace(.requests) == """
        1 > GET \(base)/groups/avatars?api_key=redacted&ids%5B%5D=1&key=redacted&a%5Bb%5D=2
        1 > X-Beta: 1
        2 ! not sent: the parameter "id" of the path has no value
        """)
    #expect(loader.trace(.responses).split(separator: "\n").count == 6)
  }

  @Test("A trace keeps the last lines")
  func boundedTrace() async throws {
    let loader = loader(try StubbedSession {})
    for _ in 0..<2_010 { _ = await failure(loader, User(id: "")) }
    let lines = loader.trace().split(separator: "\n")
    #expect(lines.count == 2_001)
    #expect(lines.first == "… 10 earlier lines left out")
    #expect(lines.last?.hasPrefix("2010 ! not sent") == true)
  }
}
