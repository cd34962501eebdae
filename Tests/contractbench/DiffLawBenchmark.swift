import DiffLaws

/// `contractbench difflaws [COUNT]`: compares 10,000 drawn contracts, or about COUNT of them, with
/// a changed version of each, and prints each breach of a law.
enum DiffLawBenchmark {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  static func run(pairCount: Int = 10_000) throws {
    var (tried, breachCount) = (0, 0)
    for seed in 0..<pairCount {
      guard let breaches = DrawnPair(seed: seed)?.breaches(drawnCount: 100) else { continue }
      tried += 1
      breachCount += breaches.count
      for breach in breaches { print(breach) }
    }
    print(
      "difflaws: \(DrawnPair.Law.allCases.count) laws of \(tried) pairs, \(breachCount) breaches")
    guard breachCount == 0 else {
      throw Failure(description: "\(breachCount) breaches of the laws of comparisons")
    }
  }
}
