import JSONParsing
import Testing

@testable import CaptureSources

@Suite("A line is an exchange or an event, and its body is the part that it wraps")
struct EnvelopeTests {
  private static let request = #""method":"GET","url":"/a""#

  /// Returns the records of a line with an exchange.
  private static func body(_ members: String) -> [String] {
    Reading("{\(request)\(members)}").records
  }

  @Test("A body is a JSON value as written, or a text without its escapes")
  func bodies() {
    let prefix = "line 1 exchange GET /a"
    #expect(Self.body(#","body": { "id" : 1.0 } "#) == [prefix + #": { "id" : 1.0 }"#])
    #expect(Self.body(#","body":"{\"id\":\"\u00e4\\n\"}""#) == [prefix + #": {"id":"ä\n"}"#])
    #expect(
      Self.body(#","body":"<p>\t\/\b\f\r\u0041"# + "\"") == [prefix + ": <p>\t/\u{8}\u{c}\rA"])
    #expect(Self.body(#","body":"\ud83d\ude00\ud800\udc0"# + "0\"") == [prefix + ": 😀𐀀"])
    #expect(
      Self.body(#","body":"\ud800\ud800A\udc00"# + "\"") == [prefix + ": \u{fffd}\u{fffd}A\u{fffd}"]
    )
    #expect(Self.body(#","body":7"#) == [prefix + ": 7"])
    #expect(Self.body(#","body":null"#) == [prefix + ": null"])
    #expect(Self.body(#","body":"""#) == [prefix + ": "])
    #expect(Self.body("") == [prefix + " absent: "])
    #expect(Self.body(#","body":1,"body":2"#) == [prefix + ": 2"])
  }

  @Test(
    "Null and an empty text mean that the response has no body",
    arguments: [
      #""method":"DELETE","status":204"#, #""method":"PUT","status":205"#,
      #""method":"GET","status":304"#, #""method":"GET","status":101"#,
      #""method":"head","status":200"#,
    ])
  func noBody(members: String) {
    for body in ["null", "\"\""] {
      let records = Reading("{\"url\":\"/a\",\(members),\"body\":\(body)}").records
      #expect(records.count == 1 && records[0].hasSuffix(" absent: "))
    }
    let records = Reading("{\"url\":\"/a\",\(members),\"body\":{}}").records
    #expect(records.count == 1 && records[0].hasSuffix(": {}"))
  }

  @Test("The position in the file is known for a body that is a value, but not for a text")
  func places() {
    let text = """
      {"event":"ü","data":{"id":1}}
      {"event":"b","data":"{}"}
        {"event":"c", "data":  [2]}
      {"event":"d","data":null}
      """
    for count in [3, 1 << 12] {
      let reading = Reading(text, pieceByteCount: count)
      #expect(reading.places == ["21 1:21", "-", "82 3:26", "107 4:21"])
      let utf8 = Array(text.utf8)
      #expect(String(Array(utf8[21..<29])) == #"{"id":1}"#)
      #expect(String(Array(utf8[82..<85])) == "[2]")
    }
  }

  @Test("A position in a body is a position in the file")
  func inner() {
    let start = BodyStart(offset: 9, position: TextPosition(line: 4, column: 10))
    #expect(
      start.position(of: TextPosition(line: 1, column: 3)) == TextPosition(line: 4, column: 12))
    #expect(
      start.position(of: TextPosition(line: 2, column: 3)) == TextPosition(line: 5, column: 3))
  }

  @Test(
    "Headers are an object of texts or arrays, or a list of names and values",
    arguments: [
      #"{"Content-Type":"a/b","Set-Cookie":["1","2"],"X":3}"#,
      #"[{"name":"Content-Type","value":"a/b"},{"name":"Set-Cookie","value":"1"},{"name":"Set-Cookie","value":"2"},{"name":"X"},7]"#,
    ])
  func headers(headers: String) {
    var reader = CaptureReader()
    let text = "{\(Self.request),\"headers\":\(headers),\"requestHeaders\":{\"Accept\":\"*/*\"}}"
    var records: [CaptureRecord] = []
    _ = reader.read(CaptureInput(file: "x"), from: MemorySource(Array(text.utf8))) { record, _ in
      records.append(record)
      return .goOn
    }
    #expect(records.count == 1)
    #expect(
      records.first?.responseHeaders == [
        HeaderField(name: "Content-Type", value: "a/b"),
        HeaderField(name: "Set-Cookie", value: "1"), HeaderField(name: "Set-Cookie", value: "2"),
      ])
    #expect(records.first?.requestHeaders == [HeaderField(name: "Accept", value: "*/*")])
    #expect(records.first?.mimeType == "a/b")
  }

  @Test("Response headers are in headers or in responseHeaders, which has precedence")
  func responseHeaders() throws {
    let names = [
      #""headers":{"A":"1"}"#, #""responseHeaders":{"A":"1"}"#,
      #""headers":{"A":"2"},"responseHeaders":{"A":"1"}"#,
    ]
    for name in names {
      var reader = CaptureReader()
      var records: [CaptureRecord] = []
      let source = MemorySource(Array("{\(Self.request),\(name)}".utf8))
      _ = reader.read(CaptureInput(file: "x"), from: source) { record, _ in
        records.append(record)
        return .goOn
      }
      #expect(records.map(\.responseHeaders) == [[HeaderField(name: "A", value: "1")]], "\(name)")
    }
  }

  @Test("A stated MIME type has precedence over that of a header")
  func mimeType() {
    #expect(
      Self.body(#","mimeType":"a/b","headers":{"content-type":"c/d"}"#)
        == ["line 1 exchange GET /a a/b absent: "])
  }

  @Test("A line has no effect on the next line")
  func leftovers() {
    let text = """
      {"method":"GET","url":"/a","status":200,"mimeType":"a/b","headers":{"A":"b"}}
      {"event":"push","data":{}}
      {"url":"/b","status":404}
      """
    #expect(
      Reading(text).records == [
        "line 1 exchange GET /a 200 a/b absent: ", "line 2 event push: {}",
        "line 3 exchange /b 404 absent: ",
      ])
  }

  @Test("Another kind of line among exchanges is a problem, and reading continues")
  func others() {
    let text = #"{"event":"a","data":1}"# + "\n{\"id\":1}\n nul\n" + #"{"event":"b","data":2}"#
    let reading = Reading(text)
    #expect(reading.records == ["line 1 event a: 1", "line 4 event b: 2"])
    #expect(
      reading.problems == [
        "x:2:1: the line is neither an exchange nor an event",
        #"x:3:2: the line is not JSON: expected a value, found "nul""#,
      ])
  }

  @Test("A body may nest deeper than the default limit of the parser")
  func depth() {
    let body = String(repeating: "[", count: 2_000) + String(repeating: "]", count: 2_000)
    #expect(Self.body(",\"body\":\(body)") == ["line 1 exchange GET /a: \(body)"])
  }

  @Test(
    "A status has three digits, as number or text, under one of three names",
    arguments: [
      (#","status":2e2"#, "200"), (#","status":"404""#, "404"), (#","statusCode":404"#, "404"),
      (#","status_code":"503""#, "503"), (#","status":999"#, "999"),
      // If there are several, the first readable one counts.
      (#","status_code":500,"status":"OK","statusCode":201"#, "201"),
      (#","status":200,"statusCode":500"#, "200"),
    ])
  func status(members: String, status: String) {
    #expect(Self.body(members) == ["line 1 exchange GET /a \(status) absent: "])
  }

  @Test(
    "An unreadable status counts as absent, and the problem does not show its value",
    arguments: [
      ("null", "it is null"), ("0", "it is 0, as where no response came"),
      ("1e400", "it is a number that is no status"), ("20", "it is a number that is no status"),
      ("200.5", "it is a number that is no status"), ("-200", "it is a number that is no status"),
      ("99999999999999999999", "it is a number that is no status"),
      (#""OK""#, "it is a text that is no status"), (#""0404""#, "it is a text that is no status"),
      (#""٤٠٤""#, "it is a text that is no status"), (#""000""#, "it is a text that is no status"),
      ("true", "it is true or false"), ("[200]", "it is an array"), ("{}", "it is an object"),
    ])
  func unreadableStatus(value: String, words: String) {
    for name in ["status", "statusCode", "status_code"] {
      let text = "{\(Self.request),\"\(name)\":\(value)}"
      let har = #"{"log":{"entries":[{"request":{},"response":{"\#(name)":\#(value)}}]}}"#
      for (input, text) in [("x.ndjson", text), ("x.har", har)] {
        var reader = CaptureReader()
        var faults: [String?] = []
        let source = MemorySource(Array(text.utf8))
        _ = reader.read(CaptureInput(file: input), from: source) { record, _ in
          #expect(record.status == nil)
          faults.append(record.fault)
          return .goOn
        }
        #expect(faults == ["the status cannot be read: \(words)"])
      }
    }
  }

  @Test("A status under any of its names marks a line as an exchange")
  func recognizedByStatus() {
    for (name, value) in [("status", "200"), ("statusCode", "200"), ("status_code", "\"200\"")] {
      let reading = Reading("{\"url\":\"/a\",\"\(name)\":\(value),\"body\":{}}")
      #expect(reading.records == ["line 1 exchange /a 200: {}"])
    }
    let body = #"{"url":"/a","status":"open","body":{}}"#
    #expect(Reading(body).records == ["file body: \(body)"])
  }
}
