import ContractModel
import FaultTolerance
import Foundation
import Generation
import JSONParsing
import MapperTesting
import MappingEngine
import TestSupport
import Testing

@Suite("What a mapper does with faults is measured")
struct MeasuredToleranceTests {
  private struct Order: Decodable {
    var id: Int
    var note: String?
    var total: Double
    var tags: [String]

    enum CodingKeys: String, CodingKey { case id, note, total, tags }

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      id = try members.decode(Int.self, forKey: .id)
      note = try members.decodeIfPresent(String.self, forKey: .note)
      total = try members.decodeIfPresent(Double.self, forKey: .total) ?? 0
      tags = try members.decode([Lossy].self, forKey: .tags).compactMap(\.text)
    }

    private struct Lossy: Decodable {
      var text: String?

      init(from decoder: any Decoder) throws {
        text = try? decoder.singleValueContainer().decode(String.self)
      }
    }
  }

  private static func contract(_ note: String = "String") throws -> Contract {
    try OneContract.of(
      mappings: """
        "Order": { "map": { "id": "Int", "note": "\(note)", "total": "Double", "tags": "[String]" } }
        """)
  }

  private static func run(_ contract: Contract) throws -> MapperRun {
    let target = try TargetText("Order").target
    let stated = MappingTarget(target)
    let check = MapperCheck(
      Mapper(contract, as: stated), as: stated, .decoding(Order.self))
    return MapperRun(check, try #require(GeneratedCases(contract, target: target)))
  }

  @Test("The file has the mapper's answer to each fault of each line, and no value")
  func file() throws {
    let tolerance = try #require(try Self.run(Self.contract()).tolerance(as: "Order"))
    #expect(
      String(decoding: tolerance.bytes, as: UTF8.self) == """
        {
          "tolerance": 1,
          "contract": "a",
          "digest": "\(try Self.contract().digest.text)",
          "mappers": {
            "Order": {
              "Order.id": {
                "missing": "refuses",
                "null": "refuses",
                "bool": "refuses",
                "string": "refuses",
                "array": "refuses",
                "object": "refuses",
                "value": "refuses"
              },
              "Order.note": {
                "missing": "takes",
                "null": "takes",
                "bool": "refuses",
                "number": "refuses",
                "array": "refuses",
                "object": "refuses"
              },
              "Order.tags": {
                "missing": "refuses",
                "null": "refuses",
                "bool": "refuses",
                "number": "refuses",
                "string": "refuses",
                "object": "refuses",
                "element": "skips"
              },
              "Order.total": {
                "missing": "changes",
                "null": "changes",
                "bool": "refuses",
                "string": "refuses",
                "array": "refuses",
                "object": "refuses",
                "value": "refuses"
              }
            }
          }
        }

        """)
    #expect(try MeasuredTolerance(tolerance.bytes) == tolerance)
  }

  @Test("Faults that the contract admits are left out")
  func admitted() throws {
    let tolerance = try #require(try Self.run(Self.contract("String?")).tolerance(as: "Order"))
    #expect(tolerance.answer(to: .null, of: "Order.note") == nil)
    #expect(tolerance.answer(to: .missing, of: "Order.note") == .takes)
  }

  @Test("Faults that were not tried in time are unknown, which does not count as accepted")
  func time() throws {
    let tolerance = try #require(
      try Self.run(Self.contract()).tolerance(as: "Order", until: { true }))
    #expect(tolerance.answer(to: .missing, of: "Order.note") == .unknown)
    #expect(FaultAnswer.unknown.isTaken == false)
  }

  @Test("Merging two files of one contract keeps the worse answer, in either order")
  func merging() throws {
    var one = MeasuredTolerance(of: try Self.contract())
    var other = one
    one.note(.takes, to: .null, of: "Order.note", as: "Order")
    other.note(.refuses, to: .null, of: "Order.note", as: "[Order]")
    var (there, back) = (one, other)
    there.merge(other)
    back.merge(one)
    #expect(there == back)
    #expect(there.answer(to: .null, of: "Order.note") == .refuses)
  }

  @Test(
    "An invalid file is rejected with the position of its error",
    arguments: [
      ("{", "1:2: "),
      ("[]", "1:1: this is no measured tolerance: there is no \"tolerance\""),
      (#"{"tolerance": 2}"#, "1:1: the tolerance is of version 2, and not 1"),
      (#"{"tolerance": 1}"#, "1:1: expected \"contract\", \"digest\" and \"mappers\""),
      (
        #"{"tolerance":1,"contract":"a","digest":"","mappers":{"A":{"A.b":{"null":"eats"}}}}"#,
        "1:73: expected a fault and what is done with it, found \"null\": \"eats\""
      ),
    ])
  func refused(text: String, message: String) {
    do {
      _ = try MeasuredTolerance(Array(text.utf8))
      Issue.record("it is read")
    } catch {
      #expect(error.description.hasPrefix(message), "\(error)")
    }
  }
}
