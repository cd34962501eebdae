import CaptureChecking
import CaptureSources
import ContractDrafting
import Foundation
import JSONParsing
import Reporting
import TestSupport
import Testing

@testable import CaptureSummary

@Suite("The part of a summary says all of it")
struct SummaryPartTests {
  private func header(_ share: CaptureShare? = nil) -> PartHeader {
    var header = PartHeader(of: CapturePlan([], format: .auto), share: share, .infer)
    header.inputCount = 9
    return header
  }

  /// Everything that is told of a summary.
  private func told(_ summary: CaptureSummary) -> [String] {
    let statistics = CaptureStatistics(summary, under: "")
    return ContractDraft.all(of: summary).map(\.text)
      + [StatisticsReport.json.text(of: statistics)] + summary.problemList.map { "\($0)" }
      + summary.skipped.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
  }

  private func parts(_ text: [UInt8]) throws(PartError) -> [CheckPart] {
    try CheckPart.parts(in: text, of: "a.part")
  }

  /// Captures with keys, tags, words and files without end, and much that is no JSON.
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

  @Test("What was written and read says the same, and is written as the same bytes")
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

  @Test("Parts are merged as summaries are, from one file or many")
  func merges() throws {
    var traffic = RandomTraffic(seed: 7)
    let files = Dictionary(
      uniqueKeysWithValues: (0..<4).map {
        ("\($0).ndjson", RandomTraffic.text(traffic.lines(25)))
      })
    try DraftTrial.with(files.merging(Self.wide) { $1 }) { trial in
      let texts = trial.files.map {
        DraftTrial(files: [$0]).summary().part(header(), isOneLine: true)
      }
      let merged = try CaptureSummary.merged(try parts(Array(texts.joined())))
      #expect(told(merged).dropLast(3) == told(trial.summary()).dropLast(3))
      let reversed = try CaptureSummary.merged(try parts(Array(texts.reversed().joined())))
      #expect(reversed.hosts.keys == merged.hosts.keys)
      #expect(
        ContractDraft.all(of: reversed).map(\.text) == ContractDraft.all(of: merged).map(\.text))
    }
  }

  @Test(
    "What is wrong with a part is told with its place",
    arguments: [
      (#""depth":64"#, #""depth":65"#, "a.part:23:9: values are never looked at so deep"),
      (#""t"]"#, #""id"]"#, "a.part:25:56: a member is there twice"),
      (#"["b"]"#, #"["b","c"]"#, "a.part:19:9: expected 4 elements, found 3"),
      (#""n":1,"m"#, #""n":-1,"m"#, "a.part:25:44: expected a whole number of 0 or more"),
      ("[0,0,1,0,0,0,0]", "[0,1]", "a.part:26:12: expected a count of each kind"),
      (#""4687"#, #""zz"#, "a.part:26:86: expected 16 hexadecimal digits"),
      (#"["a"]"#, #"[{"class":9}]"#, "a.part:20:25: there is no such class of segments"),
      ("\"values\"", "\"others\"", "a.part:1:1: \"values\" is missing"),
    ])
  func damaged(found: String, changed: String, message: String) throws {
    try DraftTrial.with(["a.ndjson": DraftTrial.line("/a/b", #"{"id": 1, "t": "x"}"#)]) { trial in
      let text = String(decoding: trial.summary().part(header()), as: UTF8.self)
      let damaged = text.replacing(found, with: changed)
      #expect(damaged != text)
      let error = #expect(throws: PartError.self) {
        try CaptureSummary.merged(try parts(Array(damaged.utf8)))
      }
      #expect(error?.description == message)
    }
  }

  @Test("However a part is damaged, it is an error or a summary")
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
        var damaged = text
        let place = Int.random(in: 0..<text.count, using: &generator)
        let end = min(text.count, place + Int.random(in: 0..<4, using: &generator))
        let other = numbers.randomElement(using: &generator) ?? ""
        damaged.replaceSubrange(place..<end, with: Array(other.utf8))
        do {
          _ = told(try CaptureSummary.merged(try parts(damaged)))
        } catch is PartError {
          errorCount += 1
        }
      }
      #expect(errorCount > 70)
    }
  }
}
