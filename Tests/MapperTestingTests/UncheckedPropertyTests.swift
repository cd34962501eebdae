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

  private func coverage(
    _ lines: String, _ mapper: MapperUnderTest, _ options: ComparisonOptions = ComparisonOptions()
  ) throws -> MapperCoverage {
    let contract = try OneContract.contract(
      #"{ "contract": 1, "mappings": { "Order": { "map": { \#(lines) } } } }"#)
    let target = try TargetText("Order").target
    let stated = MappingTarget(target)
    let check = MapperCheck(Mapper(contract, as: stated), as: stated, mapper, options)
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

  @Test("Properties that the test skips are named with that reason")
  func skipped() throws {
    let lines = #""id": "Int", "total": "Double", "unitPrice?": "Double?""#
    let options = ComparisonOptions(comparing: [.skipping("Order.total"), .skipping("unitPrice")])
    let found = try coverage(lines, .decoding(Order.self), options)
    #expect(found.skippedProperties == ["Order.total", "Order.unitPrice"])
    #expect(
      found.details.split(separator: "\n").last == """
        2 properties skipped: Order.total, Order.unitPrice; the test says .skipping there
        """)
  }

  @Test("Without single faults, only what was tried is counted")
  func counts() {
    var coverage = MapperCoverage(cells: 3, cellCount: 4)
    coverage.valid = 1
    #expect(
      "\(coverage)"
        == "3 of 4 cells (fault x key path), 1 valid or examples, 0 identity pairs, "
        + "0 pairwise rows, 0 random")
    var histories = MapperCoverage()
    histories.histories = 200
    #expect("\(histories)" == "200 histories")
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
