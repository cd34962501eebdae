import ContractModel
import ContractReporting
import MappingEngine
import TestSupport
import Testing

@Suite("Every example of the package's contracts holds")
struct FixtureExamplesTests {
  @Test("Each example of a file passes", arguments: ContractFile.all)
  func examples(file: ContractFile) throws {
    let contract = try file.contract()
    let outcomes = ExampleVerifier(contract, files: PackageContracts()).outcomes()
    #expect(!outcomes.isEmpty)
    let failures = outcomes.filter { !$0.isPassed }.map { outcome in
      "the example “\(outcome.example.name)” fails: \(outcome.failures.joined(separator: "; "))"
    }
    #expect(failures == [])
  }

  @Test("There are 24 files with 1,200 examples at least, and no two in a file have one name")
  func exampleCount() throws {
    let contracts = try ContractFile.all.map { try $0.contract() }
    #expect(contracts.count >= 24)
    #expect(contracts.reduce(0) { $0 + $1.statedExamples.count } >= 1_200)
    for contract in contracts {
      let names = contract.statedExamples.map(\.name)
      let repeated = Dictionary(grouping: names) { $0 }.filter { $1.count > 1 }.keys.sorted()
      #expect(repeated == [], "\(contract.path)")
    }
  }

  @Test("An example with a wrong identity or path fails")
  func differentObjects() throws {
    let contract = try Contract(
      text: #"""
        { "contract": 1,
          "mappings": { "A": { "identifiedBy": "id", "map": { "id": "Int" } } },
          "examples": [
            { "name": "two", "json": [{"id": 1}, {"id": 2}, {"id": 1}], "as": "[A]",
              "expect": { "same": [["[0]", "[1]", "[2]"]] } },
            { "name": "none", "json": [{"id": 1}], "as": "[A]",
              "expect": { "same": [["[0]", "[7]"], ["[0]", "[0].id"], ["[0]", "[0]"]] } } ] }
        """#)
    let outcomes = ExampleVerifier(contract, files: PackageContracts()).outcomes()
    #expect(
      outcomes.map(\.failures) == [
        ["expected [0] and [1] to be one object, found A#1 and A#2"],
        ["there is no object at [7]", "there is no object at [0].id"],
      ])
  }

  @Test("A wrong example fails")
  func failure() throws {
    let contract = try Contract(
      text: #"""
        { "contract": 1,
          "mappings": { "A": { "identifiedBy": "id", "map": { "id": "Int" } } },
          "examples": [ { "name": "two", "json": [{"id": 1}, {"id": 1}], "as": "[A]",
            "expect": { "objects": { "A": 2 }, "values": { "[0].id": 2 } } } ] }
        """#)
    let outcomes = ExampleVerifier(contract, files: PackageContracts()).outcomes()
    #expect(
      outcomes.map(\.failures) == [["expected 2 A, found 1", "expected [0].id to be 2, found 1"]])
  }
}
