import ContractModel
import JSONParsing
import TestSupport
import Testing
import ValueRedaction

@Suite("A check of requests finds the same before and after redaction, and no value is left")
struct RedactedRequestTests {
  private static let contract = """
    { "contract": 1, "endpoints": { "POST /a/:name": "Any" },
      "requests": { "POST /a/:name": { "body": "B" }, "PUT /b/:name": { "body": "B" } },
      "mappings": { "B": { "map": {
        "kind": "'new' | 'old'", "rating?": "Int 1...5",
        "code?": "String matches /^[A-Z]{2}-1[0-9]+$/",
        "pin?": { "type": "String length ...4", "sensitive": true }, "when?": "Date(iso8601)" } } } }
    """

  private static let bodies = [
    #"{"kind":"new","rating":3}"#, #"{"kind":"none","rating":9}"#,
    #"{"kind":"old","code":"AB-123"}"#,
    #"{"kind":"old","code":"ab","when":"soon"}"#, #"{"kind":"old","when":"2024-02-29T10:00:00Z"}"#,
    #"{"kind":"old","pin":"77123456"}"#, #"{"kind":"#, "",
  ]

  private func escaped(_ text: String) -> String {
    var writer = JSONWriter()
    writer.string(text)
    return writer.text
  }

  private var lines: String {
    Self.bodies.flatMap { body in
      ["POST", "PUT"].map { method in
        let url = method == "PUT" ? "/b/ann" : "/a/ann"
        return
          #"{"method":"\#(method)","url":"\#(url)","status":200,"requestBody":\#(escaped(body)),"body":1}"#
      } + [
        #"{"method":"POST","url":"/a/ann","status":200,"requestBody":\#(body.isEmpty || body.count < 10 ? "null" : body),"body":1}"#
      ]
    }.joined(separator: "\n")
  }

  private func archive(_ posted: (String) -> String) -> String {
    let entries = Self.bodies.map {
      #"{"request":{"method":"POST","url":"/a/ann","postData":{\#(posted($0))}},"response":{"status":200}}"#
    }
    return "{\"log\":{\"entries\":[\(entries.joined(separator: ","))]}}"
  }

  private func expectSame(_ text: String, named name: String, seed: UInt64) throws {
    let contracts = [try OneContract.contract(Self.contract)]
    let redacted = try RedactedCapture(text, named: name, contracts: contracts, seed: seed)
    #expect(redacted.notes.breaking.count == 0, "\(redacted.notes.breaking.words)")
    let before = try RedactedCapture.findings(in: text, named: name, contracts)
    #expect(try RedactedCapture.findings(in: redacted.text, named: name, contracts) == before)
    #expect(before.count > 7, "\(before)")
    #expect(!redacted.text.contains("77123456") && !redacted.text.contains("AB-123"))
  }

  @Test("Request checks agree before and after, in lines and archives", arguments: UInt64(1)...6)
  func same(seed: UInt64) throws {
    try expectSame(lines, named: "a.ndjson", seed: seed)
    try expectSame(archive { "\"text\":\(escaped($0))" }, named: "a.har", seed: seed)
  }

  @Test("A form keeps the names of its fields, and a base64 text stays in base64")
  func others() throws {
    let line =
      #"{"method":"POST","url":"/a/ann","status":200,"requestBody":"name=Zoe&password=x7y"}"#
    let body = try RedactedCapture(line).first["requestBody"]?.string
    #expect(body?.hasPrefix("name=") == true && body?.hasSuffix("&password=redacted") == true)
    let entry = #"""
      {"log":{"entries":[{"request":{"method":"POST","url":"/a","postData":{"encoding":"base64","text":"eyJuIjoiWm9lIn0="}},"response":{"status":200}}]}}
      """#
    let redacted = try JSONDocument(parsing: RedactedCapture(entry, named: "a.har").text).root
    let text = redacted["log"]?["entries"]?.elements.first?["request"]?["postData"]?["text"]?.string
    #expect(text?.hasPrefix("eyJuIjoi") == true && text != "eyJuIjoiWm9lIn0=")
  }
}
