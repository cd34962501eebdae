import CaptureRedaction
import CaptureSources
import ContractModel
import Generation
import JSONParsing
import TestSupport
import Testing
import ValueRedaction

@Suite("Redaction keeps structure and equality")
struct RedactedStructureTests {
  private static func roots(of text: String) throws -> [JSONValue] {
    try text.split(separator: "\n").map { try JSONDocument(parsing: String($0)).root }
  }

  @Test(
    "Keys, their order, kinds and array lengths stay, also when redacted again")
  func captures() throws {
    let text = String(
      decoding: try #require(PackageFiles.bytes(at: "Fixtures/captures/2025.ndjson")), as: UTF8.self
    )
    // A body that is a text of JSON is written again.
    let lines = text.split(separator: "\n").filter {
      (try? JSONDocument(parsing: String($0))) != nil
    }
    let capture = lines.joined(separator: "\n")
    let once = try RedactedCapture(capture).text
    let twice = try RedactedCapture(once).text
    let structures = try [capture, once, twice].map { try Self.roots(of: $0).map(\.structure) }
    #expect(structures[0] == structures[1])
    #expect(structures[1] == structures[2])
    #expect(once != capture)
  }

  @Test("An identity has one replacement as number and text, and in all inputs")
  func equality() throws {
    let line = """
      {"method":"GET","url":"https://a.example/users/2587/x/ann?id=2587","status":200,"body":{"id":2587,"ref":"2587","login":"ann","list":[{"owner":"ann"},{"id":2588}]}}
      """
    let first = try RedactedCapture(line).first
    let second = try RedactedCapture(line + "\n" + line, named: "b.har.ndjson").first
    let body = try #require(first["body"])
    let id = try #require(body["id"]?.rawText)
    let name = try #require(body["login"]?.string)
    #expect(first["url"]?.string == "https://a.example/users/\(id)/x/\(name)?id=\(id)")
    #expect(body["ref"]?.string == id)
    #expect(body["list"]?[0]?["owner"]?.string == name)
    #expect(body["list"]?[1]?["id"]?.rawText != id)
    #expect(id != "2587" && name != "ann")
    #expect(second["body"]?.text() == body.text())
  }

  @Test("A path segment that a body has as a value is replaced in all paths")
  func names() throws {
    let line = { (method: String, body: String) in
      #"{"method":"\#(method)","url":"/orgs/acme/repos","status":200,"body":\#(body)}"#
    }
    let lines = [line("DELETE", "null"), line("GET", #"{"owner":{"login":"acme"}}"#)]
    let roots = try Self.roots(of: RedactedCapture(lines.joined(separator: "\n")).text)
    let name = try #require(roots[1]["body"]?["owner"]?["login"]?.string)
    #expect(name != "acme")
    #expect(roots.map { $0["url"]?.string } == ["/orgs/\(name)/repos", "/orgs/\(name)/repos"])
  }

  @Test("The first possible discriminator stays")
  func tags() throws {
    let body = #"{"kind":"Listing","type":"T3","data":{"event":"push","action":"a b"}}"#
    let root = try JSONDocument(parsing: RedactedCapture(body, named: "a.json").text).root
    #expect(root["type"]?.string == "T3")
    #expect(root["kind"]?.string != "Listing")
    #expect(root["data"]?["event"]?.string == "push")
    #expect(root["data"]?["action"]?.string != "a b")
  }

  @Test("Keys that are words stay; other keys are data and are replaced")
  func keys() throws {
    let many = (0..<201).map { index in
      "\"k\(String(index, radix: 26, uppercase: true).map { $0.isNumber ? "x" : String($0) }.joined())\(index % 10)\":1"
    }
    let body =
      #"{"user_name":1,"a1b2c3d4e5":1,"ann@example.com":1,"many":{\#(many.joined(separator: ","))}}"#
    let root = try JSONDocument(parsing: RedactedCapture(body, named: "a.json").text).root
    let names = root.members.map(\.name.text)
    #expect(names[0] == "user_name" && names[3] == "many")
    #expect(names[1] != "a1b2c3d4e5" && names[2] != "ann@example.com")
    #expect(root["many"]?.members.count == 201)
  }

  @Test("Keys, literals and paths of a contract stay; parameters are replaced")
  func contracts() throws {
    let contract = try OneContract.contract(
      """
      { "contract": 1, "endpoints": { "GET /users/:name": "U" }, "mappings": { "U": { "map": {
        "first name": "name: String", "level": "'gold' | 'silver'", "scores": "[String: Int]",
        "secretId": { "to": "secretId", "type": "Int ...9", "sensitive": true } } } } }
      """)
    let line = """
      {"method":"GET","url":"/users/alice?x=1","status":200,"body":{"first name":"Ann","level":"gold","scores":{"alice":1,"bob":2},"secretId":8}}
      """
    let redacted = try RedactedCapture(line, contracts: [contract])
    let body = try #require(redacted.first["body"])
    #expect(redacted.notes.breaking.count == 0)
    let url = try #require(redacted.first["url"]?.string)
    #expect(url.hasPrefix("/users/") && !url.hasPrefix("/users/alice"))
    #expect(body.members.map(\.name.text) == ["first name", "level", "scores", "secretId"])
    #expect(body["level"]?.string == "gold")
    let names = try #require(body["scores"]?.members.map(\.name.text))
    #expect(names[0] != "alice" && names[1] != "bob")
    #expect(url.hasPrefix("/users/\(names[0])?"))
  }

  @Test("A sensitive value is replaced, even if that changes the result of a check")
  func sensitive() throws {
    let contract = try OneContract.contract(
      """
      { "contract": 1, "endpoints": { "GET /a": "U" }, "mappings": { "U": { "map": {
        "code": { "to": "code", "type": "Int 4711...4711", "sensitive": true },
        "size": "Int 4711...4711" } } } }
      """)
    let line = #"{"method":"GET","url":"/a","status":200,"body":{"code":4711,"size":4711}}"#
    let redacted = try RedactedCapture(line, contracts: [contract])
    let notes = redacted.notes
    #expect(notes.staying.count == 1 && notes.staying.words == ["4711...4711"])
    #expect(notes.breaking.count == 1 && notes.breaking.words == ["4711...4711"])
    #expect(try redacted.first["body"]?["code"]?.rawText != "4711")
    #expect(try redacted.first["body"]?["size"]?.rawText == "4711")
  }

  @Test("Redaction of deep values needs no stack")
  func depth() throws {
    let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    let line = #"{"method":"GET","url":"/a","status":200,"headers":\#(deep),"body":\#(deep)}"#
    #expect(try RedactedCapture(line).text == line + "\n")
  }

  @Test("A truncated archive is reported, and written up to the cut")
  func cutOff() throws {
    let text = #"{"log":{"version":"1.2","entries":[{"request":{"method":"GET","url":"/a"}},{"requ"#
    let redacted = try RedactedCapture(text, named: "a.har")
    #expect(redacted.problems.count == 1)
    let root = try JSONDocument(parsing: redacted.text).root
    #expect(root["log"]?["entries"]?[0]?["request"]?["url"]?.string == "/a")
  }

  /// Returns what a check cannot read, without the name of the input.
  private func unread(_ text: String, named name: String) throws -> [CaptureProblem] {
    var problems: [CaptureProblem] = []
    try withFolder([name: text]) { folder in
      var reader = CaptureReader()
      problems = reader.read(CaptureInput(file: folder + "/" + name)) { record, body in
        let bytes = body.withUnsafeBufferPointer { Array($0) }
        do throws(JSONParseError) {
          _ = try JSONDocument(parsing: bytes)
        } catch {
          if record.isBareLine { return .notJSON(error) }
        }
        return .goOn
      }
    }
    return withoutInput(problems)
  }

  private func withoutInput(_ problems: [CaptureProblem]) -> [CaptureProblem] {
    problems.map { CaptureProblem(nil, $0.position, $0.message, detail: $0.detail) }
  }

  @Test(
    "Redaction reports what a check cannot read, and leaves it out of the result",
    arguments: [
      ("a.ndjson", "{\"id\":1}\n\n{\"id\":\n[01]\n{\"id\":2}\n", 2),
      (
        "a.ndjson",
        #"{"event":"a","data":1}"# + "\n{\"event\":\n7\n{\"id\":1}\n" + #"{"event":"b","data":1}"#,
        3
      ),
      ("a.har", #"{"log":{"entries":[{"request":{"url":"/a"}},{"time":x},{}]}}"#, 1),
      ("a.har", #"{"log":{"entries":[{"request":{"url":"/a"}},7,{}]}}"#, 1),
      ("a.har", #"{"log":{"version":1.,"entries":[{"request":{"url":"/a"}}]}}"#, 1),
      ("a.har", #"{"log":{"entries":[{"request":{"url":"/a"}}]}} 7"#, 1),
    ])
  func unread(name: String, text: String, count: Int) throws {
    let redacted = try RedactedCapture(text, named: name)
    let problems = try unread(text, named: name)
    #expect(problems.count == count)
    #expect(withoutInput(redacted.problems) == problems)
    let isArchive = name == "a.har"
    let left = try unread(redacted.text, named: name)
    #expect(
      left.map(\.message) == (text.contains("1.,") ? ["the archive has no log with entries"] : []))
    #expect(isArchive || redacted.text.count { $0 == "\n" } == 5)
  }

  @Test("Redaction reports an archive without entries")
  func noEntries() throws {
    let redacted = try RedactedCapture(#"{"log":{"version":"1.2"}}"#, named: "a.har")
    #expect(redacted.problems.map(\.message) == ["the archive has no log with entries"])
    #expect(redacted.text == "{\n\"log\":{\n\"version\":\"1.2\"}}")
  }

  @Test(
    "A body that is not JSON does not become JSON", arguments: ["01", "-01", "[01,02]"])
  func notJSON(body: String) throws {
    let exchange = #"{"method":"GET","url":"/a","status":200,"body":\#(JSONWriter.text(of: body))}"#
    for seed in UInt64(1)...20 {
      let whole = try RedactedCapture(body, named: "a.json", seed: seed).text
      let inside = try RedactedCapture(exchange, seed: seed).first["body"]?.string ?? ""
      for text in [whole, inside] {
        #expect(text != body && text.utf8.count == body.utf8.count)
        #expect(throws: JSONParseError.self) { try JSONDocument(parsing: text) }
      }
    }
  }
}
