import JSONParsing
import Testing

@testable import CaptureSources

@Suite("Each line of NDJSON is a record")
struct LineTests {
  @Test("Lines end with LF, CR LF or the input; blank ones are skipped, and counted")
  func lineEnds() {
    let reading = Reading("{}\r\n \t\r\n\n[1]\n\r\n2", as: .ndjson)
    #expect(reading.records == ["line 1 body: {}", "line 4 body: [1]", "line 6 body: 2"])
    #expect(reading.places == ["0 1:1", "9 4:1", "15 6:1"])
    #expect(Reading("1\n2\n", as: .ndjson).records == ["line 1 body: 1", "line 2 body: 2"])
  }

  @Test("A byte order mark before the first line is skipped")
  func byteOrderMark() {
    let reading = Reading("\u{feff}{}\n\u{feff}{}", as: .ndjson)
    #expect(reading.records == ["line 1 body: {}", "line 2 body: \u{feff}{}"])
    #expect(reading.places == ["3 1:1", "6 2:1"])
  }

  @Test("Lines are the same however few bytes arrive at once")
  func pieces() {
    let text =
      "\u{feff}{\"a\":\"ä\"}\r\n\n[1,2,3]\r\n\r\n\"x\"\r\n\(String(repeating: "7", count: 70))"
    let whole = Reading(text, as: .ndjson)
    #expect(whole.records.count == 4)
    for count in 1...text.utf8.count {
      #expect(Reading(text, as: .ndjson, pieceByteCount: count) == whole, "\(count) bytes")
    }
  }

  @Test("A line may have as many bytes as the limit, without its line end")
  func limit() {
    for count in 1...12 {
      let reading = Reading(
        "1234\n12345\r\n123456\r\n\n1234567890123456789012345\n1", as: .ndjson, limit: 5,
        pieceByteCount: count)
      #expect(reading.records == ["line 1 body: 1234", "line 2 body: 12345", "line 6 body: 1"])
      let problem = "the line has more than 5 bytes, which is the limit"
      #expect(reading.problems == ["x:3:1: \(problem)", "x:5:1: \(problem)"], "\(count) bytes")
    }
  }

  @Test("A last line that is too long is one problem")
  func lastLine() {
    for tail in ["", "\n", "\r\n"] {
      let text = "1\n" + String(repeating: "2", count: 99) + tail
      let reading = Reading(text, as: .ndjson, limit: 5, pieceByteCount: 4)
      #expect(reading.records == ["line 1 body: 1"])
      #expect(reading.problems == ["x:2:1: the line has more than 5 bytes, which is the limit"])
    }
  }

  @Test("A bare line that is rejected as invalid JSON is a problem, and reading continues")
  func broken() {
    var reader = CaptureReader(format: .ndjson)
    var bodies: [String] = []
    let text = "{}\n{\"ä\": x}\n[]\n"
    let problems = reader.read(
      CaptureInput(file: "x.ndjson"), from: MemorySource(Array(text.utf8))
    ) { record, body in
      #expect(record.isBareLine)
      do throws(JSONParseError) {
        _ = try JSONDocument(parsing: bytes(of: body))
        bodies.append(String(bytes(of: body)))
        return .goOn
      } catch {
        return .notJSON(error)
      }
    }
    #expect(bodies == ["{}", "[]"])
    #expect(
      problems.map(\.description) == [
        #"x.ndjson:2:7: the line is not JSON: expected a value, found "x""#
      ])
  }

  @Test("A bare line that is rejected as too deep is a problem with the limit")
  func deep() {
    var reader = CaptureReader(format: .ndjson)
    let problems = reader.read(
      CaptureInput(file: "x.ndjson"), from: MemorySource(Array("[[[]]]".utf8))
    ) { _, _ in .notJSON(JSONParseError(.tooDeep(limit: 2), offset: 2)) }
    #expect(
      problems.map(\.description) == [
        "x.ndjson:1:3: the line is nested too deeply: expected at most 2 nested arrays and objects"
      ])
  }

  @Test("Reading stops when nothing more is wanted", arguments: [1, 2, 3])
  func stop(wanted: Int) {
    var reader = CaptureReader()
    for text in [
      "1\n2\nx\n", "{\"event\":\"a\",\"data\":1}\n{\"event\":\"b\",\"data\":\"2\"}\nx\n",
      #"{"log":{"entries":[{},{"response":{"content":{"text":"x"}}},x]}}"#,
    ] {
      var count = 0
      let problems = reader.read(
        CaptureInput(file: "x"), from: MemorySource(Array(text.utf8))
      ) { _, _ in
        count += 1
        return count == wanted ? .stop : .goOn
      }
      // The third is not JSON; the content of a body is not checked.
      let isBody = text.hasPrefix("1")
      #expect(count == min(wanted, isBody ? 3 : 2))
      #expect(problems.count == (wanted == 3 && !isBody ? 1 : 0))
    }
  }

  @Test("The first hundred problems are listed, and the rest are counted")
  func manyProblems() {
    let text = "{\"event\":\"a\",\"data\":1}\n" + String(repeating: "x\n", count: 250)
    let problems = Reading(text).problems
    #expect(problems.count == 101)
    #expect(problems[99] == #"x:101:1: the line is not JSON: expected a value, found "x""#)
    #expect(problems[100] == "x: 150 more problems like these")
  }

  @Test("The bytes before a failure are read, except a line that may be cut off")
  func failure() {
    func problems(_ text: String, as format: CaptureFormat) -> (Int, [String]) {
      var reader = CaptureReader(format: format)
      var count = 0
      let source = MemorySource(
        Array(text.utf8), pieceByteCount: 3, failure: ReadFailure("the disk is gone"))
      let problems = reader.read(CaptureInput(file: "x"), from: source) { _, _ in
        count += 1
        return .goOn
      }
      return (count, problems.map(\.description))
    }
    let failure = ["x: cannot be read: the disk is gone"]
    #expect(problems("1\n2\n3", as: .ndjson) == (2, failure))
    #expect(problems("1\n2\n3", as: .json) == (0, failure))
    #expect(problems(#"{"log":{"entries":[{},{},{"#, as: .har) == (2, failure))
    #expect(problems(#"{"log":{"entries":[{},{},{"#, as: .auto) == (2, failure))
  }
}
