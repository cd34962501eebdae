import ContractModel
import ContractReporting
import Generation
import JSONParsing
import TestSupport
import Testing

@testable import MappingEngine

@Suite("Values are written as JSON that their lines read")
struct ValueWritingTests {
  @Test(
    "Values of examples are written as payloads that give the same values",
    .enabled(if: TestDepth.isFull),
    arguments: try PackageFiles.contracts(below: "Fixtures/mapping")
      + PackageFiles.contracts(below: "Contracts"))
  func roundTrip(path: String) throws {
    let contract = try Contract(at: path, files: PackageContracts())
    let mapper = Mapper(contract, as: contract.statedExamples.map { MappingTarget($0.target) })
    var unwritten: Set<String> = []
    for outcome in ExampleVerifier(contract, files: PackageContracts()).outcomes() {
      guard let result = outcome.result, result.isAdmitted else { continue }
      for object in result.store.allObjects {
        for (line, isLenient) in lines(of: object.type, mapper.plan) {
          guard let property = line.property, let value = object[property], !value.isNull else {
            continue
          }
          guard let json = mapper.json(of: value, for: line, ofType: object.type) else {
            unwritten.insert(line.value.description)
            continue
          }
          let type = line.value.type.description
          let again = try read(json, as: type, isLenient: isLenient)
          #expect(again == value, "\(outcome.example.name): \(line.line) as \(json)")
        }
      }
    }
    // A value of one case is not written by the line of another, nor a date without its seconds.
    #expect(unwritten.isSubset(of: Self.unwritten), "\(unwritten.sorted())")
  }

  private static let unwritten: Set<String> = []

  private func lines(of type: MemberName, _ plan: MappingPlan) -> [(PropertyLine, Bool)] {
    let variants = plan.tables.variants.filter {
      $0.type >= 0 && plan.tables.types[$0.type] == type
    }
    return variants.flatMap { plan.tables.order[$0.lines.indices] }.map { number in
      let value = plan.tables.lines[number].value
      return (plan.tables.sourceLines[number], plan.tables.values[value].isLenient)
    }.filter { $0.0.value.type.mappings.isEmpty && !$0.0.value.description.contains("custom:") }
  }

  private func read(_ json: String, as type: String, isLenient: Bool) throws -> MappedValue? {
    let sample = try Sample(
      """
      "A": {
        "coercion": "\(isLenient ? "lenient" : "strict")",
        "map": { "a": \(JSONWriter.text(of: "a: " + type)) }
      }
      """, as: "A")
    return try sample.map(#"{"a":\#(json)}"#).objects.first?[PropertyPath([MemberName("a")])]
  }
}
