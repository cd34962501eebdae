import ContractModel
import Generation
import TestSupport
import Testing

@testable import contractcheck

@Suite("Generation limits its work, whatever the contract")
struct GeneratedLimitTests {
  private func contract(_ mappings: [String]) throws -> Contract {
    let text = #"{ "contract": 1, "mappings": { \#(mappings.joined(separator: ", ")) } }"#
    let set = ContractSet(paths: ["a.contract.json"], files: OneContract(text))
    #expect(set.errors.isEmpty)
    return try #require(set.contracts.first)
  }

  private func outcome(
    _ mappings: [String], limit: Int = 60, mostWork: Int = 2_000_000
  ) throws -> (outcome: GeneratedVerifier.Outcome, text: String) {
    let contract = try contract(mappings)
    let outcome = GeneratedVerifier(contract: contract, limit: limit, mostWork: mostWork)
      .outcome()
    return (outcome, GeneratedReport(outcomes: [(contract, outcome)]).text)
  }

  @Test(
    "A contract whose simplest payload would have 2^41 values is handled",
    .enabled(if: TestDepth.isFull))
  func doubling() throws {
    let mappings = (0..<40).map {
      #""M\#($0)": { "map": { "a": "a: M\#($0 + 1)", "b": "b: M\#($0 + 1)" } }"#
    }
    let (outcome, text) = try outcome(mappings + [#""M40": { "map": { "x": "Int" } }"#])
    #expect(outcome.targetCount == 41)
    #expect(outcome.tooLargeCount == 31)
    #expect(outcome.ranCount > 0 && outcome.ranCount < outcome.count)
    #expect(outcome.refusals.isEmpty)
    #expect(
      text.contains(
        """
        ran \(outcome.ranCount) of \(outcome.count) generated payloads: all \(outcome.validCount) valid ones admitted
        left out: 31 of 41 endpoints and types, whose simplest payload is too deep or has more than 2000 values

        """))
  }

  @Test(
    "A chain of 280 mappings reports the depth and the work limit", .enabled(if: TestDepth.isFull))
  func chain() throws {
    let mappings =
      (0..<280).map { #""M\#($0)": { "map": { "a": "a: M\#($0 + 1)" } }"# }
      + [#""M280": { "map": { "x": "Int" } }"#]
    let (outcome, text) = try outcome(mappings, mostWork: 562 * 130)
    #expect(outcome.targetCount == 281)
    // The first payloads are more than 200 levels deep.
    #expect(outcome.tooLargeCount > 70)
    #expect(outcome.unseenCount > 100)
    #expect(outcome.ranCount > 0)
    #expect(
      text.contains(
        "; \(outcome.unseenCount) of 281 endpoints and types, since the contract is too large to look at all\n"
      ))
  }

  @Test("A hundred of 300 cases are used")
  func cases() throws {
    let cases = (0..<300).map { #""k\#($0)": { "v\#($0)": "v: Int" }"# }.joined(separator: ", ")
    let (outcome, text) = try outcome(
      [#""C": { "map": { "t": "t: String" }, "switch": "t", "cases": { \#(cases) } }"#])
    #expect(outcome.leftOutCaseCount == 199)
    #expect(outcome.ranCount == 60)
    #expect(text.contains("left out: 199 cases of mappings, since there are too many\n"))
  }

  @Test("Without an omission nothing is reported")
  func nothing() throws {
    let (_, text) = try outcome([#""A": { "map": { "x": "Int" } }"#], limit: 10_000)
    #expect(!text.contains("left out") && text.contains("\nran "))
  }
}
