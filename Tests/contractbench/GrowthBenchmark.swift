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
    print("key paths, processor seconds of the default check of a right Codable mapper:")
    try measure(Leaf.self, levels: 0)
    try measure(Quad<Leaf>.self, levels: 1)
    try measure(Quad<Quad<Leaf>>.self, levels: 2)
    try measure(Quad<Quad<Quad<Leaf>>>.self, levels: 3)
  }

  private static func measure<Model: Decodable>(_ model: Model.Type, levels: Int) throws {
    let contract = try OneContract.contract(contract(levels: levels))
    let target = try TargetText("L\(levels)").target
    guard let cases = GeneratedCases(contract, target: target) else { return }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let check = MapperCheck(
      Mapper(contract, as: MappingTarget(target)), as: MappingTarget(target),
      .decoding(model, with: decoder))
    let start = Double(clock()) / Double(CLOCKS_PER_SEC)
    let (groups, coverage) = MapperRun(check, cases, MapperTestSettings()).run()
    let time = Double(clock()) / Double(CLOCKS_PER_SEC) - start
    precondition(groups.isEmpty, "a right mapper is accused")
    let count = 10 * Int(pow(4, Double(levels)))
    print(String(format: "  %4d %8.2f s", count, time), " \(coverage.payloadCount) payloads")
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

  private struct Leaf: Decodable {
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

    private enum CodingKeys: CodingKey { case a, b, c, d, e, f, g, h, i, j }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      a = try container.decode(Int.self, forKey: .a)
      b = try container.decode(String.self, forKey: .b)
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
