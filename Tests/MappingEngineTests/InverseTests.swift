import ContractModel
import ContractReporting
import Generation
import JSONParsing
import TestSupport
import Testing

@testable import MappingEngine

@Suite("Objects go back to the JSON they came from")
struct InverseTests {
  @Test(
    "What is mapped, written and mapped again is the same, unless a loss is named",
    arguments: try PackageFiles.contracts(below: "Fixtures/mapping")
      + PackageFiles.contracts(below: "Contracts"))
  func roundTrip(path: String) throws {
    let contract = try Contract(at: path, files: PackageContracts())
    let verifier = ExampleVerifier(contract, files: PackageContracts())
    let mapper = Mapper(contract, as: contract.statedExamples.map { MappingTarget($0.target) })
    var count = 0
    for outcome in verifier.outcomes() {
      guard let result = outcome.result, result.isAdmitted, let value = result.value else {
        continue
      }
      let target = MappingTarget(outcome.example.target)
      let json = InverseMapper(mapper).json(of: result, as: target)
      guard json.losses.isEmpty else { continue }
      // A union has what was there already twice, if it is there again; what a base mapping leaves
      // alone is there only if it was.
      let isSame = try [ObjectStore(), outcome.given].contains { before in
        var store = before
        let again = mapper.map(try JSONDocument(parsing: json.text), as: target, into: &store)
        var comparison = GraphComparison(left: result.store, right: again.store)
        return again.value.map { comparison.areEqual(value, $0) } ?? false
      }
      #expect(
        isSame,
        "\(outcome.example.name): \(outcome.document?.root.text() ?? "") became \(json.text)")
      count += 1
    }
    #expect(count > 0, "no example was written back")
  }
}
