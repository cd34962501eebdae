import ContractModel
import Foundation
import Generation
import MapperTesting
import MappingEngine
import TestSupport
import Testing

@Suite("Properties that nothing is compared with are reported")
struct UncheckedPropertyTests {
  struct Order: Decodable {
    var id: Int
    var total: Double
    var unitPrice: Double?
    var isOpen = false

    enum CodingKeys: String, CodingKey { case id, total, unitPrice }
  }

  private struct Refusal: Error {}

  private func coverage(_ lines: String, _ mapper: MapperUnderTest) throws -> MapperCoverage {
    let contract = try OneContract.contract(
      #"{ "contract": 1, "mappings": { "Order": { "map": { \#(lines) } } } }"#)
    let target = try TargetText("Order").target
    let stated = MappingTarget(target)
    let check = MapperCheck(Mapper(contract, as: stated), as: stated, mapper)
    let cases = try #require(GeneratedCases(contract, target: target))
    return MapperRun(check, cases).run().coverage
  }

  @Test("Only properties whose lines just check the value are named")
  func named() throws {
    let lines = #""id": "Int", "total": "_: Double", "unit_price?": "_: Any?", "other?": "_: Any?""#
    let found = try coverage(lines, .decoding(Order.self))
    #expect(found.uncheckedProperties == ["Order.total", "Order.unitPrice"])
    #expect(
      found.details.split(separator: "\n").last == """
        2 properties unchecked: Order.total, Order.unitPrice; the contract says "_:" there, so what the \
        app makes is compared with nothing
        """)
  }

  @Test("Nothing is reported if every property has its own line")
  func none() throws {
    // Another key becomes the property that has the name of the checked key.
    let renamed = #""id": "Int", "total": "_: Double", "sum": "total: Double""#
    let other = MapperUnderTest.mapping { data in
      let row = try JSONDecoder().decode([String: Double].self, from: data)
      return try Order(
        id: Int(exactly: row["id"] ?? 0.5) ?? { throw Refusal() }(),
        total: row["sum"] ?? { throw Refusal() }())
    }
    #expect(try coverage(renamed, other).uncheckedProperties == [])
    let found = try coverage(
      #""id": "Int", "total": "Double", "unitPrice?": "Double?""#, .decoding(Order.self))
    #expect(found.uncheckedProperties == [] && found.uncheckedSentence == nil)
  }
}
