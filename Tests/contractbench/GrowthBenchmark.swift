import ContractModel
import Foundation
import Generation
import MapperTesting
import MappingEngine
import TestSupport

/// The time of the default check by the number of key paths: part of `contractbench defaultcheck`.
///
/// The models nest: each has four properties of the next model, down to a model with ten properties
/// of all kinds.
enum GrowthBenchmark {
  static func run() throws {
    print("key paths, processor seconds of the default check of a right Codable mapper; and issues")
    print("of one that takes an absent text:")
    try measure(Leaf<Strict>.self, Leaf<Lax>.self, levels: 0)
    try measure(Quad<Leaf<Strict>>.self, Quad<Leaf<Lax>>.self, levels: 1)
    try measure(Quad<Quad<Leaf<Strict>>>.self, Quad<Quad<Leaf<Lax>>>.self, levels: 2)
    try measure(
      Quad<Quad<Quad<Leaf<Strict>>>>.self, Quad<Quad<Quad<Leaf<Lax>>>>.self, levels: 3)
  }

  private static func measure(
    _ right: (some Decodable).Type, _ wrong: (some Decodable).Type, levels: Int
  ) throws {
    let start = Double(clock()) / Double(CLOCKS_PER_SEC)
    let found = try found(right, levels: levels)
    let time = Double(clock()) / Double(CLOCKS_PER_SEC) - start
    precondition(found.texts.isEmpty, "a right mapper is accused")
    let texts = try self.found(wrong, levels: levels).texts
    let count = 10 * Int(pow(4, Double(levels)))
    print(
      String(format: "  %4d %8.2f s", count, time), " \(found.payloadCount) payloads;",
      "\(texts.count) issues of \(texts.reduce(0) { $0 + $1.utf8.count }) bytes")
  }

  private static func found<Model: Decodable>(
    _ model: Model.Type, levels: Int
  ) throws -> (texts: [String], payloadCount: Int) {
    let contract = try OneContract.contract(contract(levels: levels))
    let target = try TargetText("L\(levels)").target
    guard let cases = GeneratedCases(contract, target: target) else { return ([], 0) }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let check = MapperCheck(
      Mapper(contract, as: MappingTarget(target)), as: MappingTarget(target),
      .decoding(model, with: decoder))
    let (causes, coverage) = MapperRun(check, cases, MapperTestSettings()).run()
    let texts = causes.worstFirst.map { cause, others in
      CauseText(cause, and: others, with: contract).description
    }
    return (texts, coverage.payloadCount)
  }

  private static func contract(levels: Int) -> String {
    let leaf = """
      "L0": { "map": { "a": "Int", "b": "String", "c": "Double", "d": "Bool", "e?": "String?",
        "f?": "Int", "g": "[String]", "h?": "Date(iso8601)?", "i": "Int", "j?": "String" } }
      """
    let others = (0..<levels).map { level in
      let lines = ["p", "q", "r", "s"].map { "\"\($0)\": \"L\(level)\"" }.joined(separator: ", ")
      return "\"L\(level + 1)\": { \"map\": { \(lines) } }"
    }
    return "{ \"contract\": 1, \"mappings\": { \(([leaf] + others).joined(separator: ",\n")) } }"
  }

  /// How a leaf reads its text.
  private protocol TextReading {
    static func text(
      _ container: KeyedDecodingContainer<LeafKey>
    ) throws -> String
  }

  private enum Strict: TextReading {
    static func text(_ container: KeyedDecodingContainer<LeafKey>) throws -> String {
      try container.decode(String.self, forKey: .b)
    }
  }

  private enum Lax: TextReading {
    static func text(_ container: KeyedDecodingContainer<LeafKey>) throws -> String {
      try container.decodeIfPresent(String.self, forKey: .b) ?? ""
    }
  }

  private enum LeafKey: CodingKey { case a, b, c, d, e, f, g, h, i, j }

  private struct Leaf<Reading: TextReading>: Decodable {
    var a: Int
    var b: String
    var c: Double
    var d: Bool
    var e: String?
    var f: Int?
    var g: [String]
    var h: Date?
    var i: Int
    var j: String?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: LeafKey.self)
      a = try container.decode(Int.self, forKey: .a)
      b = try Reading.text(container)
      c = try container.decode(Double.self, forKey: .c)
      d = try container.decode(Bool.self, forKey: .d)
      e = try container.decodeIfPresent(String.self, forKey: .e)
      f = try container.decodeIfPresent(Int.self, forKey: .f)
      g = try container.decode([String].self, forKey: .g)
      h = try container.decodeIfPresent(Date.self, forKey: .h)
      i = try container.decode(Int.self, forKey: .i)
      j = try container.decodeIfPresent(String.self, forKey: .j)
    }
  }

  private struct Quad<Part: Decodable>: Decodable {
    var p: Part
    var q: Part
    var r: Part
    var s: Part
  }
}
