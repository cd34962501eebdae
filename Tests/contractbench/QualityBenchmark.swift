import Foundation
import MapperTesting
import ShopMappers

/// `contractbench quality [COUNT]`: checks mappers with one mistake, each of which has to be
/// caught, and right mappers in different styles, each on 100,000 payloads or COUNT, none of which
/// may be accused.
enum QualityBenchmark {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  static func run(payloadCount: Int = 100_000) throws {
    let failures = try [accusation(payloadCount), mutantFailure()].compactMap { $0 }
    guard failures.isEmpty else { throw Failure(description: failures.joined(separator: "; ")) }
  }

  // MARK: - Mutants

  private static let budgets: [Int?] = [100, 300, nil]

  private static func mutantFailure() throws -> String? {
    let shop = try ShopCheck(RightMapper.all[0])
    let mutants = Mutant.all.filter { $0.missed == nil }
    let findings = mutants.map { mutant in
      let issues = budgets.map { shop.check(of: mutant.mapper).issues(cases: $0) }
      let counts = issues.map(\.count)
      let texts = zip(budgets, counts).map { "\(name($0)) \($1) issues" }
      print("quality mutant \(mutant.name): \(texts.joined(separator: "; "))")
      // One mistake should be reported as one issue.
      for issue in issues.last ?? [] where counts.last != 1 {
        print("  " + issue.prefix { $0 != "\n" })
      }
      fflush(nil)
      return counts
    }
    // A right mapper has no issues, so any issue comes from the mistake.
    let caught = budgets.indices.map { index in findings.count { $0[index] > 0 } }
    let counts = findings.map { $0[budgets.count - 1] }.sorted()
    let texts = zip(budgets, caught).map { "\(name($0)) \($1)" }.joined(separator: ", ")
    let (middle, most) = (counts[counts.count / 2], counts[counts.count - 1])
    print(
      "quality mutants: of \(mutants.count) caught: \(texts);",
      "issues a mutant: median \(middle), at most \(most)")
    let isEnough =
      caught[2] == mutants.count && caught[1] * 10 >= caught[2] * 9 && middle == 1 && most <= 3
    return isEnough ? nil : "mutants are not caught, or in too many issues"
  }

  private static func name(_ budget: Int?) -> String { budget.map { "cases: \($0)" } ?? "all" }

  // MARK: - Right mappers

  private static func accusation(_ payloadCount: Int) throws -> String? {
    var count = 0
    for mapper in RightMapper.all {
      let shop = try ShopCheck(mapper)
      var causes: [Cause] = []
      let time = ContinuousClock().measure { causes = shop.run(cases: payloadCount).causes }
      let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
      let rate = Int(Double(payloadCount) / seconds)
      print("quality \(mapper.name): \(causes.count) accusations; \(rate) payloads/s")
      for cause in causes { print(CauseText(cause, with: shop.contract)) }
      // Prints at once, also into a file, because the mappers take minutes.
      fflush(nil)
      count += causes.count
    }
    return count > 0 ? "\(count) accusations of right mappers" : nil
  }
}
