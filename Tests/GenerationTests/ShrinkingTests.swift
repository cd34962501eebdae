import TestSupport
import Testing

@testable import Generation

@Suite("Shrinking finds the simplest payload that fails")
struct ShrinkingTests {
  // A debug build is ten times slower, so it uses fewer seeds.
  #if DEBUG
    private static let challengeSeeds: Range<UInt64> = 0..<25
    private static let orderSeeds: Range<UInt64> = 0..<12
    private static let challengeTable = """
      bound5: 25 of 25 small, 102 evaluations (Hypothesis 137)
      large_union_list: 25 of 25 small, 217 evaluations (Hypothesis 341)
      reverse: 25 of 25 small, 8 evaluations (Hypothesis 46)
      lengthlist: 25 of 25 small, 27 evaluations (Hypothesis 85)
      nestedlists: 25 of 25 small, 51 evaluations (Hypothesis 139)
      distinct: 25 of 25 small, 52 evaluations (Hypothesis 34)
      deletion: 25 of 25 small, 11 evaluations (Hypothesis 10)
      coupling: 25 of 25 small, 12 evaluations (Hypothesis 35)
      difference 0: 25 of 25 small, 73 evaluations (Hypothesis 30)
      difference small: 25 of 25 small, 34 evaluations (Hypothesis 45)
      difference one: 25 of 25 small, 37 evaluations (Hypothesis 43)
      calculator: 25 of 25 small, 55 evaluations (Hypothesis 54)

      """
    private static let orderTable = """
      one id twice: 40 evaluations, payloads: 1
      null in a long array: 19 evaluations, payloads: 1
      number over 2^53: 21 evaluations, payloads: 7
      character outside the BMP: 28 evaluations, payloads: 7

      """
  #else
    private static let challengeSeeds: Range<UInt64> = 0..<100
    private static let orderSeeds: Range<UInt64> = 0..<50
    private static let challengeTable = """
      bound5: 94 of 100 small, 156 evaluations (Hypothesis 137)
      large_union_list: 100 of 100 small, 200 evaluations (Hypothesis 341)
      reverse: 100 of 100 small, 8 evaluations (Hypothesis 46)
      lengthlist: 100 of 100 small, 27 evaluations (Hypothesis 85)
      nestedlists: 100 of 100 small, 52 evaluations (Hypothesis 139)
      distinct: 100 of 100 small, 53 evaluations (Hypothesis 34)
      deletion: 100 of 100 small, 11 evaluations (Hypothesis 10)
      coupling: 100 of 100 small, 12 evaluations (Hypothesis 35)
      difference 0: 100 of 100 small, 72 evaluations (Hypothesis 30)
      difference small: 100 of 100 small, 34 evaluations (Hypothesis 45)
      difference one: 100 of 100 small, 33 evaluations (Hypothesis 43)
      calculator: 100 of 100 small, 49 evaluations (Hypothesis 54)

      """
    private static let orderTable = """
      one id twice: 42 evaluations, payloads: 1
      null in a long array: 19 evaluations, payloads: 1
      number over 2^53: 21 evaluations, payloads: 17
      character outside the BMP: 28 evaluations, payloads: 17

      """
  #endif

  @Test("The published shrinking challenges are solved")
  func challenges() throws {
    var table = ""
    for challenge in ShrinkingChallenge.all {
      let tally = ShrinkingTally(challenge, try challenge.contract(), seeds: Self.challengeSeeds)
      table +=
        "\(challenge.name): \(tally.smallCount) of \(tally.evaluationCounts.count) small, "
      table += "\(tally.meanCount) evaluations (Hypothesis \(challenge.hypothesisCount))\n"
    }
    #expect(table == Self.challengeTable)
  }

  @Test(
    "Four failures of an order mapper shrink to payloads with small differences",
    .enabled(if: TestDepth.isFull))
  func orders() throws {
    let contract = try SampleContracts.orderContract()
    var table = ""
    for challenge in ShrinkingChallenge.orders {
      let tally = ShrinkingTally(challenge, contract, seeds: Self.orderSeeds)
      table +=
        "\(challenge.name): \(tally.meanCount) evaluations, payloads: \(tally.payloads.count)\n"
      for payload in tally.payloads.keys {
        #expect(payload.utf8.contains(challenge.minimal.utf8), "\(payload)")
      }
    }
    #expect(table == Self.orderTable)
  }
}
