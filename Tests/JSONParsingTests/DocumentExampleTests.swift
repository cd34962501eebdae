import JSONParsing
import Testing

@Suite("A document loses nothing, and an error says what is wrong")
struct DocumentExampleTests {
  @Test("The description of a document shows all of its content")
  func document() throws {
    let document = try JSONDocument(parsing: #"{"id": 9007199254740993, "tags": ["a"], "id": 2}"#)
    #expect(document.root.members.map(\.name) == ["id", "tags", "id"])
    #expect(document.root["tags"]?.byteRange == 33..<38)
    #expect(
      document.root.members.first?.value.number?.double == .inexact(9007199254740992.0, .precision))
    #expect(document.notices == [JSONNotice(kind: .duplicateMember(first: 1), offset: 40)])
  }

  @Test("A text that is not JSON is explained")
  func error() {
    let error = #expect(throws: JSONParseError.self) { try JSONDocument(parsing: #"{"id": 1,}"#) }
    #expect(error?.description == #"expected a member name, found "}" at offset 9"#)
    #expect(error?.hint == "JSON has no trailing commas")
  }
}
