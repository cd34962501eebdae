import Foundation
import TestSupport
import Testing

@testable import ContractDrafting

@Suite("Proposed edits of contracts keep their laws")
struct UpdateLawTests {
  /// The number of drawn contracts; `CONTRACTCHECK_ROUNDS` sets another one.
  private static let roundCount =
    ProcessInfo.processInfo.environment["CONTRACTCHECK_ROUNDS"].flatMap { UInt64($0) } ?? 32

  @Test(
    "An update has no lint findings, admits old and new payloads, and is not changed again",
    .enabled(if: TestDepth.isFull)
  )
  func law() throws {
    var (count, changedCount) = (0, 0)
    for seed in 0..<Self.roundCount {
      guard let round = try UpdateRound(seed: seed) else { continue }
      count += 1
      let problems = try round.problems()
      #expect(problems == [], "seed \(seed)")
      if seed < 32, try round.changedCount > 0 { changedCount += 1 }
    }
    // Most drawn texts are valid contracts, and nearly all of these are changed.
    #expect(count * 2 > Int(Self.roundCount), "\(count) contracts")
    #expect(changedCount > 10, "\(changedCount) changed")
  }
}
