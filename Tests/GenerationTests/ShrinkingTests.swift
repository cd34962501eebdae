import ContractModel
import JSONParsing
import TestSupport
import Testing

@testable import Generation

@Suite("Shrinking ends at the simplest payload that fails")
struct ShrinkingTests {
  @Test("The shrinking challenges")
  func challenges() throws {
    var table = ""
    for challenge in ShrinkingChallenge.all {
      let tally = ShrinkingTally(challenge, try challenge.plan(), seeds: 0..<100)
      table += "\(challenge.name): \(tally.minimalCount) of \(tally.evaluationCounts.count) minimal, \(tally.meanCount) evaluations (Hypothesis \(challenge.hypothesisCount)) max \(tally.evaluationCounts.max()!)\n"
      for (text, count) in tally.payloads.sorted(by: { $0.value > $1.value }).prefix(3) { table += "    \(count) \(text.prefix(300))\n" }
    }
    print(table)
  }

  @Test("Four failures of a mapper of orders")
  func orders() throws {
    let contract = try Contract(
      at: "Fixtures/generation/orders.contract.json", files: SampleContracts.Files())
    let plan = GenerationPlan(contract, contract.endpoints[0])
    var table = ""
    for challenge in ShrinkingChallenge.orders {
      let tally = ShrinkingTally(challenge, plan, seeds: 0..<50)
      table += "\(challenge.name): \(tally.payloads.count) minimal payloads of \(tally.evaluationCounts.count), \(tally.meanCount) evaluations max \(tally.evaluationCounts.max()!)\n"
      for (text, count) in tally.payloads.sorted(by: { $0.value > $1.value }).prefix(4) { table += "    \(count) \(text.prefix(1300))\n" }
    }
    print(table)
  }
}
