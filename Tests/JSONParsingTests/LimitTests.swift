import Foundation
import JSONParsing
import Testing

@Suite("Limits end in errors, at flat memory")
struct LimitTests {
  @Test(
    "100,000 open arrays or objects are rejected at the bracket over the limit",
    arguments: ["[", #"{"":"#])
  func openContainers(opening: String) {
    let text = String(repeating: opening, count: 100_000)
    let error = #expect(throws: JSONParseError.self) { try JSONDocument(parsing: text) }
    #expect(error == JSONParseError(.tooDeep(limit: 512), offset: 512 * opening.utf8.count))
  }

  @Test("As many containers as the limit allows are accepted, and one more is not")
  func depthLimit() throws {
    for depth in [1, 2, 512] {
      let options = JSONParsingOptions(maximumDepth: depth)
      let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      #expect(throws: Never.self) { try JSONDocument(parsing: text, options: options) }
      #expect(throws: JSONParseError(.tooDeep(limit: depth), offset: depth)) {
        try JSONDocument(parsing: "[" + text + "]", options: options)
      }
    }
    let flat = JSONParsingOptions(maximumDepth: 0)
    #expect(throws: Never.self) { try JSONDocument(parsing: "7", options: flat) }
    #expect(throws: JSONParseError(.tooDeep(limit: 0), offset: 0)) {
      try JSONDocument(parsing: "[]", options: flat)
    }
  }

  @Test(
    "A million allowed open arrays need no stack to parse, compare and write")
  func deepDocument() throws {
    let depth = 1_000_000
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let options = JSONParsingOptions(maximumDepth: depth)
    let document = try JSONDocument(parsing: text, options: options)
    #expect(document.root == (try JSONDocument(parsing: text, options: options).root))
    #expect(document.root.text() == text)
    #expect(document.notices.isEmpty)
    #expect(document.path(atOffset: 40_000).steps.count == 40_000)
  }

  @Test("A text over the size limit is rejected before it is read")
  func sizeLimit() {
    let options = JSONParsingOptions(maximumByteCount: 4)
    #expect(throws: Never.self) { try JSONDocument(parsing: "1234", options: options) }
    #expect(throws: JSONParseError(.tooLarge(byteCount: 5, limit: 4), offset: 4)) {
      try JSONDocument(parsing: "12345", options: options)
    }
  }
}
