import Testing

@testable import CaptureSources

@Suite("Each entry of an archive is a record")
struct ArchiveTests {
  /// Returns the records of an archive with one entry.
  private static func entry(_ entry: String) -> [String] {
    Reading(#"{"log":{"entries":[\#(entry)]}}"#).records
  }

  /// Returns the records of an entry whose response has some content.
  private static func content(_ content: String) -> [String] {
    entry(#"{"response":{"status":200,"content":\#(content)}}"#)
  }

  @Test("A record has the request and the response of its entry")
  func known() {
    let entry = #"""
      {"request":{"method":"POST","url":"/a","headers":[{"name":"Accept","value":"a/b"}]},
       "response":{"status":201,"headers":[{"name":"content-type","value":"c/d"}],
                   "content":{"mimeType":"e/f","text":"{\"id\":1}"}}}
      """#
    #expect(Self.entry(entry) == [#"entry 0 exchange POST /a 201 e/f: {"id":1}"#])
    let unstated = entry.replacing(#""mimeType":"e/f","#, with: "")
    #expect(Self.entry(unstated) == [#"entry 0 exchange POST /a 201 c/d: {"id":1}"#])
    let empty = entry.replacing("e/f", with: "")
    #expect(Self.entry(empty) == [#"entry 0 exchange POST /a 201 c/d: {"id":1}"#])
  }

  @Test("A member that an entry lacks is absent from the record")
  func lacking() {
    #expect(Self.entry("{}") == ["entry 0 exchange absent: "])
    #expect(Self.entry(#"{"response":{"status":0}}"#) == ["entry 0 exchange absent: "])
    #expect(Self.entry(#"{"response":null,"request":[]}"#) == ["entry 0 exchange absent: "])
    #expect(Self.content("{}") == ["entry 0 exchange 200 absent: "])
    #expect(Self.content(#"{"text":null}"#) == ["entry 0 exchange 200 absent: "])
    #expect(Self.content(#"{"text":""}"#) == ["entry 0 exchange 200: "])
    #expect(
      Self.entry(#"{"response":{"status":204,"content":{"text":""}}}"#)
        == ["entry 0 exchange 204 absent: "])
  }

  @Test("A base64 text is decoded; a text with a wrong flag is taken unchanged")
  func base64() {
    func text(_ text: String) -> [String] {
      Self.content(#"{"text":"\#(text)","encoding":"base64"}"#)
    }
    #expect(text("eyJpZCI6MX0=") == [#"entry 0 exchange 200: {"id":1}"#])
    #expect(text(#"eyJpZCI6MX0\u003d"#) == [#"entry 0 exchange 200: {"id":1}"#])
    #expect(text("") == ["entry 0 exchange 200: "])
    #expect(text(#"{\"id\":1}"#) == [#"entry 0 exchange 200: {"id":1}"#])
    #expect(text("true") == ["entry 0 exchange 200: true"])
    #expect(text("1234") == ["entry 0 exchange 200: 1234"])
    #expect(
      text("<p>") == [#"entry 0 exchange 200 expected base64, found "<" at offset 0: "#])
    #expect(
      text("eyJpZCI6MX0") == [
        "entry 0 exchange 200 expected base64 in groups of four characters, found 11 characters: "
      ])
    #expect(
      Self.content(#"{"text":"eyJpZCI6MX0=","encoding":"utf-8"}"#)
        == ["entry 0 exchange 200: eyJpZCI6MX0="])
  }

  @Test("Unknown members may stand anywhere in an archive, also twice")
  func others() {
    let text = #"""
      { "a": {"log": {"entries": [{}]}}, "log": {"version": "1.2", "pages": [{"entries": [{}]}, "]}"],
        "entries": [{"request": {"url": "/1"}} , {"request": {"url": "/2"}}], "comment": "\"",
        "entries": [ {"request": {"url": "/3"}} ] }, "log": 1, "z": null } 
      """#
    let reading = Reading(text)
    #expect(
      reading.records == [
        "entry 0 exchange /1 absent: ", "entry 1 exchange /2 absent: ",
        "entry 2 exchange /3 absent: ",
      ])
    #expect(reading.problems == [])
    #expect(Reading("\u{feff}" + text, named: "x.har").records == reading.records)
    #expect(Reading(text.replacing("log", with: #"l\u006fg"#)).records == reading.records)
  }

  @Test("An entry that is not an object is a problem, and reading continues")
  func noObject() {
    let reading = Reading("{\"log\":{\"entries\":[{},\n [], {}]}}")
    #expect(reading.records == ["entry 0 exchange absent: ", "entry 2 exchange absent: "])
    #expect(reading.problems == ["x:2:2: entry 1 is not an object"])
  }

  @Test("Invalid JSON ends the archive, and the problem has the position")
  func broken() {
    func problem(_ text: String) -> [String] { Reading(text, named: "x.har").problems }
    let start = "{\"log\": {\n  \"entries\": [{},\n    "
    for (rest, message) in [
      (#"{"ä": x}]}}"#, #"3:11: the archive is not JSON: expected a value, found "x""#),
      ("{} {}]}}", #"3:8: the archive is not JSON: expected "," or "]", found "{""#),
      ("]}}", #"3:5: the archive is not JSON: expected a value, found "]""#),
      ("{]", #"3:6: the archive is not JSON: expected a member name or "}", found "]""#),
      ("-]", #"3:6: the archive is not JSON: expected a digit, found "]""#),
      ("{}]}} 1", #"3:11: the archive is not JSON: expected the end of the text, found "1""#),
      (
        "{\"a\": \"b",
        "3:13: the archive is not JSON: expected the string's closing quote, found the end of the text"
      ),
      ("{}", #"3:7: the archive is not JSON: expected "," or "]", found the end of the text"#),
      ("{}]", #"3:8: the archive is not JSON: expected "," or "}", found the end of the text"#),
    ] {
      #expect(problem(start + rest) == ["x.har:\(message)"])
    }
    for text in ["[{\"log\":{\"entries\":[]}}]", "\"log\"", "{}"] {
      #expect(problem(text) == ["x.har: the archive has no log with entries"])
    }
    #expect(problem("{\"log\":{}}") == ["x.har: the archive has no log with entries"])
  }

  @Test("Entries before the damage are delivered")
  func before() {
    let text = #"{"log":{"entries":[{"request":{"url":"/1"}},{"request":{"url":"/2"}}]}}"#
    let first = text.utf8.count - #",{"request":{"url":"/2"}}]}}"#.utf8.count
    let second = text.utf8.count - "]}}".utf8.count
    for count in 19..<text.utf8.count {
      let reading = Reading(Array(text.utf8.prefix(count)), named: "x.har")
      #expect(reading.records.count == (count >= second ? 2 : count >= first ? 1 : 0), "\(count)")
      #expect(reading.problems.count == 1)
    }
  }
}
