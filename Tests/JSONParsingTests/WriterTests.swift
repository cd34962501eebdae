import JSONParsing
import Testing

@Suite("The writer writes JSON, and nothing that needs more than RFC 8259")
struct WriterTests {
  private func write(_ layout: JSONWriter.Layout, _ body: (inout JSONWriter) throws -> Void)
    rethrows
    -> String
  {
    var writer = JSONWriter(layout)
    try body(&writer)
    return writer.text
  }

  private func sample(_ writer: inout JSONWriter) throws {
    writer.beginObject()
    writer.name("users")
    writer.beginArray()
    writer.beginObject()
    writer.name("id")
    writer.number(7)
    writer.name("id")
    writer.null()
    writer.endObject()
    writer.bool(true)
    writer.value(try JSONDocument(parsing: #"{"a" : [ 1.0, {}, "\u0041" ], "b":[]}"#).root)
    writer.endArray()
    writer.name("none")
    writer.beginObject()
    writer.endObject()
    writer.endObject()
  }

  @Test("Compact, there is no white space")
  func compact() throws {
    #expect(
      try write(.compact, sample)
        == #"{"users":[{"id":7,"id":null},true,{"a":[1.0,{},"\u0041"],"b":[]}],"none":{}}"#)
  }

  @Test("Indented, each element and member has its line")
  func indented() throws {
    #expect(
      try write(.indented(spaces: 2), sample) == #"""
        {
          "users": [
            {
              "id": 7,
              "id": null
            },
            true,
            {
              "a": [
                1.0,
                {},
                "\u0041"
              ],
              "b": []
            }
          ],
          "none": {}
        }
        """#)
  }

  @Test("Strings are escaped only where necessary")
  func strings() {
    let text = write(.compact) { $0.string("\"\\/\u{8}\u{c}\n\r\t\0\u{1f}\u{7f}é\u{2028}😀") }
    #expect(text == "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001F\u{7f}é\u{2028}😀\"")
  }

  @Test("Numbers are written with the fewest digits that round-trip, or unchanged")
  func numbers() {
    let text = write(.compact) { writer in
      writer.beginArray()
      for number in [0, -0.0, 1, 0.1, 1e22, .leastNonzeroMagnitude, .infinity, .nan] {
        writer.number(number)
      }
      writer.number(UInt64.max)
      writer.number(JSONNumber("1.50e+07")!)
      writer.endArray()
    }
    #expect(
      text == "[0,-0,1,0.1,1e+22,5e-324,null,null,18446744073709551615,1.50e+07]")
  }

  @Test("Misuse traps instead of writing invalid JSON")
  func misuse() async {
    await #expect(processExitsWith: .failure) {
      var writer = JSONWriter()
      writer.beginObject()
      writer.null()
    }
    await #expect(processExitsWith: .failure) {
      var writer = JSONWriter()
      writer.beginObject()
      writer.name("a")
      writer.endObject()
    }
    await #expect(processExitsWith: .failure) {
      var writer = JSONWriter()
      writer.beginArray()
      writer.endObject()
    }
  }
}
