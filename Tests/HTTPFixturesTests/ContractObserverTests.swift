import CaptureChecking
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

@Suite("An observer checks an app's exchanges while the app runs")
struct ContractObserverTests {
  private let contract: Contract
  private let base = "https://api.example.com"

  init() throws {
    contract = try OneContract.contract(
      """
      { "contract": 1, "host": "api.example.com",
        "endpoints": { "GET /users/:id": "User", "POST /users": "User", "GET /users": "[User]" },
        "requests": { "POST /users": { "body": { "name": "String" } } },
        "mappings": {
          "User": { "identifiedBy": "id", "map": { "id": "Int", "name": "String", "role?": "'a' | 'b'" } } } }
      """)
  }

  /// The reported texts, in order.
  private final class Told: Sendable {
    private let texts = Mutex<[String]>([])
    var all: [String] { texts.withLock { $0 } }
    func add(_ violation: ContractObserver.Violation) {
      texts.withLock { $0.append(violation.description) }
    }
  }

  private func observer(
    _ told: Told, sending stub: StubbedSession? = nil, baseURL: URL? = nil
  ) -> ContractObserver {
    ContractObserver(
      [contract], sending: stub?.configuration ?? .default, baseURL: baseURL, isEnabled: true
    ) { told.add($0) }
  }

  private func observe(
    _ observer: ContractObserver, _ path: String, _ body: String, method: String = "GET",
    sent: String? = nil, status: Int = 200
  ) throws {
    let url = try #require(URL(string: base + path))
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.httpBody = sent.map { Data($0.utf8) }
    let response = try #require(
      HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: nil))
    observer.observe(request, response, Data(body.utf8))
  }

  @Test("The app gets each response unchanged, and violations of the contract are reported")
  func session() async throws {
    let stub = try StubbedSession {
      Stub("GET /users/1", answer: .json(#"{"id":1,"name":"Ann"}"#))
      Stub("GET /users/2", answer: .json(#"{"id":"s3cret","name":"Bob"}"#))
      Stub("GET /other", answer: .json(#"{"s3cret":1}"#))
    }
    let told = Told()
    let observer = observer(told, sending: stub)
    let session = observer.makeURLSession()
    for path in ["/users/1", "/users/2", "/other", "/users/2"] {
      let url = try #require(URL(string: base + path))
      let (data, response) = try await session.data(for: URLRequest(url: url))
      #expect((response as? HTTPURLResponse)?.statusCode == 200)
      #expect(data.first == UInt8(ascii: "{"))
    }
    _ = observer.summary()
    #expect(
      told.all == ["GET /users/:id: error[wrong-type] User.id: expected Int, found a string"])
    #expect(observer.droppedCount == 0)
  }

  @Test("Each violation of the contract is reported once, without a value")
  func once() throws {
    let told = Told()
    let observer = observer(told)
    for id in 0..<20 {
      try observe(observer, "/users/\(id)", #"{"id":\#(id),"s3cret":"s3cret"}"#)
      try observe(observer, "/users/\(id)", #"{"id":\#(id),"name":"s3cret","role":"s3cret"}"#)
      try observe(observer, "/users", #"[{"id":1,"name":"x"},{"id":2,"name":null}]"#)
      try observe(observer, "/users", "<html>s3cret</html>")
      try observe(
        observer, "/users", #"{"id":1,"name":"x"}"#, method: "POST", sent: #"{"nam":"s3cret"}"#)
    }
    _ = observer.summary()
    #expect(
      told.all == [
        "GET /users/:id: error[missing-key] User.name: the key \"name\" is missing",
        "GET /users/:id: error[not-a-case] User.role: expected 'a' | 'b', found another string",
        "GET /users: error[null-value] User.name: expected String, found null; if null is "
          + "allowed, write String?",
        "GET /users: error[not-json]: a body that is not JSON",
        "request POST /users: error[missing-key] name: the key \"name\" is missing",
      ])
    #expect(told.all.allSatisfy { !$0.contains("s3cret") })
  }

  @Test("Nothing is reported for exchanges that are right, or that no contract describes")
  func right() throws {
    let told = Told()
    let observer = observer(told, baseURL: URL(string: "http://localhost:8080/v1"))
    for path in ["/users/1", "/users/2"] {
      let url = try #require(URL(string: "http://localhost:8080/v1\(path)"))
      let response = try #require(
        HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil))
      observer.observe(URLRequest(url: url), response, Data(#"{"id":1,"name":"x"}"#.utf8))
    }
    try observe(observer, "/none", "{}")
    let text = String(decoding: observer.summary(), as: UTF8.self)
    #expect(told.all == [])
    #expect(text.contains(#""recordCount":3"#), "\(text)")
  }

  @Test("The counts form a part that can be merged, and that has nothing of a payload")
  func summary() throws {
    let observer = observer(Told())
    for id in 0..<5 {
      try observe(observer, "/users/\(id)?s3cret=s3cret", #"{"id":424242\#(id),"name":"s3cret"}"#)
      try observe(observer, "/users/\(id)", #"{"id":"s3cret","s3cret":1}"#)
      try observe(observer, "/s3cret/\(id)", "s3cret")
    }
    let text = [UInt8](observer.summary())
    let shown = String(decoding: text, as: UTF8.self)
    #expect(!shown.contains("s3cret") && !shown.contains("424242"), "\(shown)")
    var merged = CaptureCheck([contract], options: CheckOptions())
    for part in try CheckPart.parts(in: text + text, of: "p") {
      try part.add(to: &merged, firstInput: 0)
    }
    #expect(merged.omitsExamples)
    #expect(merged.totals.recordCount == 30 && merged.totals.payloadCount == 20)
    #expect(merged.totals.unmatched.count == 10)
    #expect(
      merged.totals.groupKeys.filter { $0.rule != .unknownKey }.map { key in
        "\(key.rule.rawValue) \(merged.totals.groups[key]?.count ?? 0)"
      } == ["missing-key 10", "wrong-type 10"])
  }

  @Test("Exchanges that find no room in the queue are counted, and the app does not wait")
  func full() throws {
    let (isTold, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let observer = ContractObserver([contract], isEnabled: true) { _ in
      isTold.signal()
      goOn.wait()
    }
    try observe(observer, "/users/1", "{}")
    isTold.wait()
    for _ in 0..<300 { try observe(observer, "/users/1", #"{"id":1,"name":"x"}"#) }
    #expect(observer.droppedCount == 300 - 256)
    for _ in 0..<10 { goOn.signal() }
    let text = String(decoding: observer.summary(), as: UTF8.self)
    #expect(text.contains(#""recordCount":257"#))
  }

  @Test("An observer that is not enabled does not affect the app's sessions")
  func disabled() throws {
    let configuration = URLSessionConfiguration.ephemeral
    let observer = ContractObserver([contract], sending: configuration, isEnabled: false)
    #expect(observer.configuration === configuration)
    try observe(observer, "/users/1", "{}")
    #expect(observer.summary().isEmpty)
  }

  @Test("A recorder reports the same violations, and also writes its capture")
  func recorder() async throws {
    let stub = try StubbedSession { Stub("GET /users/:id", answer: .json("{}")) }
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).ndjson")
    defer { try? FileManager.default.removeItem(at: file) }
    let (texts, continuation) = AsyncStream<String>.makeStream()
    let recorder = try CaptureRecorder(
      to: file, sending: stub.configuration, contracts: [contract]
    ) { continuation.yield($0.description) }
    let url = try #require(URL(string: base + "/users/1"))
    _ = try await recorder.makeURLSession().data(for: URLRequest(url: url))
    var told: [String] = []
    // `for await` would need a newer system.
    var next = texts.makeAsyncIterator()
    while told.count < 2, let text = await next.next() { told.append(text) }
    #expect(told.map { $0.contains("missing-key") } == [true, true])
    #expect(try String(contentsOf: file, encoding: .utf8).contains("/users/1"))
  }
}
