import JSONParsing
import Testing

@testable import CaptureSources

@Suite("Short and long inputs are cut into records alike")
struct ShortInputTests {
  static let texts = [
    "{}", "[]", "7", "{\"id\":1}\n", " \n {\"id\":1}", "[{\"id\":1},\n{\"id\":2}]",
    "{\"id\":1}\n{\"id\":2}\n", "{\"id\":\n1}", "{\"id\":1", "{\"id\":1}}",
    #"{"method":"GET","url":"/users/1","status":200,"body":{"id":1}}"#,
    "{\"method\":\"GET\",\n\"url\":\"/users/1\",\"status\":200,\"body\":{\"id\":1}}",
    "[{\"method\":\"GET\",\n\"url\":\"/users/1\",\"status\":200,\"body\":{\"id\":1}}]",
    #"[{"event":"push","data":{"id":1}}]"#,
    "{\"request\":{\"method\":\"GET\",\n\"url\":\"/a\"},\"response\":{\"status\":204}}",
    #"{"url":"/users/1","body":"b"}"#, #"{"url":"/users/1","status":200,"body":"b"}"#,
    #"{"method":"of payment","url":"/a","body":1}"#, #"{"event":"push","data":{"id":1}}"#,
    #"{"event":"push","date":{"id":1}}"#, #"{"event":7,"data":{"id":1}}"#,
    #"{"\u0065vent":"push","data":{"id":1}}"#,
    #"{"log":{"entries":[{"request":{"method":"GET","url":"/a"},"response":{"status":204}}]}}"#,
    #"{"log":{"entries":{}}}"#, #"{"log":{},"log":{"pages":[],"entries":[]}}"#,
    #"{"a":{"log":{"entries":[]}}}"#, #"{"log":[{"entries":[]}]}"#, #"{"entries":[]}"#,
    #"{"http_interactions":[]}"#, #"{"http_interactions":{}}"#, #"{"mappings":[]}"#,
    #"{"mappings":[{"request":{"url":"/a"},"response":{"status":200}}]}"#,
    #"{"mappings":[{"id":1}],"http_interactions":[]}"#,
    #"{"request":{"url":"/a"},"response":{"status":200,"jsonBody":{"id":1}}}"#,
    #"{"request":{"url":"/a"},"response":{"status":200},"other":1}"#,
    "{\"id\":1}\r\n{\"id\":2}", "{\"a\":\"\u{1}\"}\n{\"id\":2}",
  ]

  @Test(
    "White space after the input changes nothing", arguments: texts,
    ["x.json", "x.ndjson", "x.har", "x.har.gz"])
  func padded(text: String, name: String) {
    // Behind so many bytes, the start alone determines the format.
    let long = Array(text.utf8) + Array(repeating: 0x20, count: CaptureReader.shortByteCount)
    let short = Reading(text.utf8, named: name)
    let other = Reading(long, named: name, pieceByteCount: long.count)
    #expect(short.records.map(trimmed) == other.records.map(trimmed))
    #expect(short.places == other.places)
    #expect(short.problems.map(\.isEmpty) == other.problems.map(\.isEmpty))
  }

  private func trimmed(_ record: String) -> String {
    let end = record.utf8.reversed().drop { $0 == 0x20 || $0 == 0x0a }
    return String(decoding: end.reversed(), as: UTF8.self)
  }
}
