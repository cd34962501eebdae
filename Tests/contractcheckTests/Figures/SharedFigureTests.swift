import Foundation
import TestSupport
import Testing

@testable import contractcheck

@Suite("Figures do not depend on shards, order and packing")
struct SharedFigureTests {
  /// The number of drawn captures; `CONTRACTCHECK_ROUNDS` sets another one.
  private static let roundCount =
    ProcessInfo.processInfo.environment["CONTRACTCHECK_ROUNDS"].flatMap { UInt64($0) } ?? 2

  @Test(
    "stats, infer and check print the same for any workers, shards, order and packing",
    .enabled(if: TestDepth.isFull))
  func law() throws {
    for seed in 0..<Self.roundCount {
      var capture = DrawnCapture(seed: seed)
      let files = capture.files()
      let plain = try Self.printed(files.mapValues { Array($0.utf8) }, jobs: "1")
      #expect(plain.texts.allSatisfy { !$0.isEmpty })
      let packed = files.mapValues {
        capture.isPacked() ? GzipWriter.member($0) : Array($0.utf8)
      }
      let others = [
        ("two workers", try Self.printed(files.mapValues { Array($0.utf8) }, jobs: "2")),
        ("packed", try Self.printed(packed, jobs: "3")),
        ("shards", try Self.printed(packed, jobs: "2", shardCount: 3)),
      ]
      for (name, other) in others {
        #expect(other == plain, "seed \(seed), \(name)")
      }
      // A check names lines by their numbers.
      let shuffled = files.mapValues { capture.shuffled($0) }.mapValues { Array($0.utf8) }
      let moved = try Self.printed(shuffled, jobs: "2")
      #expect(moved.texts[..<3] == plain.texts[..<3], "seed \(seed), another order")
    }
  }

  private struct Texts: Equatable {
    var texts: [String]
  }

  /// Returns the output of the commands for files.
  private static func printed(
    _ files: [String: [UInt8]], jobs: String, shardCount: Int = 1
  ) throws -> Texts {
    var texts: [String] = []
    try GzipCapture.withFiles(files) { folder in
      for command in ["stats", "infer"] {
        let text = try output(["\(folder)/c"], command, jobs, shardCount, folder)
        texts.append(text)
      }
      texts.append(
        try output(["\(folder)/c"], "stats", jobs, shardCount, folder, ["--report", "json"]))
      texts.append(
        try output(
          ["\(folder)/c", "-c", folder], "check", jobs, shardCount, folder,
          ["--report", "json", "--as", "User"]))
    }
    return Texts(texts: texts)
  }

  private static func output(
    _ inputs: [String], _ command: String, _ jobs: String, _ shardCount: Int, _ folder: String,
    _ options: [String] = []
  ) throws -> String {
    var run = CommandRun([command] + inputs + ["--jobs", jobs] + (shardCount > 1 ? [] : options))
    if shardCount > 1 {
      let parts = (1...shardCount).map { "\(folder)/\($0).part" }
      let isCheck = command == "check"
      for (number, part) in parts.enumerated() {
        let shard = ["--shard", "\(number + 1)/\(shardCount)", "--partial", part, "--jobs", jobs]
        _ = CommandRun(
          [command] + inputs + shard + (isCheck ? ["--as", "User"] : []))
      }
      let report = options.firstIndex(of: "--report").map { Array(options[$0...($0 + 1)]) } ?? []
      run = CommandRun(["merge"] + parts + (isCheck ? ["-c", folder] : []) + report)
      for part in parts { try FileManager.default.removeItem(atPath: part) }
    }
    return (run.output + run.errors).replacing(folder + "/", with: "")
  }
}

/// Draws files of exchanges, events and bodies, with duplicate members and very many keys.
private struct DrawnCapture {
  private var generator: SplitMix64
  private let isCrowded: Bool

  init(seed: UInt64) {
    generator = SplitMix64(seed: seed ^ 0x6669_6775_7265)
    isCrowded = seed % 3 == 0
  }

  private mutating func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

  private mutating func pick(_ texts: [String]) -> String { texts[number(texts.count)] }

  mutating func isPacked() -> Bool { Bool.random(using: &generator) }

  mutating func files() -> [String: String] {
    var files: [String: String] = [:]
    for index in 0..<number(4) + 2 {
      let areBodies = number(3) == 0
      let lines = (0..<number(8) + 1).map { _ in areBodies ? object(3) : record() }
      files["c/\(index).ndjson"] =
        (["{}"].filter { _ in areBodies } + lines)
        .joined(separator: "\n") + "\n"
    }
    return files
  }

  mutating func shuffled(_ text: String) -> String {
    text.split(separator: "\n").shuffled(using: &generator).joined(separator: "\n") + "\n"
  }

  private mutating func record() -> String {
    let date = "\"date\": \"2024-0\(number(9) + 1)-01\""
    if number(4) == 0 {
      return #"{"event": "\#(pick(["a", "user.created"]))", \#(date), "data": \#(object(3))}"#
    }
    let path = pick(["users/\(number(9))", "users/ann", "orders", "items/x\(number(4))", "users"])
    return #"{"method": "GET", "url": "https://h.example/\#(path)", "#
      + #""status": \#(pick(["200", "200", "404"])), \#(date), "body": \#(object(3))}"#
  }

  private mutating func object(_ depth: Int) -> String {
    var keys = (0..<number(7)).map { _ in pick(Self.keys) }
    // More than 256 keys at one place are not distinguished.
    if isCrowded, depth == 3 { keys += (0..<number(200)).map { _ in "k\(number(400))" } }
    return "{\(keys.map { "\"\($0)\": \(value(depth))" }.joined(separator: ", "))}"
  }

  private mutating func value(_ depth: Int) -> String {
    switch depth == 0 ? 0 : number(12) {
    case 9:
      "[\((0..<number(4)).map { _ in value(depth - 1) }.joined(separator: ", "))]"
    case 10: object(depth - 1)
    default: pick(Self.values)
    }
  }

  private static let keys = [
    "id", "type", "kind", "name", "a", "b", "1", "22", "é", "x.y", "items", "price", "status",
    "\\ud800",
  ]

  private static let values = [
    "null", "true", "1", "2.5", "-3", "1e400", #""a""#, #""b""#, #""2020-01-01""#, #""x\ud800""#,
    #""\ud800""#, #""paid""#, #""sent""#, #""""#, #""https://a.example/x""#, "12345678901234567890",
  ]
}
