import ContractModel
import JSONParsing
import MappingEngine
import TestSupport
import Testing

@testable import Generation

@Suite("Values of two kinds are drawn in both kinds, and are valid")
struct EitherKindTests {
  private func kinds(_ mappings: String, of key: String) throws -> Set<JSONKind> {
    let contract = try OneContract.of(mappings: mappings)
    let target = ContractExample.Target.type(
      root: .representation, ConstrainedType(.mapping(Located("A"))))
    let mapper = Mapper(contract, as: MappingTarget(target))
    var generator = PayloadGenerator(DrawPlan(contract, target))
    var kinds: Set<JSONKind> = []
    for index in 0..<200 {
      let text = generator.payload(seed: Seed(42), index: index, size: 50).text
      let document = try JSONDocument(parsing: text)
      #expect(mapper.admits(document, as: MappingTarget(target)), "\(text)")
      if let kind = document.root[key]?.kind { kinds.insert(kind) }
    }
    return kinds
  }

  private static let item = #""B": { "map": { "id": "Int" } }"#

  @Test(
    "A value that may be a list or one object is drawn as both",
    arguments: ["[B] | B", "B | [B]", "[B] | [String: B]", "[name: B] | [B]"])
  func listOrObject(type: String) throws {
    let mappings = #""A": { "map": { "b": "b: \#(type)" } }, \#(Self.item)"#
    #expect(try kinds(mappings, of: "b") == [.array, .object])
  }

  @Test("A line for a listed text or a number gets a number, and not a text of digits")
  func listedOrNumber() throws {
    let contract = try OneContract.of(
      mappings: """
        "A": { "map": { "id": "Int", "n": "'none' | Int", "on": "'never' | Bool" } },
        "Page": { "map": { "items": "[A] count ...2" } }
        """)
    let target = try TargetText("Page").target
    let mapper = Mapper(contract, as: MappingTarget(target))
    let cases = try #require(GeneratedCases(contract, target: target))
    let payloads = (0..<(cases.count(of: .pairwise) ?? 0)).map { cases[.pairwise, $0].payload.text }
    #expect(payloads.contains { $0.contains(#""n":1,"on":true"#) }, "\(payloads)")
    for text in payloads {
      #expect(mapper.admits(try JSONDocument(parsing: text), as: MappingTarget(target)), "\(text)")
    }
  }

  @Test("A recursive list or object ends")
  func recursion() throws {
    let mappings = #""A": { "map": { "id": "Int", "b": "b: A | [A]" } }"#
    #expect(try kinds(mappings, of: "b") == [.array, .object])
  }

  @Test("[] is drawn in place of an object only if the type admits what it stands for")
  func emptyArrays() throws {
    let line = { (type: String, policy: String) in
      #""A": { "map": { "b": { "type": "\#(type)", "emptyArray": "\#(policy)" } } }, \#(Self.item)"#
    }
    #expect(try kinds(line("[String: Int]", "empty"), of: "b") == [.array, .object])
    #expect(try kinds(line("B?", "null"), of: "b") == [.array, .object, .null])
    #expect(try kinds(line("B", "null"), of: "b") == [.object])
  }
}
