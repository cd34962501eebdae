import DiffLaws

/// `contractbench difflaws [COUNT]`: comparisons of 10,000 drawn contracts with a change of each, or of
/// about so many; each breach of a law is printed.
enum DiffLawBenchmark {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  static func run(pairCount: Int = 10_000) throws {
    var (tried, breachCount) = (0, 0)
    for seed in 0..<pairCount {
      guard let breaches = DrawnPair(seed: seed)?.breaches() else { continue }
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
