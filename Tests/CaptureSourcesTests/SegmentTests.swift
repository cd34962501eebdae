import Foundation
import JSONParsing
import TestSupport
import Testing

@testable import CaptureSources

@Suite("A large file is read in segments, each line once")
struct SegmentTests {
  /// Lines of every kind: long and short, blank, with CR LF, with a byte order mark before them.
  private func text(_ generator: inout SplitMix64) -> String {
    var text = Bool.random(using: &generator) ? "{\"id\":0}\n" : "\u{feff}{\"id\":0}\n"
    for number in 1..<Int.random(in: 30..<200, using: &generator) {
      let length = Int.random(in: 0..<40, using: &generator)
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: text += ["", "   ", "\r"].randomElement(using: &generator) ?? ""
      case 1: text += "{\"pad\":\"\(String(repeating: "é", count: length * 20))\"}"
      case 2: text += "{ broken"
      case 3: text += "{\"id\":\(number)}\r"
      default: text += "{\"id\":\(number),\"pad\":\"\(String(repeating: "x", count: length))\"}"
      }
      text += "\n"
    }
    if Bool.random(using: &generator) { text.removeLast() }
    return text
  }

  @Test(
    "Segments have the records, places and problems of the whole file",
    .enabled(if: TestDepth.isFull), arguments: 0..<8)
  func sameAsWhole(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let size = [4, 17, 300, 1_000][Int(seed % 4)]
    try withFolder(["a.ndjson": text(&generator)]) { folder in
      let input = CaptureInput(file: folder + "/a.ndjson")
      let format: CaptureFormat = seed.isMultiple(of: 2) ? .auto : .ndjson
      let plan = CapturePlan([input], format: format, segmentByteCount: size)
      #expect(plan.items.count > 2)
      let whole = Records(CaptureItem(input, number: 0), format, linesBefore: 0)
      var (parts, lines) = (Records(), 0)
      for item in plan.items {
        let part = Records(item, format, linesBefore: lines)
        let segment = try #require(item.segment)
        // `lineCounts` reads all segments before this one.
        if segment.number.isMultiple(of: 16) {
          #expect(try plan.lineCounts(ofInput: 0, before: segment.number).reduce(0, +) == lines)
        }
        lines += part.lineCount
        parts.texts += part.texts
        parts.problems += part.problems
      }
      #expect(parts.texts == whole.texts)
      #expect(parts.problems == whole.problems)
    }
  }

  @Test("An input without lines and a small file are one item each")
  func whole() throws {
    let long = "[" + String(repeating: "1,", count: 100) + "1]"
    let files = [
      "a.json": long, "b.har": #"{"log":{"entries":[]}}"# + long, "c.ndjson": "{}\n{}\n",
      "d.ndjson": String(repeating: "{\n", count: 100),
    ]
    try withFolder(files) { folder in
      let inputs = files.keys.sorted().map { CaptureInput(file: folder + "/" + $0) }
      let plan = CapturePlan(inputs + [.standardInput], format: .auto, segmentByteCount: 16)
      #expect(plan.items.map(\.number) == [0, 1, 2, 3, 4])
      #expect(plan.items.allSatisfy { $0.segment == nil })
    }
  }

  @Test("Inputs named .json are not opened for planning, except for a share")
  func unlooked() throws {
    let lines = String(repeating: "{\"id\":1}\n", count: 9)
    let files = ["a.json": lines, "b.JSON": "[1]", "c.ndjson": lines, "d.txt": lines, "e.json": ""]
    try withFolder(files) { folder in
      let inputs = files.keys.sorted().map { CaptureInput(file: folder + "/" + $0) }
      func plan(_ format: CaptureFormat = .auto, share: CaptureShare = .all, lookCount: Int)
        -> CapturePlan
      {
        CapturePlan(
          inputs, format: format, share: share, segmentByteCount: 16, lookCount: lookCount)
      }
      let (looked, unlooked) = (plan(lookCount: 5), plan(lookCount: 4))
      #expect(looked.items.map(\.number) == [0, 0, 0, 0, 0, 0, 1] + cut(2) + cut(3) + [4])
      #expect(unlooked.items.map(\.number) == [0, 1] + cut(2) + cut(3) + [4])
      #expect(unlooked.items.prefix(2).allSatisfy { $0.segment == nil && $0.byteCount == 0 })
      for plan in [looked, unlooked] {
        #expect((0..<5).map(plan.byteCount) == [81, 3, 81, 81, 0])
        #expect(plan.itemByteCount == 246)
        #expect(plan.inputCount(ofFirstItems: plan.items.count) == 5)
        #expect(plan.inputCount(ofFirstItems: plan.items.count - 1) == 4)
        var (reader, bodies) = (CaptureReader(), [Int: [String]]())
        for item in plan.items {
          _ = reader.read(item) { _, body in
            bodies[item.number, default: []].append(String(bytes(of: body)))
            return .goOn
          }
        }
        let records = Array(repeating: "{\"id\":1}", count: 9)
        #expect(bodies == [0: records, 1: ["[1]"], 2: records, 3: records, 4: [""]])
      }
      // Shards on several machines make the same plan, and inputs of a line format are split.
      let half = CaptureShare(index: 0, count: 2)
      #expect(plan(share: half, lookCount: 0).items.count == 10)
      #expect(plan(.ndjson, lookCount: 0).items.filter { $0.number == 0 }.count == 6)
    }

    func cut(_ number: Int) -> [Int] { Array(repeating: number, count: 6) }
  }

  @Test(
    "A share is the index of a part and the number of parts",
    arguments: ["", "1", "0/2", "3/2", "1/0", "a/2", "1/2/3", "-1/2"])
  func shares(text: String) {
    #expect(CaptureShare(rawValue: text) == nil)
    #expect(CaptureShare(rawValue: "2/3").map { [$0.index, $0.count] } == [1, 3])
  }
}

/// The records that a reader finds in an item, with line numbers of the whole file.
private struct Records {
  var texts: [String] = []
  var problems: [String] = []
  var lineCount = 0

  init() {}

  init(_ item: CaptureItem, _ format: CaptureFormat, linesBefore: Int) {
    var reader = CaptureReader(format: format, bufferByteCount: 64)
    var texts: [String] = []
    let outcome = reader.read(item) { record, body in
      guard case .line(let number) = record.place, let start = record.bodyStart else {
        return .stop
      }
      let line = start.position.line + linesBefore
      texts.append("\(number + linesBefore) \(start.offset) \(line) \(String(bytes(of: body)))")
      return .goOn
    }
    (self.texts, lineCount) = (texts, outcome.lineCount)
    problems = outcome.problems.listed.map { problem in
      let line = (problem.position?.line ?? 0) + linesBefore
      return "\(line):\(problem.position?.column ?? 0) \(problem.message)"
    }
  }
}
