import ContractTesting
import Testing

@Suite("Bodies are read by their MIME types", .freshStore)
struct SerializationTests {
  private struct FixedKeys: Serialization {
    func document(from bytes: [UInt8]) throws -> JSONDocument {
      try JSONDocument(parsing: #"{"fixed":\#(bytes.count)}"#)
    }
  }

  @Test(
    "JSON types are recognized in any letter case, with parameters, and by suffix",
    arguments: [
      "application/json", "text/json", "Application/JSON; charset=utf-8", " text/json ;a=b",
      "application/vnd.github.v3+json", "application/problem+JSON;q=1",
    ])
  func json(mimeType: String) throws {
    #expect(
      try Serializations.json.document(from: Array("7".utf8), as: mimeType).root.kind == .number)
  }

  @Test("A registered reader is used for its type, and replaces another")
  func registering() throws {
    let html = Serializations.json.registering(FixedKeys(), for: "Text/HTML; charset=utf-8")
    #expect(try html.document(from: [1, 2], as: "text/html").root.text() == #"{"fixed":2}"#)
    let own = html.registering(FixedKeys(), for: "application/json")
    #expect(try own.document(from: [1], as: "application/x+json").root.text() == #"{"fixed":1}"#)
    #expect(throws: JSONParseError.self) {
      try html.document(from: [1], as: "application/json")
    }
  }

  @Test("An unregistered type is an error that names the known ones")
  func unknown() throws {
    let serializations = Serializations.json.registering(FixedKeys(), for: "a/b")
    #expect(
      complaint { _ = try serializations.document(from: [], as: "text/html\u{7}; x=y") } == """
        no serialization is registered for "text/html<U+0007>; x=y"
          known are a/b, application/json, text/json
        """)
  }

  @Test("A fixture of another type is read as the test states")
  func fixture() throws {
    let trial = try Trial(["Fixtures/page.html": "<html>"])
    let fixture = try Fixture("page.html", filePath: trial.filePath)
    let serializations = Serializations.json.registering(FixedKeys(), for: "text/html")
    #expect(try fixture.json(by: serializations).root["fixed"]?.number?.text == "6")
    #expect(
      complaint { _ = try fixture.json } == """
        \(trial.folder)/Fixtures/page.html: no serialization is registered for "text/html"
          known are application/json, text/json
        """)
  }
}
