import Foundation
import ShopMappers
import Verification

/// `contractbench defaultcheck`: what a test author waits for: the check of a `Codable` mapper as a
/// test without options makes it, beside the mapper alone over the same payloads; and what a case
/// takes, part by part.
///
/// Users' tests are debug builds of this package too: `swift run contractbench defaultcheck`.
enum DefaultCheckBenchmark {
  static func run() throws {
    let mapper = RightMapper.all[1]
    let shop = try ShopCheck(mapper)
    let coverage = shop.run().coverage
    let payloads = shop.payloads(coverage)
    let rounds = PairedRounds(count: 3) {
      // What is made once a check is part of it.
      guard let shop = try? ShopCheck(mapper) else { return }
      precondition(shop.run().groups.isEmpty, "a right mapper is accused")
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
    printParts(shop, coverage, payloads, mapper.mapper)
  }

  /// The check of the contract alone: the laws that compare two payloads map each more than once.
  private static func printParts(
    _ shop: ShopCheck, _ coverage: MapperCoverage, _ payloads: [[UInt8]], _ mapper: MapperUnderTest
  ) {
    let checking = PairedRounds(count: 3) {
      _ = shop.run(laws: [.agreesWithTheContract])
    } peer: {
      var session = mapper.makeSession()
      for payload in payloads { _ = session.map(payload) }
    }
    let making = PairedRounds(count: 3) {
      _ = shop.payloads(coverage)
    } peer: {
      shop.mapByContract(payloads)
    }
    let each = { (seconds: [Double]) in median(seconds) / Double(payloads.count) * 1e6 }
    let (whole, mapping) = (each(checking.ours), each(checking.peers))
    let (generating, engine) = (each(making.ours), each(making.peers))
    print(
      "  a case:", String(format: "%.1f µs,", whole), "of which the payload is made in",
      String(format: "%.1f,", generating), "the mapper takes", String(format: "%.1f,", mapping),
      "the contract's own mapping", String(format: "%.1f,", engine),
      String(format: "the harness %.1f", whole - generating - mapping - engine))
  }
}
