import ContractModel
import Foundation
import Generation
import JSONParsing
import MappingEngine
import TestSupport
import Testing

@Suite("Reports have the same bytes with and without a screen")
struct ScreenSweepTests {
  @Test(
    "Reports agree on valid, faulty and damaged payloads of the package's contracts",
    .enabled(if: TestDepth.isFull))
  func contracts() throws {
    var passedCount = 0
    let paths = try ["Contracts", "Fixtures/mapping"].flatMap {
      try PackageFiles.contracts(below: $0)
    }
    for path in paths {
      let set = ContractSet(paths: [path], files: PackageContracts())
      guard set.isUsable, let contract = set.contracts.first else { continue }
      passedCount += try trial(set, contract, seed: 1, drawnCount: 1, most: 8)
    }
    #expect(passedCount > 150)
  }

  @Test(
    "Reports agree on contracts drawn at random", .enabled(if: TestDepth.isFull),
    arguments: 1...3 as ClosedRange<UInt64>)
  func randomContracts(seed: UInt64) throws {
    var random = RandomContract(seed: seed)
    let set = ContractSet(paths: ["a.contract.json"], files: OneContract(random.text()))
    try #require(set.isUsable, "\(set.errors)")
    let contract = try #require(set.contracts.first)
    _ = try trial(set, contract, seed: seed, drawnCount: 16, most: 150)
  }

  @Test("Reports agree on events, wherever a read ends", .enabled(if: TestDepth.isFull))
  func splits() throws {
    let contract = """
      { "contract": 1, "endpoints": { "event made": "A" },
        "mappings": { "A": { "identifiedBy": "id", "map": { "id": "Int", "name?": "String" } } } }
      """
    let lines = (0..<14).map { number in
      switch number {
      case 3, 12: #"{"event":"made","data":{"id":7,"name":"é\n"}}"#
      case 9: #"{"event":"made","data":{"id":"x"}}"#
      case 10: #"{"event":"made","data":{"id":3}"#
      default: #"{"event":"made","data":{"id":\#(number)}}"#
      }
    }
    let bytes = Array(lines.joined(separator: "\r\n").utf8)
    var counts: Set<Int> = []
    for end in stride(from: 0, through: bytes.count, by: 3) {
      var trial = try ScreenTrial(contract)
      trial.check(lines: bytes, firstReadTo: end)
      #expect(trial.screenedText == trial.judgedText, "the first read ends at \(end)")
      counts.insert(trial.passedCount)
    }
    #expect(counts == [4])
  }

  @Test("Reports agree on a line that looks like another event")
  func otherEvents() throws {
    let contract = """
      { "contract": 1, "endpoints": { "event made": "A", "event sent": "B" },
        "mappings": { "A": { "map": { "id": "Int" } }, "B": { "map": { "id": "Int" } } } }
      """
    let clean = Array(repeating: #"{"event":"made","data":{"id":1}}"#, count: 20)
    let other = #"{"event":"made","data":{"new":1},"event":"sent","data":{"id":2}}"#
    var trial = try ScreenTrial(contract)
    let bytes = Array((clean + [other, other]).joined(separator: "\n").utf8)
    trial.check(lines: bytes, firstReadTo: bytes.count)
    #expect(trial.screenedText == trial.judgedText)
    #expect(trial.passedCount > 5)
  }

  /// Checks payloads of each mapping of a contract, clean ones many times.
  ///
  /// - Returns: The number of payloads that passed the screen.
  private func trial(
    _ set: ContractSet, _ contract: Contract, seed: UInt64, drawnCount: Int, most: Int
  ) throws -> Int {
    var passedCount = 0
    for mapping in contract.mappings.prefix(12) {
      let target = ContractExample.Target.type(
        root: .representation, ConstrainedType(.mapping(Located(mapping.name))))
      var generator = PayloadGenerator(DrawPlan(contract, target))
      let drawn = (0..<drawnCount).map {
        generator.payload(seed: Seed(seed), index: $0, size: 12).bytes
      }
      var trial = ScreenTrial(set, as: MappingTarget(target))
      for _ in 0..<3 { for payload in drawn { trial.check(payload) } }
      for cell in (FaultSweep(contract, target: target)?.cells ?? []).prefix(most) {
        trial.check(cell.payload().bytes)
      }
      var damage = Damage(seed: seed)
      for payload in drawn {
        for _ in 0..<8 { trial.check(damage.damaged(payload)) }
        trial.check(payload, times: 2)
      }
      #expect(trial.screenedText == trial.judgedText, "\(mapping.name) of seed \(seed)")
      passedCount += trial.passedCount
    }
    return passedCount
  }

  @Test(
    "Reports agree on lines of parser tests",
    .enabled(if: Corpora.isPresent, Comment(rawValue: Corpora.absence)))
  func parserLines() throws {
    let contract =
      #"{ "contract": 1, "mappings": { "A": { "map": { "a": "Int", "b?": "Any" } } } }"#
    var trial = try ScreenTrial(contract, as: "A")
    trial.check(#"{"a":1,"b":0}"#, times: 20)
    for file in try Corpora.files(below: "JSONTestSuite", ending: ".json") {
      for wrapped in [Array(#"{"a":1,"b":"#.utf8), Array(#"{"a":1,"c":[{"d":"#.utf8)] {
        let end = wrapped.count > 9 ? "}]}" : "}"
        trial.check(wrapped + file.bytes + Array(end.utf8), times: 3)
      }
      trial.check(file.bytes)
    }
    #expect(trial.screenedText == trial.judgedText)
    #expect(trial.passedCount > 200)
  }
}

/// Damages a payload: its bytes, members and values.
private struct Damage {
  private var generator: SplitMix64

  init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  private static let pieces = [
    "null", "-0", "1e5", "0.1", "12345678901234567", "\"\"", "\"\\u00e9\"", "\"\\ud800\"", "{}",
    "[]",
    "true", ",", "}", "\"a\":1,", " ", "\"",
  ].map { Array($0.utf8) }

  mutating func damaged(_ original: [UInt8]) -> [UInt8] {
    var bytes = original
    let (start, end) = (place(bytes), place(bytes))
    switch Int.random(in: 0..<5, using: &generator) {
    case 0 where !bytes.isEmpty: bytes.remove(at: min(start, bytes.count - 1))
    case 1: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: start)
    case 2: bytes.insert(contentsOf: Self.pieces.randomElement(using: &generator) ?? [], at: start)
    case 3 where start < end: bytes.insert(contentsOf: Array(bytes[start..<end]), at: end)
    default: replaceValue(&bytes, from: start)
    }
    return bytes
  }

  private mutating func place(_ bytes: [UInt8]) -> Int {
    Int.random(in: 0...bytes.count, using: &generator)
  }

  /// Replaces the value behind the next colon.
  private mutating func replaceValue(_ bytes: inout [UInt8], from start: Int) {
    guard let colon = bytes[start...].firstIndex(of: UInt8(ascii: ":")) else { return }
    let end = bytes[(colon + 1)...].firstIndex { [0x2c, 0x7d, 0x5d].contains($0) } ?? bytes.count
    bytes.replaceSubrange(colon + 1..<end, with: Self.pieces.randomElement(using: &generator) ?? [])
  }
}

/// A contract of a few mappings with lines of all kinds.
private struct RandomContract {
  private var generator: SplitMix64

  init(seed: UInt64) { generator = SplitMix64(seed: seed ^ 0x7363_7265_656e) }

  private static let types = [
    "Int", "String", "Bool", "Double", "Decimal", "Date(iso8601)", "URL", "UUID", "Any", "Int8",
    "UInt", "UInt16", "Float", "Int(string)", "Int 0...10", "'a' | 'b'", "1 | 2",
    "String length 1...3",
    "String matches /^[a-c]+$/", "Int | String", "Date(seconds)", "Data", "Bool(number)",
    "[String]",
    "[Int]", "[[Int]]", "Set<String>", "[String: Int]", "[Any]", "[Date(iso8601)]", "['a' | 'b']",
    "A", "B", "[A]", "[B]", "[String: A]",
  ]

  mutating func text() -> String {
    let mappings = ["A", "B", "C"].map { "\"\($0)\": \(mapping())" }.joined(separator: ", ")
    return "{ \"contract\": 1, \"mappings\": { \(mappings) } }"
  }

  private mutating func mapping() -> String {
    let lines = (0..<Int.random(in: 1...7, using: &generator)).map { line("k\($0)") }
    let nested = Bool.random(using: &generator) ? [line("n.k0"), line("n.k1"), line("n.m.k")] : []
    let id = Int.random(in: 0..<3, using: &generator)
    let identity = id == 0 ? "" : "\"identifiedBy\": \"id\", "
    let key = id == 0 ? [] : ["\"id\": \"\(id == 1 ? "Int" : "String")\""]
    let all = (key + lines + nested).joined(separator: ", ")
    return "{ \(identity)\"map\": { \(all) }\(cases()) }"
  }

  private mutating func cases() -> String {
    guard Bool.random(using: &generator) else { return "" }
    let path = ["kind", "k0", "n"].randomElement(using: &generator) ?? "kind"
    // The key "k0" has a line of its own, which reads its content.
    let deep = path != "k0" && Bool.random(using: &generator) ? "\(path)." : ""
    let cases = ["a", "é", "c"].map { name in
      let lines = (0..<Int.random(in: 0...3, using: &generator)).map {
        line("\($0 == 0 ? deep : "")\(name)\($0)")
      }
      return "\"\(name)\": { \(lines.joined(separator: ", ")) }"
    }
    let otherwise = ["", ", \"else\": {}", ", \"else\": \"skip\"", ", \"else\": { \(line("e")) }"]
    return ", \"switch\": \"\(path)\", \"cases\": { \(cases.joined(separator: ", ")) }"
      + (otherwise.randomElement(using: &generator) ?? "")
  }

  private mutating func line(_ key: String) -> String {
    var type = Self.types.randomElement(using: &generator) ?? "Int"
    let isObject =
      type.contains("A") && type != "Any" && type != "[Any]" || type.contains("B\"")
      || ["A", "B", "[A]", "[B]"].contains(type)
    // Objects are optional, because recursive payloads would not end otherwise.
    let isOptional = isObject || Bool.random(using: &generator)
    if !type.contains("|"), Bool.random(using: &generator) {
      // The question mark stands before constraints.
      let end = type.hasPrefix("[") ? nil : type.firstIndex(of: " ")
      type.insert("?", at: end ?? type.endIndex)
    }
    let property = key.replacing(".", with: "_")
    return "\"\(key)\(isOptional ? "?" : "")\": \"\(property): \(type)\""
  }
}
