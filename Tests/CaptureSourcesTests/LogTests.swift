import Foundation
import JSONParsing
import TestSupport
import Testing

@testable import CaptureSources

@Suite("Records of logs are exchanges under other names")
struct LogTests {
  private static let request = #""http":{"request":{"method":"GET"}},"url":{"full":"/a"}"#

  private static func records(_ file: String) -> Reading {
    Reading(CaptureInput(file: PackageFolder.fixtures.path + "/logs/" + file))
  }

  private static func read(
    _ text: String, _ paths: [(RecordLayout.Word, String)], isBase64: Bool = false,
    byteCount: Int = 1 << 12
  ) -> Reading {
    let layout = RecordLayout(paths.map { (word: $0, path: $1) }, isBase64: isBase64)
    return Reading(
      text, named: "a/x.jsonl", pieceByteCount: byteCount,
      maps: [(Glob(inAnyFolder: "*.jsonl"), layout)])
  }

  private static let map: [(RecordLayout.Word, String)] = [
    (.method, "req.verb"), (.url, "req.path"), (.status, "res.code"), (.body, "res.text"),
  ]

  @Test("A map reads an array of records like lines")
  func array() {
    let record = #"{"req":{"verb":"GET","path":"/a"},"res":{"code":200,"text":"[1]"}}"#
    let layout = RecordLayout(Self.map.map { (word: $0, path: $1) })
    let maps = [(Glob(inAnyFolder: "*.chlsj"), layout)]
    let reading = Reading("[\n\(record),\n{}]", named: "x.chlsj", maps: maps)
    #expect(reading.records == ["entry 0 exchange GET /a 200: [1]"])
    #expect(reading.problems == ["x.chlsj:3:1: the entry is neither an exchange nor an event"])
  }

  @Test("The names of Elastic's common schema are read in nested, flat and mixed form")
  func elastic() {
    let url = "exchange GET https://shop.example"
    let reading = Self.records("elastic.ndjson")
    #expect(
      reading.records == [
        #"line 1 \#(url)/users/7 200 application/json: {"id":7,"login":"ann","mail":null,"joined_at":"2020-01-01T00:00:00Z","city":""}"#,
        #"line 2 \#(url)/users/8 200 application/json: {"id":"8","login":"bob","mail":null,"joined_at":"2021-01-01T00:00:00Z"}"#,
        #"line 3 \#(url)/users/9 404: {"error":"not found"}"#,
        "line 4 \(url)/orders 200 cut off: ",
        "line 5 exchange DELETE https://shop.example/orders/31 204 absent: ",
      ])
    #expect(reading.problems == [])
  }

  @Test("The names of OpenTelemetry are known, on top, below attributes, and as OTLP lists them")
  func openTelemetry() {
    let url = "exchange GET https://shop.example"
    let reading = Self.records("otel.ndjson")
    #expect(
      reading.records == [
        #"line 1 \#(url)/users/7 200 application/json: {"id":7,"login":"ann","mail":null,"joined_at":"2020-01-01T00:00:00Z"}"#,
        #"line 2 \#(url)/users/8 200: {"id":8,"login":null,"mail":null,"joined_at":"2021-01-01T00:00:00Z"}"#,
        "line 3 \(url)/users/9 404 cut off: ",
      ])
    #expect(reading.problems == [])
  }

  @Test("A record of Kong's http-log is an exchange")
  func kong() {
    let url = "exchange GET https://shop.example"
    let reading = Self.records("kong.ndjson")
    #expect(
      reading.records == [
        #"line 1 \#(url)/users/7 200 application/json: {"id":7,"login":"ann","mail":null,"joined_at":"2020-01-01T00:00:00Z"}"#,
        #"line 2 \#(url)/users/9 404 application/json: {"error":404}"#,
        "line 3 \(url)/orders 200 cut off: ",
      ])
    #expect(reading.problems == [])
  }

  @Test("A line with an entry of a HAR file is an exchange")
  func entries() {
    let line =
      #"{"time":1,"request":{"method":"GET","url":"/a"},"response":{"status":200,"content":{"text":"e30=","encoding":"base64"}}}"#
    #expect(Reading(line).records == ["line 1 exchange GET /a 200: {}"])
  }

  @Test(
    "A line that only looks like a log is a body",
    arguments: [
      #"{"http":{"request":{"method":"GET"}},"url":{"full":"/a"}}"#,
      #"{"http.request.method":"card","url.full":"/a","http.response.status_code":200}"#,
      #"{"a":1,"request":{"method":"GET","url":"/a"},"response":{"status":"ok"}}"#,
      #"{"a":1,"request":{"method":"GET"},"response":{"status":200}}"#,
      #"{"attributes":{"url":"/a"}}"#,
    ])
  func bodies(text: String) {
    #expect(Reading(text).records == ["file body: " + text])
    #expect(Reading(text, named: "x.ndjson").records == ["line 1 body: " + text])
  }

  @Test("Headers may be written flat, and times as numbers")
  func flat() {
    var reader = CaptureReader()
    var records: [CaptureRecord] = []
    let text =
      #"{"http.request.method":"GET","url.path":"/a","http.response.status_code":200,"http.response.header.x.y":["1"],"http":{"response":{"header":{"z":"2"}}},"@timestamp":1.5}"#
    _ = reader.read(CaptureInput(file: "x"), from: MemorySource(Array(text.utf8))) { record, _ in
      records.append(record)
      return .goOn
    }
    #expect(
      records.first?.responseHeaders
        == [HeaderField(name: "x.y", value: "1"), HeaderField(name: "z", value: "2")])
    #expect(records.map(\.date) == ["1.5"])
  }

  @Test(
    "A body is cut off if its log says so or states more bytes",
    arguments: [
      (#","truncated":true"#, #"{"content":"{}"}"#, "cut off: "),
      (#","truncated":false"#, #"{"content":"{}"}"#, ": {}"),
      ("", #"{"content":"{","bytes":2}"#, "cut off: "), ("", #"{"content":"{","bytes":1}"#, ": {"),
      ("", #"{"content":"ü","bytes":3}"#, "cut off: "), ("", #"{"content":"ü","bytes":2}"#, ": ü"),
      // Without its white space, the body is complete.
      ("", #"{"content":"[1]","bytes":9}"#, ": [1]"), ("", #"{"bytes":9}"#, "absent: "),
    ])
  func cutOff(member: String, body: String, shown: String) {
    let text =
      #"{"http":{"request":{"method":"GET"},"response":{"status_code":200,"body":\#(body)}},"url":{"full":"/a"}\#(member)}"#
    let space = shown.hasPrefix(":") ? "" : " "
    #expect(Reading(text).records == ["line 1 exchange GET /a 200\(space)\(shown)"])
  }

  @Test("An exchange in the native format may be cut off, and so may its request")
  func ownCutOff() {
    let text =
      #"{"method":"PUT","url":"/a","status":200,"requestBody":"{","requestTruncated":true,"body":"[","truncated":true}"#
    #expect(Reading(text).records == ["line 1 exchange PUT /a 200 cut off: "])
    #expect(
      Reading(text, readsRequests: true).records == [
        "line 1 exchange PUT /a 200 cut off: ", "line 1 exchange PUT /a 200 cut off: ",
      ])
  }

  // MARK: - Maps

  @Test("A map names the members of records, however few bytes arrive at once")
  func mapped() {
    let text = """
      {"req":{"verb":"GET","path":"/a"},"res":{"code":200,"text":"{}"}}

      {"req.verb":"GET","req":{"path":"/b"},"res.code":"404","res":{"text":[1]}}
      """
    for count in [1, 7, 1 << 12] {
      let reading = Self.read(text, Self.map, byteCount: count)
      #expect(
        reading.records == ["line 1 exchange GET /a 200: {}", "line 3 exchange GET /b 404: [1]"])
      #expect(reading.problems == [])
    }
    #expect(
      Reading(text, named: "x.jsonl").records.allSatisfy { $0.contains(" body: ") })
  }

  @Test("Bodies are in base64 if the map says so, or a member of the record")
  func base64() {
    let text = #"{"req":{"verb":"GET","path":"/a"},"res":{"code":200,"text":"WzFd","b":true}}"#
    let found = ["line 1 exchange GET /a 200: [1]"]
    #expect(Self.read(text, Self.map, isBase64: true).records == found)
    #expect(Self.read(text, Self.map + [(.bodyEncoding, "res.b")]).records == found)
    #expect(
      Self.read(text.replacing("true", with: "false"), Self.map + [(.bodyEncoding, "res.b")])
        .records == ["line 1 exchange GET /a 200: WzFd"])
  }

  @Test("A map also names the members of events")
  func events() {
    let reading = Self.read(
      #"{"type":"push","load":{"id":1}}"#, [(.event, "type"), (.data, "load")])
    #expect(reading.records == [#"line 1 event push: {"id":1}"#])
    #expect(reading.problems == [])
  }

  @Test("A path that no record has is reported with the keys of the first record")
  func missing() {
    let line = #"{"at":1,"req":{"verb":"GET","uri":"/a"},"resp":{"code":200,"text":{"a":{}}}}"#
    let reading = Self.read(line + "\n" + line, Self.map)
    #expect(reading.records == [])
    #expect(
      reading.problems == [
        #"a/x.jsonl:1:1: "records" finds nothing for the url at "req.path", the status at "res.code", the body at "res.text": the first record has at, req.verb, req.uri, resp.code, resp.text"#
      ])
  }

  @Test("A path that no record has is reported once, and the other paths are read")
  func neverFound() {
    let lines = (1...3).map { #"{"req":{"verb":"GET","path":"/\#($0)"},"res":{"code":200}}"# }
    let reading = Self.read("\n" + lines.joined(separator: "\n"), Self.map)
    #expect(reading.records.count == 3)
    #expect(
      reading.problems == [
        #"a/x.jsonl:2:1: "records" finds nothing for the body at "res.text": the first record has req.verb, req.path, res.code"#
      ])
    let last = #"{"req":{"verb":"GET","path":"/4"},"res":{"code":200,"text":1}}"#
    #expect(Self.read((lines + [last]).joined(separator: "\n"), Self.map).problems == [])
    let none = #"{"req":{"verb":"DELETE","path":"/4"},"res":{"code":204}}"#
    #expect(Self.read(none, Self.map).problems == [])
  }

  @Test("A missing request body is reported only where a request has one")
  func sent() {
    let map = Self.map + [(.requestBody, "req.text")]
    func line(_ verb: String) -> String {
      #"{"req":{"verb":"\#(verb)","path":"/4"},"res":{"code":200,"text":1}}"#
    }
    #expect(Self.read(line("GET"), map).problems == [])
    #expect(
      Self.read(line("POST"), map).problems == [
        #"a/x.jsonl:1:1: "records" finds nothing for the requestBody at "req.text": the first record has req.verb, req.path, res.code, res.text"#
      ])
  }

  @Test("Keys of the first record are escaped, and only some of many are shown")
  func keys() {
    let many = (0..<30).map { "\"k\($0)\":1" }.joined(separator: ",")
    let reading = Self.read(#"{"a\u001b":1,\#(many)}"#, [(.url, "u")])
    let shown = (0..<23).map { "k\($0)" }.joined(separator: ", ")
    #expect(
      reading.problems == [
        #"a/x.jsonl:1:1: "records" finds nothing for the url at "u": the first record has a<U+001B>, \#(shown), …"#
      ])
    #expect(
      Self.read("7", [(.url, "u")]).problems == [
        #"a/x.jsonl:1:1: "records" finds nothing for the url at "u": the first record is a number"#
      ])
  }

  @Test("A damaged or foreign line is reported as in other NDJSON")
  func damaged() {
    let text =
      #"{"req":{"verb":"GET","path":"/a"},"res":{"code":200,"text":"{}"}}"# + "\n{\"req\":\n{}\n"
    let reading = Self.read(text, Self.map)
    #expect(reading.records == ["line 1 exchange GET /a 200: {}"])
    #expect(
      reading.problems == [
        "a/x.jsonl:2:8: the line is not JSON: expected a value, found the end of the text",
        "a/x.jsonl:3:1: the line is neither an exchange nor an event",
      ])
  }

  @Test("A log read in segments gives the records of the whole")
  func segments() throws {
    let line = #"{"req":{"verb":"GET","path":"/a"},"res":{"code":200,"text":"{}"}}"#
    try withFolder(["a.jsonl": Array(repeating: line, count: 20).joined(separator: "\n")]) {
      folder in
      let layout = RecordLayout(Self.map.map { (word: $0, path: $1) })
      let maps = [(Glob(inAnyFolder: "*.jsonl"), layout)]
      let plan = CapturePlan(
        [CaptureInput(file: folder + "/a.jsonl")], format: .auto, maps: maps, segmentByteCount: 100)
      var reader = CaptureReader()
      reader.maps = maps
      var count = 0
      for item in plan.items {
        let outcome = reader.read(item) { record, _ in
          count += record.status == 200 ? 1 : 0
          return .goOn
        }
        #expect(outcome.problems.count == 0)
      }
      #expect(plan.items.count > 10)
      #expect(count == 20)
    }
  }

  // MARK: - zstd

  @Test(
    "UTF-16 is named, with the command that converts it", arguments: [[0xff, 0xfe], [0xfe, 0xff]])
  func wide(mark: [UInt8]) {
    var reader = CaptureReader()
    reader.packing = InputPacking(name: "gzip", mark: [0x1f, 0x8b]) { $0 }
    let problems = reader.read(CaptureInput(file: "a.json"), from: MemorySource(mark + [0x7b, 0])) {
      _, _ in .goOn
    }
    #expect(
      problems.map(\.description) == [
        "a.json: cannot be read: it is UTF-16, and JSON is UTF-8: iconv -f UTF-16 -t UTF-8 a.json | contractcheck check - --input-name a.json"
      ])
  }

  @Test("A zstd file is not read, and the problem says how to unpack it")
  func zstd() {
    for name in ["a.ndjson.zst", "a b.zst"] {
      var reader = CaptureReader()
      reader.packing = InputPacking(name: "gzip", mark: [0x1f, 0x8b]) { $0 }
      let word = name.contains(" ") ? "'\(name)'" : name
      let problems = reader.read(
        CaptureInput(file: name), from: MemorySource([0x28, 0xb5, 0x2f, 0xfd, 0, 1])
      ) { _, _ in .goOn }
      #expect(
        problems.map(\.description) == [
          "\(name): cannot be read: it is packed with zstd: zstd -dc \(word) | contractcheck check - --input-name \(word)"
        ])
    }
  }
}
