import CaptureSources
import JSONParsing
import TestSupport
import Testing

@testable import ContractDrafting

@Suite("A summary does not depend on how a capture is split")
struct SummaryTests {
  private static func texts(_ summary: CaptureSummary) -> [String] {
    ContractDraft.all(of: summary).map(\.text)
  }

  @Test(
    "Lines in any order, in any segments, with any number of workers, give one draft",
    .enabled(if: TestDepth.isFull))
  func orders() throws {
    for seed in UInt64(100)..<112 {
      var traffic = RandomTraffic(seed: seed)
      var lines = traffic.lines(40)
      var generator = SplitMix64(seed: seed)
      var expected: [String]?
      for trialNumber in 0..<4 {
        try DraftTrial.with(["a.ndjson": RandomTraffic.text(lines)]) { trial in
          let summary = trial.summary(
            segmentByteCount: [1 << 20, 64, 700, 3_000][trialNumber], jobCount: trialNumber + 1)
          let texts = Self.texts(summary)
          #expect(texts == expected ?? texts, "seed \(seed)")
          expected = texts
        }
        lines.shuffle(using: &generator)
      }
    }
  }

  @Test("Parts merged in any tree equal the whole")
  func merges() throws {
    var traffic = RandomTraffic(seed: 7)
    let files = Dictionary(
      uniqueKeysWithValues: (0..<6).map {
        ("\($0).ndjson", RandomTraffic.text(traffic.lines(25)))
      })
    try DraftTrial.with(files) { trial in
      let parts = trial.files.map { DraftTrial(files: [$0]).summary() }
      let whole = trial.summary()
      var left = CaptureSummary()
      for part in parts { left.merge(part) }
      var right = CaptureSummary()
      for part in parts.reversed() {
        var next = part
        next.merge(right)
        right = next
      }
      #expect(Self.texts(left) == Self.texts(whole))
      #expect(Self.texts(right) == Self.texts(whole))
    }
  }

  @Test("Too many keys, tags, segments or files become one of each")
  func bounds() throws {
    let keys = (0..<300).map { "\"k\($0)\": \($0)" }.joined(separator: ", ")
    let wide = DraftTrial.line("/wide", "{\(keys)}")
    let tags = (0..<60).map { DraftTrial.line("/tags", #"{"type": "t\#($0)", "a\#($0)": 1}"#) }
    let words = (0..<300).map { DraftTrial.line("/w/\(Self.word($0))", #"{"a": 1}"#) }
    let deep = DraftTrial.line(
      "/deep", String(repeating: #"{"a": ["#, count: 60) + String(repeating: "]}", count: 60))
    var files = ["x/a.ndjson": ([wide] + tags + words + [deep]).joined(separator: "\n")]
    for number in 0..<70 { files["many/\(number).json"] = #"{"value": \#(number)}"# }
    try DraftTrial.with(files) { trial in
      let drafts = trial.drafts
      let result = try trial.check(against: drafts)
      #expect(result.problems == [])
      let text = drafts[0].text
      #expect(text.contains(#""GET /w/:w":"#))
      #expect(text.contains("[String: Int]"))
      #expect(drafts[1].bodyTypes.map(\.pattern) == ["many/*.json"])
      #expect(drafts.allSatisfy { $0.text.utf8.count < 20_000 })
    }
  }

  /// Returns a word of letters only.
  private static func word(_ number: Int) -> String {
    String(
      decoding: [number / 26 / 26, number / 26 % 26, number % 26].map { 0x61 + UInt8($0) },
      as: UTF8.self) + "xz"
  }

  @Test(
    "Files in many folders, and many files in one, give one draft in any order and any parts",
    .enabled(if: TestDepth.isFull),
    arguments: [(3, 30), (3, 70), (300, 1), (2, 64)])
  func folders(count: Int, fileCount: Int) throws {
    var files: [String: String] = [:]
    for folder in 0..<count {
      for file in 0..<fileCount {
        files["\(Self.word(folder))/\(file).json"] = #"{"value": \#(folder), "k\#(folder % 3)": 1}"#
      }
    }
    try DraftTrial.with(files) { trial in
      let whole = ContractDraft.all(of: trial.summary())
      var generator = SplitMix64(seed: UInt64(count))
      for partCount in [1, 2, 5] {
        let shuffled = trial.files.shuffled(using: &generator)
        var merged = CaptureSummary()
        for part in 0..<partCount {
          let own = shuffled.indices.filter { $0 % partCount == part }.map { shuffled[$0] }
          merged.merge(DraftTrial(files: own).summary())
        }
        let drafts = ContractDraft.all(of: merged)
        #expect(drafts.map(\.text) == whole.map(\.text))
        #expect(drafts.flatMap(\.bodyTypes).map(\.pattern) == whole[0].bodyTypes.map(\.pattern))
      }
      let result = try trial.check(against: whole)
      #expect(result.problems == [])
      #expect(result.payloadCount == files.count)
      let isOne = count > 256
      #expect(whole[0].bodyTypes.count == (isOne ? 1 : count))
    }
  }

  @Test("A table that is too large is cut where it nests deepest, whatever the order")
  func sizes() throws {
    let bodies = (0..<40).map { number in
      DraftTrial.line(
        "/a\(Self.word(number))s", #"{"a": {"b": {"c": {"d": {"e\#(number)": {"f": 1}}}}}}"#)
    }
    try DraftTrial.with(["a.ndjson": bodies.joined(separator: "\n")]) { trial in
      var texts: Set<[String]> = []
      for order in [bodies, bodies.reversed()] {
        var summary = CaptureSummary(mostValues: 200)
        try DraftTrial.with(["a.ndjson": order.joined(separator: "\n")]) { trial in
          var reader = CaptureReader()
          _ = reader.read(CaptureInput(file: trial.files[0])) { summary.add($0, $1) }
        }
        summary.finish()
        #expect(summary.table.count <= 200)
        texts.insert(Self.texts(summary))
      }
      #expect(texts.count == 1)
      #expect(texts.first?[0].contains("nested too deep to be drafted") == true)
      let result = try trial.check(against: ContractDraft.all(of: trial.summary()))
      #expect(result.problems == [])
    }
  }

  @Test("Different texts are counted exactly up to 63, and estimated beyond")
  func distinct() {
    var (few, many) = (TextSamples(), TextSamples())
    for number in 0..<600 {
      few.add(Array("text \(number % 40)".utf8)[...], keepsText: true)
      many.add(Array("text \(number * 17)".utf8)[...], keepsText: true)
    }
    #expect(few.distinctCount == 40)
    #expect(few.counts == nil)
    #expect(450...750 ~= many.distinctCount)
  }

  @Test("Contradictory objects with one identity are counted in each payload")
  func conflicts() throws {
    let one = #"{"id": 1, "name": "a", "age": 2, "city": "x"}"#
    let same = #"{"id": 1, "city": "x", "name": "a", "age": 2}"#
    let other = #"{"id": 1, "name": "b", "age": 2, "city": "x"}"#
    let small = [#"{"id": 1, "text": "a"}"#, #"{"id": 1, "text": "b"}"#]
    for (pair, isConflict) in [([one, same], false), ([one, other], true), (small, true)] {
      let line = DraftTrial.line("/users", "[\(pair.joined(separator: ", "))]")
      try DraftTrial.with(["a.ndjson": line]) { trial in
        let text = trial.drafts[0].text
        #expect(text.contains(#"      "identifiedBy": "id","#) != isConflict)
        #expect(
          text.contains(#"// "identifiedBy": "id", but in 1 place one payload says"#) == isConflict)
      }
    }
  }

  @Test("A text has the format that the type of a line accepts, and no other")
  func formats() {
    let formats: [(String, TextFormat?)] = [
      ("", .empty), ("2020-02-29", .day), ("2020-02-30", nil),
      ("2020-02-29 10:00:00", .dateAndTime),
      ("2020-02-29T10:00:00Z", .iso8601),
      ("2020-02-29T10:00:00.250+0200", .offsetDateWithMilliseconds),
      ("2020-02-29T10:00:00.2+0200", nil), ("2020-02-29T10:00:00+0200", .offsetDate),
      ("2020-02-29T10:00:00.5+02:00", .iso8601), ("Sat, 29 Feb 2020 10:00:00 GMT", .httpDate),
      ("Sun, 29 Feb 2020 10:00:00 GMT", nil), ("00000000-0000-0000-0000-000000000001", .uuid),
      ("https://a.example/x?y=1", .url), ("https://a.example/[x]", nil), ("ftp://a.example", nil),
      ("0", .integer), ("-0", nil), ("01", nil), ("123456789012345", .integer),
      ("1234567890123456", nil), ("1.5", .decimal), ("1.", nil), (".5", nil), ("1e3", nil),
      ("word", nil),
    ]
    for (text, format) in formats {
      #expect(TextFormat(Array(text.utf8)[...]) == format, "\(text)")
    }
  }
}
