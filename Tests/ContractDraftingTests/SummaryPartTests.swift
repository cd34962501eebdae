import CaptureChecking
import CaptureSources
import Foundation
import JSONParsing
import Reporting
import TestSupport
import Testing

@testable import ContractDrafting

@Suite("The part of a summary contains all of it")
struct SummaryPartTests {
  private func header(_ share: CaptureShare? = nil) -> PartHeader {
    var header = PartHeader(of: CapturePlan([], format: .auto), share: share, .infer)
    header.inputCount = 9
    return header
  }

  /// All texts that a summary gives.
  private func told(_ summary: CaptureSummary) -> [String] {
    let statistics = CaptureStatistics(summary, under: "")
    return ContractDraft.all(of: summary).map(\.text)
      + [StatisticsReport.json.text(of: statistics)] + summary.inputs.problems.map { "\($0)" }
      + summary.skipped.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
  }

  private func parts(_ text: [UInt8]) throws(PartError) -> [CheckPart] {
    try CheckPart.parts(in: text, of: "a.part")
  }

  /// Captures with too many keys, tags, words and files, and with much invalid JSON.
  private static let wide: [String: String] = {
    let keys = (0..<300).map { "\"k\($0)\": \($0)" }.joined(separator: ", ")
    let tags = (0..<60).map { DraftTrial.line("/tags", #"{"type": "t\#($0)", "a\#($0)": 1}"#) }
    let words = (0..<300).map { number in
      let letters = "\(number)".utf8.map { String(UnicodeScalar($0 + 49)) }.joined()
      return DraftTrial.line("/w/\(letters)", #"{"a": 1}"#)
    }
    let deep = DraftTrial.line(
      "/deep", String(repeating: #"{"a": ["#, count: 60) + String(repeating: "]}", count: 60))
    let numbers = #"{"n": [-1, 1e400, 99999999999999999999, 1.5, ""], "s": "\#(keys.utf8.count)"}"#
    var files = [
      "x/a.ndjson": ([DraftTrial.line("/wide", "{\(keys)}")] + tags + words + [deep])
        .joined(separator: "\n"),
      "x/b.ndjson": DraftTrial.line("/n/1?q=é", numbers) + "\nnonsense\n"
        + #"{"event": "push", "data": {"id": 1, "b": {"id": 1, "c": 2}}}"# + "\n"
        + #"{"event": "push", "data": "no JSON"}"#,
      "x/dated.ndjson": (10..<40).map { day in
        #"{"event": "dated", "date": "2024-0\#(day % 3 + 1)-\#(day % 19 + 10)", "data": {"a": \#(day)}}"#
      }.joined(separator: "\n"),
    ]
    for number in 0..<70 { files["many/\(number).json"] = #"{"value": "\#(number)"}"# }
    return files
  }()

  @Test(
    "A part reads back as the same summary, which is written as the same bytes",
    .enabled(if: TestDepth.isFull))
  func roundTrip() throws {
    for seed in UInt64(300)..<306 {
      var traffic = RandomTraffic(seed: seed)
      let files = seed == 300 ? Self.wide : ["a.ndjson": RandomTraffic.text(traffic.lines(60))]
      try DraftTrial.with(files) { trial in
        let summary = trial.summary(segmentByteCount: 700, jobCount: 3)
        let text = summary.part(header())
        let read = try CaptureSummary.merged(try parts(text))
        #expect(told(read) == told(summary), "seed \(seed)")
        #expect(read.part(header()) == text, "seed \(seed)")
        #expect(trial.summary().part(header()).count > 0)
      }
    }
  }

  @Test("Parts are merged like summaries, from one file or many", .enabled(if: TestDepth.isFull))
  func merges() throws {
    var traffic = RandomTraffic(seed: 7)
    let files = Dictionary(
      uniqueKeysWithValues: (0..<4).map {
        ("\($0).ndjson", RandomTraffic.text(traffic.lines(25)))
      })
    try DraftTrial.with(files.merging(Self.wide) { $1 }) { trial in
      let texts = trial.files.map {
        DraftTrial(files: [$0]).summary().part(header())
      }
      let merged = try CaptureSummary.merged(try parts(Array(texts.joined())))
      #expect(told(merged).dropLast(3) == told(trial.summary()).dropLast(3))
      let reversed = try CaptureSummary.merged(try parts(Array(texts.reversed().joined())))
      #expect(reversed.hosts.keys == merged.hosts.keys)
      #expect(
        ContractDraft.all(of: reversed).map(\.text) == ContractDraft.all(of: merged).map(\.text))
    }
  }

  /// Returns a part with changed contents, and with their digest.
  private func part(
    _ text: [UInt8], _ change: (inout [UInt8]) -> Void
  ) throws(PartError) -> [CheckPart] {
    let start = text.firstRange(of: Array("\"part\":".utf8))?.upperBound ?? 0
    var contents = Array(text[start...].dropLast(2))
    change(&contents)
    return try parts(CheckPart.line(contents))
  }

  @Test(
    "A part that no run can have written is rejected, even with a matching digest",
    arguments: [
      (#""depthLimit":64"#, #""depthLimit":65"#),
      (#""parent":0"#, #""parent":1"#), (#""parent":1"#, #""parent":9"#),
      (#""text":"a""#, #""text":"a b""#), (#""text":"a""#, #""dataClass":9,"text":"""#),
      (#""name":"id","value":1"#, #""name":"id","value":0"#),
      (#""name":"id","value":1"#, #""name":"id","value":2"#),
      (#""name":"id","value":1"#, #""name":"id","value":3"#),
      (#""id":0"#, #""id":1"#), (#""id":0"#, #""id":0,"tag":{"key":99,"value":"a"}"#),
      (#""conflicts":[]"#, #""conflicts":[1]"#), (#""positions":1"#, #""positions":-1"#),
      (#""kinds":[0,0,1,0,0,0,0]"#, #""kinds":[0,1]"#), (#""hashes":["4687"#, #""hashes":["zz"#),
      (#""table":"#, #""tables":"#),
      (#""inputs":{"count":0"#, #""inputs":{"count":9007199254740992"#),
    ])
  func damaged(found: String, changed: String) throws {
    try DraftTrial.with(["a.ndjson": DraftTrial.line("/a/b", #"{"id": 1, "t": "x"}"#)]) { trial in
      let error = #expect(throws: PartError.self) {
        try CaptureSummary.merged(
          try part(trial.summary().part(header())) { contents in
            let text = String(decoding: contents, as: UTF8.self)
            contents = Array(text.replacing(found, with: changed).utf8)
            #expect(contents != Array(text.utf8), "\(text)")
          })
      }
      #expect(error?.description == "a.part: the part is damaged")
    }
  }

  @Test("A damaged part is an error or a summary, and never a trap")
  func anyDamage() throws {
    var generator = SplitMix64(seed: 3)
    var traffic = RandomTraffic(seed: 11)
    try DraftTrial.with(["a.ndjson": RandomTraffic.text(traffic.lines(6))]) { trial in
      let text = trial.summary().part(header())
      let numbers = [
        "0", "1", "7", "64", "999999999999999", "-1", "true", "null", "\"\"", "[]", "{}",
      ]
      var errorCount = 0
      for _ in 0..<150 {
        do {
          let damaged = try part(text) { contents in
            let place = Int.random(in: 0..<contents.count, using: &generator)
            let end = min(contents.count, place + Int.random(in: 0..<4, using: &generator))
            let other = numbers.randomElement(using: &generator) ?? ""
            contents.replaceSubrange(place..<end, with: Array(other.utf8))
          }
          _ = told(try CaptureSummary.merged(damaged))
        } catch is PartError {
          errorCount += 1
        }
      }
      #expect(errorCount > 70)
    }
  }
}
