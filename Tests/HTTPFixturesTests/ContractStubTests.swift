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

@Suite("A stubbed session responds as the contract describes")
struct ContractStubTests {
  private let contract: Contract

  init() throws {
    contract = try OneContract.contract(
      """
      { "contract": 1, "host": "api.example.com", "basePath": "/v1",
        "endpoints": {
          "GET /avatars": "[Avatar]", "GET /avatars/:id": "Avatar", "GET /avatars/:id -> 404": "Failure",
          "DELETE /avatars/:id": null, "GET /busy -> 5xx": "Failure" },
        "mappings": {
          "Avatar": { "identifiedBy": "id", "map": { "id": "Int", "file_url": "url: String" } },
          "Failure": { "map": { "error": "String" } } } }
      """)
  }

  private func answer(
    _ stub: StubbedSession, _ url: String, method: String = "GET", body: String? = nil
  ) async throws -> String {
    var request = URLRequest(url: try #require(URL(string: url)))
    request.httpMethod = method
    request.httpBody = body.map { Data($0.utf8) }
    let (data, response) = try await stub.makeURLSession().data(for: request)
    let http = try #require(response as? HTTPURLResponse)
    let type = http.value(forHTTPHeaderField: "Content-Type") ?? "-"
    return "\(http.statusCode) \(type) \(String(decoding: data, as: UTF8.self))"
  }

  private let base = "https://api.example.com/v1"

  @Test("Each action of a path gets the response of its own endpoint")
  func actions() async throws {
    let contract = try OneContract.contract(
      """
      { "contract": 1, "host": "api.example.com", "endpoints": {
        "POST /rpc @request.body.action=users": { "users": "users: [Int]" },
        "POST /rpc @request.body.action=login": { "token": "token: String" },
        "POST /rpc @request.form.action=ping": { "pong": "pong: Bool" } } }
      """)
    let stub = StubbedSession(contract, allowsUnanswered: true)
    let url = "https://api.example.com/rpc"
    let ask = { (body: String) in
      try await answer(stub, url, method: "POST", body: body).split(separator: " ").last
    }
    #expect(try await ask(#"{"action":"users"}"#) == #"{"users":[10]}"#)
    #expect(try await ask(#"{"action":"login"}"#) == #"{"token":"a"}"#)
    #expect(try await ask("action=ping") == #"{"pong":true}"#)
    try stub.answer("POST /rpc @request.body.action=users", with: .json(#"{"users":[]}"#))
    #expect(try await ask(#"{"action":"users"}"#) == #"{"users":[]}"#)
    #expect(try await ask(#"{"action":"login"}"#) == #"{"token":"a"}"#)
    await #expect(throws: (any Error).self) { try await ask(#"{"action":"other"}"#) }
    #expect(
      stub.unanswered.first?.description.contains(#"@request.body.action is not "users""#) == true)
  }

  @Test("Each endpoint responds with its canonical payload and status, success first")
  func canonical() async throws {
    let stub = StubbedSession(contract)
    let type = "application/json"
    #expect(
      try await answer(stub, "\(base)/avatars") == #"200 \#(type) [{"id":1,"file_url":"a"}]"#)
    #expect(
      try await answer(stub, "\(base)/avatars/7") == #"200 \#(type) {"id":1,"file_url":"a"}"#)
    #expect(try await answer(stub, "\(base)/avatars/7", method: "DELETE") == "204 - ")
    #expect(try await answer(stub, "\(base)/busy") == #"500 \#(type) {"error":"a"}"#)
    #expect(stub.sent[1].pathParameters == ["id": "7"])
  }

  @Test("Bodies have the MIME type that the contract says, or none")
  func types() async throws {
    let contract = try OneContract.contract(
      #"""
      { "contract": 1, "mimeType": "text/html",
        "endpoints": {
          "GET /a": "Int", "GET /b": { "@mimeType": null, "n": "Int" },
          "GET /a -> 404": "String" } , "mappings": {} }
      """#)
    let stub = StubbedSession(contract, baseURL: URL(string: base))
    #expect(try await answer(stub, "\(base)/a").hasPrefix("200 text/html "))
    #expect(try await answer(stub, "\(base)/b").hasPrefix("200 - "))
    try stub.answer("GET /a -> 404")
    #expect(try await answer(stub, "\(base)/a").hasPrefix("404 text/html "))
  }

  @Test(
    "A test selects a status, fault or response, and gets the expected result")
  func choosing() async throws {
    let stub = StubbedSession(contract)
    try stub.answer("GET /avatars/:id -> 404")
    #expect(
      try await answer(stub, "\(base)/avatars/7") == #"404 application/json {"error":"a"}"#)
    #expect(stub.expected?.objects.first?["error"] == .string("a"))
    try stub.answer("GET /avatars", fault: "null@[0].file_url")
    #expect(
      try await answer(stub, "\(base)/avatars")
        == #"200 application/json [{"id":1,"file_url":null}]"#)
    #expect(stub.expected?.isAdmitted == false)
    try stub.answer("GET /avatars", with: .html("<h1>Busy</h1>", status: 503))
    #expect(
      try await answer(stub, "\(base)/avatars") == "503 text/html; charset=utf-8 <h1>Busy</h1>")
    #expect(stub.expected == nil)
  }

  @Test("Stubs have precedence over the contract, whose host and path may differ")
  func stubsBefore() async throws {
    let stub = StubbedSession(contract, baseURL: URL(string: "http://localhost:8080/test"))
    try stub.add { Stub("GET /test/avatars/9") { _ in .status(410) } }
    #expect(try await answer(stub, "http://localhost:8080/test/avatars/9") == "410 - ")
    #expect(try await answer(stub, "http://localhost:8080/test/avatars/8").hasPrefix("200"))
  }

  @Test(
    "Unknown requests, endpoints and faults are errors with a reason")
  func mistakes() async throws {
    let stub = StubbedSession(contract)
    let error = await #expect(throws: URLError.self) {
      try await answer(stub, "https://example.com/v1/avatar")
    }
    #expect(
      error?.localizedDescription == """
        nothing is stubbed for GET https://example.com/v1/avatar
          the nearest endpoint is GET /avatars: the host is not api.example.com, segment 2 is not "avatars"
          stubbed: GET /avatars
          stubbed: GET /avatars/:id
          stubbed: GET /avatars/:id -> 404
          stubbed: DELETE /avatars/:id
          stubbed: GET /busy -> 5xx
        """)
    #expect(
      throws: StubError(
        "the contract \"a\" has no endpoint \"GET /avatar\"",
        notes: ["did you mean \"GET /avatars\"?"])
    ) { try stub.answer("GET /avatar") }
    #expect(
      throws: StubError(
        "the payloads of \"GET /avatars\" have no fault \"null@[0].file_ur\"",
        notes: ["did you mean \"null@[0].file_url\"?"])
    ) { try stub.answer("GET /avatars", fault: "null@[0].file_ur") }
    #expect(
      throws: StubError(
        "the stub has no contract", notes: ["make it with StubbedSession(contract)"])
    ) { try StubbedSession {}.answer("GET /avatars") }
  }
}
