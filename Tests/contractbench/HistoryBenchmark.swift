import Foundation
import MapperTesting
import ShopMappers

/// `contractbench histories [COUNT]`: checks right stores in different styles, each over 100,000
/// responses or about COUNT, none of which may be accused; and stores with one mistake, each of
/// which has to be reported as one issue.
enum HistoryBenchmark {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private typealias Found = (causes: [Cause], responseCount: Int, callCount: Int)

  /// The average number of responses in a history.
  private static let responsesOfHistory = 4

  static func run(responseCount: Int = 100_000) async throws {
    let club = try ClubCheck()
    let count = max(1, responseCount / responsesOfHistory)
    var accusations = 0
    for (name, store) in ClubStores.immediate {
      accusations += try tell(name, club) { try club.run(store, histories: count) }
    }
    for (name, store) in ClubStores.waiting {
      let start = ContinuousClock.now
      let store = Handover(store)
      let found = try await looping { rendezvous in
        Handover(try club.run(store.value.answered(rendezvous), histories: count))
      }.value
      accusations += tell(name, club, found, since: start)
    }
    for mistake in ClubStore.Mistake.allCases {
      let found = try club.run(ClubStores.faulty(mistake), histories: 200)
      let causes = found.causes.worstFirst
      let responses = causes.first?.cause.disagreement.payloads.count ?? 0
      let first = try club.firstFailures(
        of: ClubStores.faulty(mistake), seeds: 0..<20, limit: 1_000)
      print(
        "histories mistake \(mistake): \(causes.count) issues, \(responses) responses;",
        "\(found.callCount) calls for \(found.responseCount) responses and to shrink;",
        "found by history \(first[10]) in the middle of 20 seeds, \(first[19]) at most")
      if causes.count != 1 || responses > 3 { accusations += 1 }
    }
    guard accusations == 0 else {
      throw Failure(description: "\(accusations) stores are told what they are not")
    }
  }

  private static func tell(
    _ name: String, _ club: ClubCheck,
    _ run: () throws -> Found
  ) rethrows -> Int {
    let start = ContinuousClock.now
    return tell(name, club, try run(), since: start)
  }

  private static func tell(
    _ name: String, _ club: ClubCheck,
    _ found: Found,
    since start: ContinuousClock.Instant
  ) -> Int {
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let rate = Int(Double(found.responseCount) / seconds)
    print(
      "histories \(name): \(found.causes.count) accusations,",
      "\(found.responseCount) responses; \(rate) responses/s")
    for cause in found.causes { print(CauseText(cause, with: club.contract)) }
    // Prints at once, also into a file, because the stores take minutes.
    fflush(nil)
    return found.causes.count
  }
}
