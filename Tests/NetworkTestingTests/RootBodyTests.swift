import CaptureChecking
import CaptureSources
import ContractModel
import ContractTesting
import Foundation
import Generation
import JSONParsing
import MappingEngine
import NetworkTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A body that is read together with headers is judged as if it were read alone, at every place
/// that judges bodies.
@Suite("A body is required even if other lines read the exchange")
struct RootBodyTests {
  private static let base = "https://api.example.com"
  private let requests: Contract
  private let responses: Contract

  init() throws {
    requests = try OneContract.contract(
      """
      { "contract": 1, "host": "api.example.com",
        "endpoints": { "POST /s -> 201": null },
        "requests": { "POST /s": { "headers": { "A": "_: String" }, "body": "New" } },
        "mappings": { "New": { "map": { "name": "String", "count": "Int" } } } }
      """)
    responses = try OneContract.contract(
      """
      { "contract": 1, "host": "api.example.com",
        "endpoints": { "GET /s": { "": "s: S", "@header.ETag?": "etag: String" } },
        "mappings": { "S": { "identifiedBy": "id", "map": { "id": "Int", "name?": "String" } } } }
      """)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var body: String
    var request: [String]
    var response: [String]
    var testDescription: String { body.isEmpty ? "no body" : body }
  }

  static let rows = [
    Row(body: "{}", request: ["missing-key", "missing-key"], response: ["missing-key"]),
    Row(body: "[]", request: ["wrong-type"], response: ["wrong-type"]),
    Row(body: "5", request: ["wrong-type"], response: ["wrong-type"]),
    Row(body: #""x""#, request: ["wrong-type"], response: ["wrong-type"]),
    Row(body: "null", request: ["null-value"], response: ["null-value"]),
    Row(body: #"{"X":1}"#, request: ["missing-key", "missing-key"], response: ["missing-key"]),
    Row(
      body: #"{"Name":"a","Id":1}"#, request: ["missing-key", "missing-key"],
      response: ["missing-key"]),
    Row(body: #"{"name":"a","count":"x"}"#, request: ["wrong-type"], response: ["missing-key"]),
    Row(body: #"{"name":"a","count":1,"id":1}"#, request: [], response: []),
    Row(body: "", request: ["empty-body"], response: ["empty-body"]),
  ]

  /// Returns the rules of the errors in a text, in order.
  private func rules(_ text: String) -> [String] {
    text.matches(of: /error\[([a-z-]+)\]/).map { String($0.output.1) }
  }

  // MARK: - Requests

  private func request(_ body: String, at base: String = Self.base) throws -> URLRequest {
    var request = URLRequest(url: try #require(URL(string: "\(base)/s")))
    request.httpMethod = "POST"
    request.httpBody = body.isEmpty ? nil : Data(body.utf8)
    request.setValue("a", forHTTPHeaderField: "A")
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    return request
  }

  @Test("The body of a request is required at every place that checks requests", arguments: rows)
  func request(row: Row) async throws {
    let sent = try request(row.body)
    #expect(try checked(requests, exchange(requestBody: row.body)) == row.request, "check")
    let told = try RequestTest(requests: [sent], keeps: requests).violations
    #expect(rules(told.map(\.description).joined()) == row.request, "expect(requests:)")
    let stub = StubbedSession(requests)
    _ = try? await stub.makeURLSession().data(for: sent)
    #expect(stub.sent.count == 1)
    #expect(stub.unanswered.flatMap { rules("\($0)") } == row.request, "stub")
    let server = try FixtureServer(requests)
    let session = URLSession(configuration: .ephemeral)
    let (data, response) = try await session.data(
      for: request(row.body, at: server.baseURL.absoluteString))
    let status = (response as? HTTPURLResponse)?.statusCode
    #expect(status == (row.request.isEmpty ? 201 : 400), "server")
    #expect(rules(String(decoding: data, as: UTF8.self)) == row.request, "server")
    let loader = ResponseLoader(requests, session: StubbedSession(requests).makeURLSession())
    #expect(try await loaded(loader, sent) == row.request, "loader")
  }

  // MARK: - Responses

  @Test("The body of a response is required at every place that checks responses", arguments: rows)
  func response(row: Row) async throws {
    #expect(try checked(responses, exchange(responseBody: row.body)) == row.response, "check")
    let stub = try StubbedSession {
      Stub("GET /s", answer: .json(row.body))
    }
    let loader = ResponseLoader(responses, session: stub.makeURLSession())
    let url = try #require(URL(string: "\(Self.base)/s"))
    // Without a body, the loader reports that none came.
    let told = row.body.isEmpty ? [] : row.response
    #expect(try await loaded(loader, URLRequest(url: url)) == told, "loader")
    guard let document = try? JSONDocument(parsing: row.body) else { return }
    // The verdict on the app's mapper has to agree.
    let target = MappingTarget.endpoint(responses.endpoints[0].selector)
    let admits = Mapper(responses, as: target).admits(document, as: target)
    #expect(admits == row.response.isEmpty, "expect")
  }

  @Test("The contract rejects the faults of the whole payload of such a response")
  func generated() throws {
    let endpoint = responses.endpoints[0].selector
    let target = ContractExample.Target.endpoint(Located(endpoint))
    let sweep = try #require(FaultSweep(responses, target: target))
    let mapper = Mapper(responses, as: .endpoint(endpoint))
    for text in ["{}", "[]", "0", "null"] {
      let cell = try #require(sweep.rootCells.first { $0.payload().text == text }, "\(text)")
      let document = try JSONDocument(parsing: cell.payload().bytes)
      #expect(!mapper.admits(document, as: .endpoint(endpoint)), "\(cell.id)")
    }
  }

  @Test(
    "A nullable object at the root may lack all of its keys, but not be of another kind")
  func nullable() throws {
    let contract = try OneContract.contract(
      """
      { "contract": 1,
        "endpoints": { "GET /s": { "": "paging: Paging?", "items": "[Int]" } },
        "mappings": { "Paging": { "map": { "next": "Int", "previous": "Int" } } } }
      """)
    let target = MappingTarget.endpoint(contract.endpoints[0].selector)
    let mapper = Mapper(contract, as: target)
    let expected = [
      (#"{"items":[1]}"#, []), (#"{"items":[1],"next":2}"#, ["missing-key"]),
      (#"{"items":[1],"next":2,"previous":1}"#, []), ("[]", ["blocked-path", "wrong-type"]),
    ]
    for (text, rules) in expected {
      var store = ObjectStore()
      let result = mapper.map(try JSONDocument(parsing: text), as: target, into: &store)
      #expect(result.violations.map(\.rule.rawValue) == rules, "\(text)")
    }
  }

  // MARK: - Places that judge bodies

  /// Returns the rules of the errors of a load.
  private func loaded(_ loader: ResponseLoader, _ request: URLRequest) async throws -> [String] {
    do {
      _ = try await loader.load(request)
      return []
    } catch {
      return rules("\(error)")
    }
  }

  private func exchange(requestBody: String) -> String {
    let body = JSONWriter.text(of: requestBody)
    return
      #"{"method":"POST","url":"\#(Self.base)/s","status":201,"requestHeaders":{"A":"a"},"requestBody":\#(body)}"#
  }

  private func exchange(responseBody: String) -> String {
    let body = JSONWriter.text(of: responseBody)
    return #"{"method":"GET","url":"\#(Self.base)/s","status":200,"body":\#(body)}"#
  }

  /// Returns the rules of the errors that `check` counts in an exchange.
  private func checked(_ contract: Contract, _ exchange: String) throws -> [String] {
    var check = CaptureCheck([contract], options: CheckOptions())
    try withFolder(["a.ndjson": exchange]) { folder in
      let plan = CapturePlan([CaptureInput(file: folder + "/a.ndjson")], format: .exchanges)
      check = CheckWorkers(CaptureReading(plan)).run(check).check
    }
    check.finish()
    return check.totals.groupKeys.filter { check.totals.groups[$0]?.severity == .error }.flatMap {
      key in (check.totals.groups[key]?.examples ?? []).map { _ in key.rule.rawValue }
    }
  }
}
