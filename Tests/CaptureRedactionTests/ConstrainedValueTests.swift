import CaptureRedaction
import ContractModel
import JSONParsing
import TestSupport
import Testing
import ValueRedaction

@Suite("A replaced value still fulfils the contract")
struct ConstrainedValueTests {
  private static let contract = """
    { "contract": 1, "endpoints": { "GET /orders/:id": "Order" }, "mappings": { "Order": { "map": {
      "id": "String matches /^ord_/", "ref?": "String matches /^[A-Z]{3}-[0-9]{2}x?$/",
      "size?": "Int 1000...1010", "stars?": "Int 1...5", "vowels?": "String matches /^[aeiou]+$/",
      "day?": "Date('dd MMMM yyyy')", "stamp?": "Date('yyyyMMdd')", "only?": "Int 7...7",
      "brand?": "String matches /^(acme|globex)$/", "top?": "Int 0...10000" } } } }
    """

  private func redacted(_ text: String, seed: UInt64 = 7) throws -> RedactedCapture {
    try RedactedCapture(text, contracts: [try OneContract.contract(Self.contract)], seed: seed)
  }

  private func exchange(_ body: String, id: String = "ord_x") -> String {
    #"{"method":"GET","url":"/orders/\#(id)","status":200,"body":\#(body)}"#
  }

  @Test(
    "An identity with a pattern has one replacement in body, path and query",
    arguments: [1, 2, 3])
  func identity(seed: UInt64) throws {
    let id = "ord_Kq83zFw"
    let line = """
      {"method":"GET","url":"https://a.example/orders/\(id)?ref=\(id)","status":200,"headers":{"Location":"/orders/\(id)","X-Id":"\(id)"},"body":{"id":"\(id)","more":["\(id)"]}}
      """
    let redacted = try redacted(line, seed: seed)
    let root = try redacted.first
    let other = try #require(root["body"]?["id"]?.string)
    #expect(!redacted.text.contains("Kq83zFw"))
    #expect(other.contains(/^ord_[A-Z][a-z][1-9][0-9][a-z][A-Z][a-z]$/), "\(other)")
    #expect(root["url"]?.string == "https://a.example/orders/\(other)?ref=\(other)")
    #expect(root["headers"]?["Location"]?.string == "/orders/\(other)")
    #expect(root["headers"]?["X-Id"]?.string == other)
    #expect(root["body"]?["more"]?[0]?.string == other)
    #expect(redacted.notes.breaking.count == 0 && redacted.notes.staying.count == 0)
  }

  @Test(
    "Replacements fulfil patterns, ranges and dates of the contract",
    arguments: [
      ("ref", #""ABC-47x""#, #"^"[A-Z]{3}-[1-9][0-9]x"$"#),
      ("ref", #""ABC-47xx""#, #"^"[A-Z]{3}-[1-9][0-9][a-z]{2}"$"#),
      ("size", "1007", #"^10(0\d|10)$"#), ("stars", "3", "^[1245]$"), ("stars", "8", "^[679]$"),
      ("vowels", #""aie""#, #"^"[aeiou]{3}"$"#),
      ("day", #""06 November 1994""#, #"^"\d\d (February|November|December) 19\d\d"$"#),
      ("stamp", #""20240229""#, #"^"20\d\d[01]\d[0-3]\d"$"#),
    ])
  func values(key: String, value: String, pattern: String) throws {
    for seed in UInt64(1)...8 {
      let body = exchange(#"{"id":"ord_a","\#(key)":\#(value)}"#)
      let redacted = try redacted(body, seed: seed)
      let text = try #require(redacted.first["body"]?[key]?.rawText)
      #expect(text.contains(try Regex(pattern)) && text != value, "\(text)")
      #expect(redacted.notes.breaking.count == 0 && redacted.notes.staying.count == 0)
    }
  }

  @Test("All numbers of a range are permuted")
  func numbers() throws {
    let bodies = (1_000...1_010).map { exchange(#"{"id":"ord_a","size":\#($0)}"#) }
    let roots = try redacted(bodies.joined(separator: "\n")).text.split(separator: "\n").map {
      try JSONDocument(parsing: String($0)).root
    }
    let sizes = roots.compactMap { $0["body"]?["size"]?.rawText }
    #expect(sizes.sorted() == (1_000...1_010).map(String.init) && sizes != sizes.sorted())
  }

  @Test("A value without an alternative stays, and is counted with its constraint")
  func staying() throws {
    let body = #"{"id":"ord_a","only":7,"brand":"acme","top":10000}"#
    let notes = try redacted(exchange(body)).notes
    #expect(notes.staying.count == 3 && notes.breaking.count == 0)
    #expect(notes.staying.words.filter { !$0.contains("...") } == ["matches /^(acme|globex)$/"])
  }

  @Test("A text that is too long to keep its pattern is counted, with the pattern")
  func longText() throws {
    let text = "ord_" + String(repeating: "Kq8", count: 2_000)
    let redacted = try redacted(exchange(#"{"id":"\#(text)"}"#))
    #expect(!redacted.text.contains("Kq8Kq8"))
    #expect(redacted.notes.breaking.count == 1)
    #expect(redacted.notes.breaking.words == ["matches /^ord_/"])
  }

  @Test("Names of HTTP/2's headers and of a HAR file's own members stay")
  func names() throws {
    let archive = """
      {"log":{"entries":[{"_priority":"High","request":{"method":"GET","url":"/a","headers":[{"name":":authority","value":"a.example"},{"name":":method","value":"GET"}]},"response":{"status":200}}]}}
      """
    let text = try RedactedCapture(archive, named: "a.har").text
    for part in [#""_priority":"#, #"{"name":":authority","value":"a.example"}"#, #":method"#] {
      #expect(text.contains(part), "\(text)")
    }
  }
}
