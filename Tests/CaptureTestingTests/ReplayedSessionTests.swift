import ContractTesting
import Foundation
import HTTPFixtures
import JSONParsing
import TestSupport
import Testing

@testable import CaptureTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("A replayed session answers a client with the responses of a capture")
struct ReplayedSessionTests {
  private let lines = """
    {"method":"GET","url":"https://a.example/users?page=1&q=b","status":200,"headers":{"X-Page":"1","Content-Encoding":"gzip"},"body":[1]}
    {"method":"GET","url":"https://a.example/users?page=2","status":200,"body":[2]}
    {"method":"GET","url":"https://a.example/state","status":200,"body":"new"}
    {"method":"GET","url":"https://a.example/state","status":503,"body":"busy"}
    {"method":"GET","url":"https://a.example/state","status":200,"body":"done"}
    {"method":"POST","url":"https://a.example/rpc","requestBody":{"action":"a","n":1},"status":200,"body":{"is":"a"}}
    {"method":"POST","url":"https://a.example/rpc","requestBody":{"action":"b"},"status":201,"body":{"is":"b"}}
    {"method":"GET","url":"https://b.example/state","status":200,"body":"of b"}
    {"method":"GET","url":"https://a.example/odd/a:b%20(c)","status":200,"body":"odd"}
    {"method":"DELETE","url":"https://a.example/users/1","status":204}

    """

  /// A stub that replays one file.
  private func stub(_ text: String) throws -> StubbedSession {
    var stub: StubbedSession?
    try withFolder(["a.ndjson": text]) { folder in
      stub = try StubbedSession(replaying: Captures(folder), allowsUnanswered: true)
    }
    return try #require(stub)
  }

  /// Returns the status and the body, as in `200 [1]`.
  private func answer(
    _ stub: StubbedSession, _ url: String, _ method: String = "GET", sent: String? = nil
  ) async throws -> String {
    var request = URLRequest(url: try #require(URL(string: url)))
    request.httpMethod = method
    request.httpBody = sent.map { Data($0.utf8) }
    let (data, response) = try await stub.makeURLSession().data(for: request)
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    return "\(status) \(String(decoding: data, as: UTF8.self))"
  }

  @Test("The guide's replay of a recording answers the client")
  func archive() async throws {
    let stub = try StubbedSession(replaying: Captures("Fixtures/captures/people.har"))
    let session = stub.makeURLSession()
    let url = try #require(URL(string: "https://api.example.com/people"))
    let (data, _) = try await session.data(from: url)
    #expect(data.first.map { "[{".utf8.contains($0) } == true)
  }

  @Test("The method, path, query and body select a response, whatever the order of their members")
  func matching() async throws {
    let stub = try stub(lines)
    let base = "https://a.example"
    #expect(try await answer(stub, "\(base)/users?q=b&page=1") == "200 [1]")
    #expect(try await answer(stub, "\(base)/users?page=2") == "200 [2]")
    let sent = [#"{"n":1, "action":"a"}"#, #"{"action":"b"}"#]
    #expect(try await answer(stub, "\(base)/rpc", "POST", sent: sent[0]) == #"200 {"is":"a"}"#)
    #expect(try await answer(stub, "\(base)/rpc", "POST", sent: sent[1]) == #"201 {"is":"b"}"#)
    #expect(try await answer(stub, "\(base)/odd/a:b%20(c)") == "200 odd")
    #expect(try await answer(stub, "\(base)/users/1", "DELETE") == "204 ")
  }

  @Test("Responses to one request come in their recorded order, and the last one repeats")
  func order() async throws {
    let stub = try stub(lines)
    var answers: [String] = []
    for _ in 0..<4 { answers.append(try await answer(stub, "https://a.example/state")) }
    #expect(answers == ["200 new", "503 busy", "200 done", "200 done"])
  }

  @Test("A host of the capture gets its own responses, and another host those of any host")
  func hosts() async throws {
    let stub = try stub(lines)
    #expect(try await answer(stub, "https://b.example/state") == "200 of b")
    #expect(try await answer(stub, "http://localhost:8080/users?page=2") == "200 [2]")
  }

  @Test("A request that was not recorded is an error that lists similar ones")
  func notRecorded() async throws {
    let stub = try stub(lines)
    for (path, sent) in [("users?page=3", nil), ("rpc", #"{"action":"c"}"#)]
      as [(String, String?)]
    {
      await #expect(throws: (any Error).self) {
        try await answer(
          stub, "https://a.example/\(path)", sent == nil ? "GET" : "POST", sent: sent)
      }
    }
    #expect(
      stub.unanswered.map(\.description) == [
        """
        nothing is stubbed for GET https://a.example/users?page=3
          it does not fit the stub GET /users?page=1&q=b
          it does not fit the stub GET /users?page=2
        """,
        """
        nothing is stubbed for POST https://a.example/rpc
          it does not fit the stub POST /rpc, body {"action":"a","n":1}
          it does not fit the stub POST /rpc, body {"action":"b"}
        """,
      ])
  }

  @Test("Headers are those of the recording, except for headers of the transport")
  func headers() async throws {
    let stub = try stub(lines)
    let url = try #require(URL(string: "https://a.example/users?page=1&q=b"))
    let (_, response) = try await stub.makeURLSession().data(from: url)
    let http = try #require(response as? HTTPURLResponse)
    #expect(http.value(forHTTPHeaderField: "X-Page") == "1")
    #expect(http.value(forHTTPHeaderField: "Content-Encoding") == nil)
  }

  @Test(
    "Captures without an exchange, and damaged ones, are errors of the test's setup",
    arguments: [
      (#"[{"id":1}]"#, "there is no exchange in", ["what has requests can be replayed"]),
      ("{ \"method\"", "part of the captures cannot be read", ["a.ndjson:1"]),
    ])
  func unusable(text: String, message: String, notes: [String]) throws {
    let error = #expect(throws: TestSetupError.self) { try stub(text + "\n") }
    #expect(error?.message.hasPrefix(message) == true)
    for note in notes { #expect(error?.description.contains(note) == true, "\(error as Any)") }
  }
}
