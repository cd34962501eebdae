import Testing

@testable import CaptureSources

@Suite("The content of an input determines its format, then its name")
struct FormatTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    var name = "x.json"
    var text: String
    var records: [String]
    var problems: [String] = []

    var testDescription: String { "\(name): \(text.debugDescription)" }
  }

  private static let archive = #"{"log":{"version":"1.2","pages":[{}],"entries":[{}]}}"#
  private static let exchange = #"{"method":"GET","url":"/a","status":200,"body":{"id":1}}"#
  private static let mapping = #"{"request":{"url":"/a"},"response":{"jsonBody":[1]}}"#
  private static let event = #"{"event":"push","data":[1]}"#

  private static let samples = [
    // One body.
    Sample(text: "", records: ["file body: "]),
    Sample(text: " \n\n", records: ["file body:  \n\n"]),
    Sample(text: "{}", records: ["file body: {}"]),
    Sample(text: "{}\n \r\n", records: ["file body: {}\n \r\n"]),
    Sample(text: "{\n}\n", records: ["file body: {\n}\n"]),
    Sample(text: "<html>\n</html>", records: ["file body: <html>\n</html>"]),
    Sample(text: "\u{feff}{}", records: ["file body: \u{feff}{}"]),
    Sample(text: #"{"log":{"entries":{}}}"#, records: [#"file body: {"log":{"entries":{}}}"#]),
    Sample(text: #"{"log":[{"entries":[]}]}"#, records: [#"file body: {"log":[{"entries":[]}]}"#]),
    Sample(
      text: #"{"a":{"log":{"entries":[]}}}"#, records: [#"file body: {"a":{"log":{"entries":[]}}}"#]
    ),
    Sample(
      text: "{\n\"event\":\"push\",\"data\":1}",
      records: ["file body: {\n\"event\":\"push\",\"data\":1}"]),
    // Lines.
    Sample(text: "1\n2", records: ["line 1 body: 1", "line 2 body: 2"]),
    Sample(text: "\n{}\n\n[]\n", records: ["line 2 body: {}", "line 4 body: []"]),
    Sample(text: "{}\n{", records: ["line 1 body: {}", "line 2 body: {"]),
    Sample(name: "x.ndjson", text: "", records: []),
    Sample(name: "x.ndjson", text: "{}", records: ["line 1 body: {}"]),
    Sample(name: "x.JSONL", text: "\u{feff}{}", records: ["line 1 body: {}"]),
    Sample(name: "x.ndjson.gz", text: "{}", records: ["line 1 body: {}"]),
    Sample(
      name: "x.jsonl", text: "{\n}\n3", records: ["line 3 body: 3"],
      problems: [
        #"x.jsonl:1:2: the line is not JSON: expected a member name or "}", found the end of the text"#,
        #"x.jsonl:2:1: the line is not JSON: expected a value, found "}""#,
      ]),
    // A broken first line does not hide the others.
    Sample(
      name: "x.txt", text: "{ broken\n{}\n", records: ["line 2 body: {}"],
      problems: [
        #"x.txt:1:3: the line is not JSON: expected a member name or "}", found "broken""#
      ]),
    Sample(
      text: "{\"id\":1,\r\n\r\n[2]\r\n" + event,
      records: ["line 3 body: [2]", "line 4 body: " + event],
      problems: [
        "x.json:1:9: the line is not JSON: expected a member name, found the end of the text"
      ]),
    Sample(
      name: "x.txt", text: "{\"url\n" + exchange,
      records: [#"line 2 exchange GET /a 200: {"id":1}"#],
      problems: [
        "x.txt:1:6: the line is not JSON: expected the string's closing quote, found the end of the text"
      ]),
    // But a body of many lines may be broken, too.
    Sample(text: "[\n{}\n{}\n]", records: ["file body: [\n{}\n{}\n]"]),
    Sample(text: "[1,\n[2],\n[3]\n", records: ["file body: [1,\n[2],\n[3]\n"]),
    Sample(text: "{\n\"a\":\n{}\n", records: ["file body: {\n\"a\":\n{}\n"]),
    Sample(text: "{ \"a\": 1\n  {}\n}", records: ["file body: { \"a\": 1\n  {}\n}"]),
    // Exchanges and events.
    Sample(text: exchange, records: [#"line 1 exchange GET /a 200: {"id":1}"#]),
    Sample(text: "\u{feff}\n" + event + "\n", records: ["line 2 event push: [1]"]),
    Sample(
      text: exchange + "\n" + event,
      records: [#"line 1 exchange GET /a 200: {"id":1}"#, "line 2 event push: [1]"]),
    Sample(text: "{}\n" + event, records: ["line 1 body: {}", "line 2 body: " + event]),
    // Exchanges on several lines, and in an array.
    Sample(
      text: "{\n\"method\":\"GET\",\n\"url\":\"/a\",\n\"status\":200,\n\"body\":{\"id\":1}\n}\n",
      records: [#"file exchange GET /a 200: {"id":1}"#]),
    Sample(
      text: "\u{feff} [\n" + exchange + ",\n" + exchange + "]\n",
      records: (0...1).map { #"entry \#($0) exchange GET /a 200: {"id":1}"# }),
    Sample(
      text: "[" + exchange + "," + event + ",{},7]",
      records: [#"entry 0 exchange GET /a 200: {"id":1}"#, "entry 1 event push: [1]"],
      problems: [
        "x.json:1:87: the entry is neither an exchange nor an event",
        "x.json:1:90: entry 3 is not an object",
      ]),
    Sample(
      text: "[" + exchange + ",\n{\"url\"", records: [#"entry 0 exchange GET /a 200: {"id":1}"#],
      problems: [
        "x.json:2:7: the archive is not JSON: expected \":\", found the end of the text"
      ]),
    Sample(
      text: #"[{"request":{"method":"GET","url":"/a"},"response":{"status":200,"body":[1]}}]"#,
      records: ["entry 0 exchange GET /a 200: [1]"]),
    // Links and jobs in a body are no exchanges.
    Sample(
      text: #"[{"id":1,"method":"POST","url":"/a","status":200}]"#,
      records: [#"file body: [{"id":1,"method":"POST","url":"/a","status":200}]"#]),
    Sample(text: "[" + event + "]", records: ["file body: [" + event + "]"]),
    Sample(text: "[[" + exchange + "]]", records: ["file body: [[" + exchange + "]]"]),
    Sample(
      name: "x.ndjson", text: "[" + exchange + "]\n", records: ["line 1 body: [" + exchange + "]"]),
    // Responses, cassettes and mappings.
    Sample(text: "\u{feff}HTTP/1.1 200 OK\r\n\r\n{}", records: ["file body 200: {}"]),
    Sample(
      text: #"{"a":1,"http_interactions":[{}],"recorded_with":""}"#,
      records: ["entry 0 exchange absent: "]),
    Sample(
      text: #"{"a":{"http_interactions":[]}}"#,
      records: [#"file body: {"a":{"http_interactions":[]}}"#]),
    Sample(text: #"{"http_interactions":1}"#, records: [#"file body: {"http_interactions":1}"#]),
    Sample(text: "\u{feff} " + mapping + "\n", records: ["file exchange /a 200: [1]"]),
    Sample(
      name: "x.ndjson", text: mapping, records: ["line 1 body: " + mapping]),
    Sample(
      text: mapping + "\n" + mapping, records: (1...2).map { "line \($0) body: " + mapping }),
    Sample(
      text: #"{"mappings":[\#(mapping),\#(mapping)],"meta":{}}"#,
      records: ["entry 0 exchange /a 200: [1]", "entry 1 exchange /a 200: [1]"]),
    Sample(
      text: #"{"mappings":[\#(mapping),1]}"#, records: [#"file body: {"mappings":[\#(mapping),1]}"#]
    ),
    // Archives.
    Sample(text: archive, records: ["entry 0 exchange absent: "]),
    Sample(name: "x.jsonl", text: archive + "\n", records: ["entry 0 exchange absent: "]),
    Sample(text: #"{"a":{"entries":[1]},"log":{"entries":[]}}"#, records: []),
    Sample(text: #"{"entries":[{}],"log":{"entries":[]}}"#, records: []),
    Sample(text: #"{"entries":[{}]}"#, records: [#"file body: {"entries":[{}]}"#]),
    // A name does not make an archive of something else.
    Sample(
      name: "x.har", text: exchange + "\n" + event,
      records: [#"line 1 exchange GET /a 200: {"id":1}"#, "line 2 event push: [1]"]),
    Sample(
      name: "x.har.gz", text: "{}\n{",
      records: ["line 1 body: {}", "line 2 body: {"]),
    Sample(name: "x.har", text: exchange, records: [#"line 1 exchange GET /a 200: {"id":1}"#]),
    Sample(name: "x.har", text: mapping, records: ["file exchange /a 200: [1]"]),
    // An archive that ends before its entries is one by its name.
    Sample(
      name: "x.har", text: "{\n\"log\":{\n\"version\":\"1.2\",\n", records: [],
      problems: [
        "x.har:4:1: the archive is not JSON: expected a member name, found the end of the text"
      ]),
    Sample(
      name: "x.har", text: "{}", records: [],
      problems: ["x.har: the archive has no log with entries"]),
    Sample(
      name: "x.har", text: "", records: [],
      problems: ["x.har:1:1: the archive is not JSON: expected a value, found the end of the text"]),
  ]

  @Test("Each format is recognized", arguments: samples)
  func detected(sample: Sample) {
    let reading = Reading(sample.text, named: sample.name)
    #expect(reading.records == sample.records)
    #expect(reading.problems == sample.problems)
  }

  @Test("A format is recognized however few bytes arrive at once", arguments: samples)
  func pieces(sample: Sample) {
    for count in 1...9 {
      let reading = Reading(sample.text, named: sample.name, pieceByteCount: count)
      #expect(reading == Reading(sample.text, named: sample.name), "\(count) bytes")
    }
  }

  @Test("A stated format overrides the recognized one")
  func stated() {
    let exchange = Self.exchange
    #expect(Reading(exchange, as: .json).records == ["file body: " + exchange])
    #expect(Reading("1\n2", as: .json).records == ["file body: 1\n2"])
    #expect(Reading(exchange, as: .ndjson).records == ["line 1 body: " + exchange])
    #expect(Reading(Self.archive, as: .ndjson).records == ["line 1 body: " + Self.archive])
    #expect(
      Reading(#"{"url":"/a","body":1}"#, as: .exchanges).records == ["line 1 exchange /a: 1"])
    #expect(
      Reading("{}", as: .exchanges).problems
        == ["x:1:1: the line is neither an exchange nor an event"])
    #expect(Reading("{}\n{}", as: .har).problems.count == 1)
  }

  @Test(
    "A resource with a URL is not an exchange",
    arguments: [
      #"{"url":"https://api.example.com/issues/1","body":"It broke.","state":"open"}"#,
      #"{"url":"https://api.example.com/runs/1","status":"completed","body":{}}"#,
      #"{"url":"/payments/1","method":"card","status":"paid"}"#,
      #"{"url":"/a","status":404}"#,
      #"{"url":1,"method":"GET","status":200,"body":{}}"#,
      #"{"event":"push"}"#, #"{"event":1,"data":{}}"#, #"["event","data"]"#,
    ])
  func resources(text: String) {
    #expect(Reading(text).records == ["file body: " + text])
    #expect(Reading(text, named: "x.ndjson").records == ["line 1 body: " + text])
  }
}
