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

@Suite("A recorder writes what sessions exchange as a capture")
struct CaptureRecorderTests {
  private let stub: StubbedSession

  init() throws {
    stub = try StubbedSession {
      Stub(
        "GET /users/:id",
        answer: .json(
          #"{"id":7,"name":"Ann","mail":"ann@example.com","accessToken":"s3cret-b"}"#,
          headers: ["Set-Cookie": "s3cret-c", "X-Page": "1"]))
      Stub("POST /sessions", answer: .json(#""s3cret""#, status: 201))
      Stub("GET /page", answer: .html("<p>s3cret</p>", status: 503))
      Stub("GET /offline", answer: .failure(.notConnectedToInternet))
    }
  }

  private func request(
    _ method: String, _ path: String, _ headers: [String: String] = [:], body: String? = nil
  ) throws -> URLRequest {
    let url = try #require(URL(string: "https://api.example.com\(path)"))
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.allHTTPHeaderFields = headers
    request.httpBody = body.map { Data($0.utf8) }
    return request
  }

  /// Returns the recorded lines of a session, without their dates.
  private func lines(
    of contracts: [Contract] = [], byteLimit: Int = 1 << 20,
    _ use: (URLSession) async throws -> Void
  ) async throws -> (lines: [String], failure: String?) {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).ndjson")
    defer { try? FileManager.default.removeItem(at: file) }
    let recorder = try CaptureRecorder(
      to: file, sending: stub.configuration, contracts: contracts, byteLimit: byteLimit)
    try await use(recorder.makeURLSession())
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    let lines = try text.split(separator: "\n").map { line in
      let document = try JSONDocument(parsing: Array(line.utf8))
      let date = try #require(document.root["date"]?.string)
      #expect(try Date.ISO8601FormatStyle().parse(date) <= Date())
      return String(line).replacing(#""date":"\#(date)","#, with: "")
    }
    return (lines, recorder.failure?.description)
  }

  @Test("The client gets the response unchanged, and the line has no credentials")
  func exchange() async throws {
    let (lines, failure) = try await lines { session in
      let asked = try request(
        "GET", "/users/7?page=2&api_key=s3cret-a#s3cret=1",
        ["Authorization": "Bearer s3cret-d", "Accept": "application/json"])
      let (data, response) = try await session.data(for: asked)
      #expect(String(decoding: data, as: UTF8.self).contains("ann@example.com"))
      #expect((response as? HTTPURLResponse)?.statusCode == 200)
    }
    #expect(failure == nil)
    let line = try #require(lines.first)
    #expect(!line.contains("s3cret"), "\(line)")
    let token = try #require(JSONDocument(parsing: line).root["body"]?["accessToken"]?.string)
    #expect(
      line.replacing(token, with: "…") == #"""
        {"method":"GET","url":"https://api.example.com/users/7?page=2&api_key=redacted",\#
        "status":200,"requestHeaders":[{"name":"Accept","value":"application/json"},\#
        {"name":"Authorization","value":"redacted"}],\#
        "headers":[{"name":"Content-Type","value":"application/json"},\#
        {"name":"Set-Cookie","value":"redacted"},{"name":"X-Page","value":"1"}],\#
        "body":{"id":7,"name":"Ann","mail":"ann@example.com","accessToken":"…"}}
        """#)
  }

  @Test("A recording keeps a contract that requires a credential")
  func credentialIsAskedFor() async throws {
    let contract = try OneContract.contract(
      """
      { "contract": 1, "host": "api.example.com", "endpoints": { "GET /users/:id": "Any" },
        "requests": { "GET /users/:id": { "headers": { "Authorization": "_: String" } } } }
      """)
    for headers in [["Authorization": "Bearer s3cret"], [:]] {
      let (lines, _) = try await lines { session in
        _ = try await session.data(for: request("GET", "/users/7", headers))
      }
      let root = try JSONDocument(parsing: try #require(lines.first)).root
      let recorded = root["requestHeaders"]?.elements.map { header in
        NamedTexts.Entry(
          name: MemberName(header["name"]?.string ?? ""), text: header["value"]?.string ?? "")
      }
      let url = try #require(URL(string: root["url"]?.string ?? ""))
      let sent = SentRequest(method: "GET", url: url, headers: NamedTexts(recorded ?? []))
      let broken = RequestCheck(contract).errors(in: sent).broken
      #expect((broken == nil) == !headers.isEmpty)
    }
  }

  @Test("Sensitive values are replaced by values of the same format and length")
  func sensitive() async throws {
    let contract = try OneContract.of(
      mappings: #""User": { "map": { "mail": { "type": "String", "sensitive": true } } }"#)
    let (lines, _) = try await lines(of: [contract]) { session in
      for _ in 0..<2 { _ = try await session.data(for: request("GET", "/users/7")) }
    }
    let mails = try lines.map { try JSONDocument(parsing: $0).root["body"]?["mail"]?.string }
    let mail = try #require(mails.first ?? nil)
    #expect(mail != "ann@example.com")
    #expect(mail.utf8.count == 15)
    #expect(mail.contains("@"))
    // Equal values have equal replacements.
    #expect(mails == [mail, mail])
  }

  @Test("Sensitive query parameters and form fields are replaced")
  func sensitiveParameters() async throws {
    let contract = try OneContract.contract(
      """
      { "contract": 1, "endpoints": { "POST /sessions": "String" },
        "requests": { "POST /sessions": {
          "query": { "mail": { "type": "String", "sensitive": true }, "page?": "Int" },
          "form": { "name": { "type": "String", "sensitive": true }, "kind": "String" } } } }
      """)
    let (lines, _) = try await lines(of: [contract]) { session in
      _ = try await session.data(
        for: request(
          "POST", "/sessions?mail=ann%40example.com&page=2", body: "name=Ann+Lee&kind=new"))
    }
    let root = try JSONDocument(parsing: try #require(lines.first)).root
    let url = try #require(root["url"]?.string)
    let body = try #require(root["requestBody"]?.string)
    #expect(url.contains("?mail=") && url.hasSuffix("&page=2") && !url.contains("ann"))
    #expect(body.hasPrefix("name=") && body.hasSuffix("&kind=new") && !body.contains("Ann"))
  }

  @Test(
    "Request bodies are recorded: JSON unchanged, forms without credentials, texts obscured")
  func bodies() async throws {
    let (lines, _) = try await lines { session in
      let bodies = [#"{"user":"ann","password":"s3cret"}"#, "user=ann&password=s3cret", "s3cret!"]
      for body in bodies {
        _ = try await session.data(for: request("POST", "/sessions", body: body))
      }
      _ = try await session.data(for: request("GET", "/page"))
    }
    let sent = try lines.map { try JSONDocument(parsing: $0).root["requestBody"]?.rawText }
    #expect(sent[0]?.hasPrefix(#"{"user":"ann","password":"#) == true)
    #expect(sent[1] == #""user=ann&password=redacted""#)
    #expect(sent[2]?.hasSuffix(#"!""#) == true)
    #expect(!lines.joined().contains("s3cret!"))
    #expect(!lines.joined().contains("<p>s3cret"))
    // A text that contains JSON is still JSON.
    #expect(lines[0].contains(#""body":"\"s3cret\"""#))
  }

  @Test("An exchange without a response is not written, and the error is the client's")
  func noResponse() async throws {
    let (lines, _) = try await lines { session in
      await #expect(throws: URLError.self) {
        try await session.data(for: request("GET", "/offline"))
      }
    }
    #expect(lines.isEmpty)
  }

  @Test("A recording ends at its limit and says so; the client continues")
  func limit() async throws {
    let (lines, failure) = try await lines(byteLimit: 700) { session in
      for _ in 0..<5 { _ = try await session.data(for: request("GET", "/users/7")) }
    }
    #expect(1...2 ~= lines.count)
    #expect(failure == "the capture has 700 bytes, and no more fit")
  }

  @Test("A file that cannot be written is an error")
  func unwritable() {
    #expect(throws: CaptureRecorder.Failure.self) {
      try CaptureRecorder(to: URL(filePath: "/nowhere/at/all/a.ndjson"))
    }
  }
}
