import Testing

@testable import CaptureSources

@Suite("Memory use does not grow with the input")
struct MemoryTests {
  @Test("Thirty megabytes of lines go through a buffer of 64 KiB")
  func lines() {
    let line = Array((String(repeating: "x", count: 1_999) + "\n").utf8)
    var reader = CaptureReader(format: .ndjson, bufferByteCount: 1 << 16)
    var (count, largest) = (0, 0)
    let source = RepeatingSource(pattern: line, rest: 15_000 * line.count)
    let problems = reader.read(CaptureInput(file: "x"), from: source) { _, body in
      count += body.count == 1_999 ? 1 : 0
      return .goOn
    }
    largest = max(largest, reader.buffer.bytes.count)
    #expect(count == 15_000)
    #expect(problems == [])
    #expect(largest == 1 << 16)
  }

  @Test("An array of exchanges is read one by one")
  func array() {
    let exchange = #"{"method":"GET","url":"/a","status":200,"body":1}"#
    let count = 200_000
    var reader = CaptureReader(bufferByteCount: 1 << 16)
    let source = Chain([
      MemorySource(Array("[\n".utf8)),
      RepeatingSource(
        pattern: Array((exchange + ",\n").utf8), rest: count * (exchange.utf8.count + 2)),
      MemorySource(Array((exchange + "]\n").utf8)),
    ])
    var places: [CaptureRecord.Place] = []
    let problems = reader.read(CaptureInput(file: "x.json"), from: source) { record, _ in
      places.append(record.place)
      return .goOn
    }
    #expect(places.count == count + 1 && places.last == .entry(count))
    #expect(problems == [])
    #expect(reader.buffer.bytes.count <= 1 << 17)
  }

  @Test("A line of 100 MB is skipped, and no more than the limit is held")
  func longLine() {
    var reader = CaptureReader(
      format: .ndjson, limits: CaptureLimits(maximumRecordByteCount: 1 << 20),
      bufferByteCount: 1 << 18)
    let source = RepeatingSource(
      pattern: [UInt8](repeating: 0x78, count: 1 << 12), rest: 100 << 20,
      tail: Array("\n{}\n".utf8))
    var places: [CaptureRecord.Place] = []
    let problems = reader.read(CaptureInput(file: "x"), from: source) { record, _ in
      places.append(record.place)
      return .goOn
    }
    #expect(places == [.line(2)])
    #expect(
      problems.map(\.description) == [
        "x:1:1: the line has more than 1048576 bytes, which is the limit"
      ]
    )
    #expect(reader.buffer.bytes.count <= (1 << 20) + (1 << 18) + 8)
  }

  @Test("Entries and other members of an archive are skipped if they are too long")
  func archive() {
    let filler = [UInt8](repeating: 0x78, count: 1 << 12)
    var reader = CaptureReader(
      format: .har, limits: CaptureLimits(maximumRecordByteCount: 1 << 16),
      bufferByteCount: 1 << 14)
    var places: [CaptureRecord.Place] = []
    let source = Chain([
      MemorySource(Array("{\"log\":{\"comment\":\"".utf8)),
      RepeatingSource(pattern: filler, rest: 1 << 22),
      MemorySource(Array("\",\n\"entries\":[{},\n {\"comment\":\"".utf8)),
      RepeatingSource(pattern: filler, rest: 1 << 22),
      MemorySource(Array("\"},{}]}}".utf8)),
    ])
    let problems = reader.read(CaptureInput(file: "x.har"), from: source) { record, _ in
      places.append(record.place)
      return .goOn
    }
    #expect(places == [.entry(0), .entry(2)])
    #expect(
      problems.map(\.description) == [
        "x.har:3:2: entry 1 has more than 65536 bytes, which is the limit"
      ])
    #expect(reader.buffer.bytes.count <= (1 << 16) + (1 << 14) + 8)
  }

  @Test("Any number is a valid limit", arguments: [Int.min, 0, 1, .max])
  func anyLimit(limit: Int) {
    #expect(Reading("1\n\n22", as: .ndjson, limit: limit).records.count == min(max(limit, 0), 2))
  }

  @Test("White space between entries is not held")
  func whiteSpace() {
    let blanks = String(repeating: " \n", count: 99)
    let entry = #"{"request":{"url":"/1"}}"#
    let text =
      "{\(blanks)\"log\"\(blanks):{\"entries\":\(blanks)[\(entry)\(blanks),\(blanks)\(entry)\(blanks)]}}"
    for count in [1, 5, 64] {
      let reading = Reading(
        text + blanks, named: "x.har", as: .har, limit: entry.utf8.count, pieceByteCount: count)
      #expect(reading.records == ["entry 0 exchange /1 absent: ", "entry 1 exchange /1 absent: "])
      #expect(reading.problems == [])
    }
  }

  @Test("An entry may have as many bytes as the limit says")
  func entryLimit() {
    let text = #"{"log":{"entries":[{"a":12},{"a":123},{"a":1234},{"a":"56789012345"},{}]}}"#
    for count in 1...text.utf8.count {
      let reading = Reading(text, named: "x.har", as: .har, limit: 9, pieceByteCount: count)
      #expect(reading.records.map { $0.prefix(7) } == ["entry 0", "entry 1", "entry 4"])
      #expect(
        reading.problems == [
          "x.har:1:39: entry 2 has more than 9 bytes, which is the limit",
          "x.har:1:50: entry 3 has more than 9 bytes, which is the limit",
        ])
    }
  }

  @Test("Memory of a long record is released for the next input")
  func givenBack() {
    var reader = CaptureReader(format: .json, bufferByteCount: 1 << 10)
    let read = { (count: Int) in
      _ = reader.read(
        CaptureInput(file: "x"), from: MemorySource([UInt8](repeating: 0x20, count: count))
      ) { _, _ in .goOn }
    }
    read(1 << 16)
    #expect(reader.buffer.bytes.count >= 1 << 16)
    read(10)
    #expect(reader.buffer.bytes.count == 1 << 10)
  }

  @Test("A body over the limit is a problem in every format")
  func longBody() {
    let texts = [
      "[\(String(repeating: " ", count: 40))]", String(repeating: "\n", count: 40),
      "{\"log\":{\"x\":\"\(String(repeating: "y", count: 40))\",\"entries\":[]}}",
    ]
    for text in texts {
      let reading = Reading(text, limit: 20, pieceByteCount: 7)
      #expect(reading.records == [])
      #expect(reading.problems == ["x: the body has more than 20 bytes, which is the limit"])
    }
    #expect(Reading(texts[2], named: "x.har", limit: 20, pieceByteCount: 7).problems == [])
    #expect(Reading("123456", as: .json, limit: 6).records == ["file body: 123456"])
    #expect(Reading("1234567", as: .json, limit: 6).records == [])
  }
}

/// Sources that are read one after the other.
private struct Chain: ByteSource {
  private var sources: [any ByteSource]

  init(_ sources: [any ByteSource]) { self.sources = sources }

  mutating func read(into bytes: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int {
    while !sources.isEmpty {
      let count = try sources[0].read(into: bytes)
      if count > 0 { return count }
      sources.removeFirst()
    }
    return 0
  }
}
