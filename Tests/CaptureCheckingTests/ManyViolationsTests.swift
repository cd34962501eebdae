import CaptureChecking
import CaptureSources
import ContractModel
import ContractReporting
import Generation
import JSONParsing
import MappingEngine
import TestSupport
import Testing

@Suite("Many violations of one record take linear time")
struct ManyViolationsTests {
  private static let contract = """
    { "contract": 1, "mappings": {
      "T": { "map": { "items": "items: [Item]" } },
      "Item": { "identifiedBy": "id", "map": {
        "id": "id: Int", "name?": { "to": "name", "type": "String", "constant": true },
        "secret?": { "to": "secret", "type": "Int", "sensitive": true } } } } }
    """

  /// Checks a record of many items, and returns the number of steps.
  private func check(
    _ items: [String], exampleCount: Int = 3, isReported: Bool
  ) throws -> (check: CaptureCheck, reported: [CheckViolation]) {
    let set = ContractSet(
      paths: ["a.contract.json"], files: OneContract(Self.contract))
    #expect(set.errors.isEmpty)
    var options = CheckOptions()
    options.exampleCount = exampleCount
    options.bareTarget = CheckOptions.NamedTarget(
      contract: 0,
      target: .type(root: .representation, ConstrainedType(.mapping(Located("T")))))
    var check = CaptureCheck(set.contracts, options: options)
    var reported: [CheckViolation] = []
    let text = #"{"items":[\#(items.joined(separator: ","))]}"#
    try withFolder(["a.json": text]) { folder in
      let plan = CapturePlan([CaptureInput(file: folder + "/a.json")], format: .auto)
      var reader = CaptureReader(format: .auto)
      for item in plan.items {
        check.begin(ItemPlace(item))
        _ = reader.read(item) { record, body in
          guard isReported else { return check.check(record, body) }
          return check.check(record, body) { reported.append($0) }
        }
      }
    }
    return (check, reported)
  }

  @Test(
    "Four times as many violations take four times the steps",
    arguments: [
      #"{"id":"%"}"#, #"{"id":%,"name":1}"#, #"{"id":%,"name":"%"}"#, #"{"id":"%","secret":%}"#,
    ], [true, false])
  func steps(item: String, isReported: Bool) throws {
    let counts = try [1_000, 4_000].map { count in
      let items = (0..<count).map { item.replacing("%", with: String($0)) }
      return try check(items, isReported: isReported).check.stepCount
    }
    #expect(counts[0] > 0)
    #expect(counts[1] < 5 * counts[0])
  }

  @Test("The first violations of a record are kept; the others are counted")
  func examples() throws {
    let items = (0..<5_000).map { #"{"id":"\#($0)"}"# }
    let (check, reported) = try check(items, isReported: true)
    let group = try #require(check.totals.groupKeys.first)
    let totals = try #require(check.totals.groups[group])
    #expect(totals.count == 5_000 && totals.payloadCount == 1)
    #expect(totals.examples.map(\.order.number) == [0, 1, 2])
    #expect(reported.count == 5_000)
    #expect(reported.map(\.order.number) == Array(0..<5_000))
    for found in [reported[0], reported[4_095], reported[4_096], reported[4_999]] {
      let text = #"{"items":[\#(items.joined(separator: ","))]}"#
      #expect(
        found.location.position
          == TextPosition(offset: found.violation.byteRange.lowerBound, in: text.utf8))
      #expect(found.violation.path.description == "items[\(found.order.number)].id")
    }
  }

  @Test("Sensitive values around each violation are hidden")
  func hidden() throws {
    let items = (0..<300).map { #"{"id":"\#($0)","secret":7\#($0)123}"# }
    let (_, reported) = try check(items, isReported: true)
    #expect(reported.count == 300)
    #expect(reported.allSatisfy { !String(decoding: $0.text, as: UTF8.self).contains("123}") })
  }
}
