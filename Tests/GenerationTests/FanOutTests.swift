import ContractModel
import JSONParsing
import MappingEngine
import TestSupport
import Testing

@testable import Generation

@Suite("A key path through every element gives an array, which its line judges")
struct FanOutTests {
  struct Line: Sendable, CustomTestStringConvertible {
    var type: String
    var kind: FanOutModel.Kind

    var testDescription: String { type }
  }

  static let lines = [
    Line(type: "Int", kind: .int(.min ... .max)), Line(type: "Int 1...5", kind: .int(1...5)),
    Line(type: "String", kind: .text), Line(type: "Any", kind: .any),
    Line(type: "Item", kind: .item), Line(type: "[String: Int]", kind: .table),
    Line(type: "[Int]", kind: .ints),
    Line(type: "[Int 1...5] count 1...2", kind: .list(.int(1...5), count: 1...2)),
    Line(type: "[Int?]", kind: .list(.nullableInt, count: 0 ... .max)),
    Line(type: "[Item]", kind: .list(.item, count: 0 ... .max)),
    Line(type: "[[Int]]", kind: .list(.ints, count: 0 ... .max)),
    Line(type: "[String]", kind: .list(.text, count: 0 ... .max)),
  ]

  @Test(
    "Engine and predictions agree on drawn payloads with an independent model",
    arguments: lines)
  func drawnPayloads(line: Line) throws {
    var (count, refusedCount, fannedCount) = (0, 0, 0)
    for names in [["a", "b"], ["a", "b", "c"]] {
      for (isLenient, isOptional) in [(true, true), (true, false), (false, true), (false, false)] {
        let contract = try contract(line, names, isLenient: isLenient, isOptional: isOptional)
        let target = ContractExample.Target.type(
          root: .representation, ConstrainedType(.mapping(Located("A"))))
        let prediction = try #require(Prediction(contract, target))
        let judge = SweepJudge(contract, target)
        var generator = SplitMix64(seed: UInt64(names.count) << 8 | (isLenient ? 1 : 0))
        for _ in 0..<60 {
          let value = FanOutJSON.random(names.dropFirst(), &generator)
          let object = FanOutJSON.object([("k", .number(1)), ("a", value)])
          var model = FanOutModel(line.kind, isLenient: isLenient, isOptional: isOptional)
          let expected = model.judge(object, names)
          let payload = Array(object.text.utf8)
          #expect(judge.errors(in: payload).descriptions == expected, "\(object.text)")
          #expect(
            prediction.errors(in: payload)?.descriptions == expected, "predicted of \(object.text)")
          count += 1
          if !expected.isEmpty { refusedCount += 1 }
          if case .array = value { fannedCount += 1 }
        }
      }
    }
    // The samples contain enough fan-outs and rejections.
    #expect(fannedCount * 4 > count && refusedCount * 10 > count && refusedCount < count)
  }

  @Test(
    "The model agrees on arrays in place of a value",
    arguments: [
      ("Int", #"[{"b":"abc"},{"b":null}]"#, ["wrong-type at a"]),
      ("Int", "[]", ["wrong-type at a"]), ("Int 1...5", #"[{"b":99}]"#, ["wrong-type at a"]),
      ("Item", #"[{"b":{"n":1}}]"#, ["wrong-type at a"]),
      ("[Int 1...5] count 1...2", #"[{"b":99}]"#, ["out-of-range at a[0].b"]),
      ("[Int 1...5] count 1...2", "[]", ["bad-count at a"]),
      ("[Item]", #"[{"b":{}}]"#, ["missing-key at a[0].b.n"]),
      ("Any", #"[{"b":{"x":[]}},{}]"#, []), ("Any", "[1]", ["blocked-path at a[0]"]),
    ])
  func known(type: String, value: String, violations: [String]) throws {
    let line = try #require(Self.lines.first { $0.type == type })
    let contract = try contract(line, ["a", "b"], isLenient: true, isOptional: false)
    let target = ContractExample.Target.type(
      root: .representation, ConstrainedType(.mapping(Located("A"))))
    let payload = #"{"k":1,"a":\#(value)}"#
    #expect(
      SweepJudge(contract, target).errors(in: Array(payload.utf8)).descriptions == Set(violations))
  }

  private func contract(
    _ line: Line, _ names: [String], isLenient: Bool, isOptional: Bool
  ) throws -> Contract {
    let source = names.joined(separator: ".") + (isOptional ? "?" : "")
    return try OneContract.contract(
      #"""
      { "contract": 1, "coercion": "\#(isLenient ? "lenient" : "strict")",
      "mappings": { "A": { "map": { "k": "k: Int", "\#(source)": "p: \#(line.type)" } },
                    "Item": { "map": { "n": "n: Int" } } } }
      """#)
  }
}

extension Set<ExpectedViolation> {
  fileprivate var descriptions: Set<String> { Set<String>(map(\.description)) }
}
