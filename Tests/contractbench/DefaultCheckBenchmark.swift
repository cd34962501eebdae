import Foundation
import MapperTesting
import ShopMappers

/// `contractbench defaultcheck`: measures the check of a `Codable` mapper in a test without
/// options, compared with the mapper alone over the same payloads; and the parts of a case.
///
/// The tests of users are debug builds of this package, too: `swift run contractbench
/// defaultcheck`.
enum DefaultCheckBenchmark {
  static func run() throws {
    try GrowthBenchmark.run()
    let mapper = RightMapper.all[1]
    let shop = try ShopCheck(mapper)
    let coverage = shop.run().coverage
    let payloads = shop.payloads(coverage)
    let rounds = PairedRounds(count: 3) {
      // The check includes the work that is done once per check.
      guard let shop = try? ShopCheck(mapper) else { return }
      precondition(shop.run().causes.isEmpty, "a right mapper is accused")
    } peer: {
      var session = mapper.mapper.makeSession()
      for payload in payloads { _ = session.map(payload) }
    }
    let (ours, alone) = (median(rounds.ours), median(rounds.peers))
    print(
      "defaultcheck:", String(format: "%.2f s for", ours), "\(coverage.payloadCount) payloads;",
      "the mapper alone maps them once in", String(format: "%.2f s;", alone),
      String(format: "%.1fx", ours / alone), "\(rounds.ours.count) rounds")
    print("  \(coverage)")
    printParts(shop, coverage, alone)
  }

  /// Prints the time of each part of a case. The rest is the contract's own mapping, and the
  /// comparison.
  private static func printParts(_ shop: ShopCheck, _ coverage: MapperCoverage, _ mapping: Double) {
    let making = PairedRounds(count: 3) {
      _ = shop.payloads(coverage)
    } peer: {
    }
    // Nothing is compared, so only the run itself and the payloads are measured.
    let runs = PairedRounds(count: 7) {
      shop.runIdly(cases: drawnCount)
    } peer: {
      shop.draw(cases: drawnCount)
    }
    let each = { (seconds: Double, count: Int) in
      String(format: "%.1f", seconds / Double(count) * 1e6)
    }
    print(
      "  a payload is made in", each(median(making.ours), coverage.payloadCount),
      "µs, the mapper takes", each(mapping, coverage.payloadCount), "µs, the run itself",
      each(median(zip(runs.ours, runs.peers).map { $0 - $1 }), drawnCount), "µs")
  }

  private static let drawnCount = 5_000
}
