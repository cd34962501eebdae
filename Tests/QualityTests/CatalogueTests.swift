import ShopMappers
import TestSupport
import Testing

@Suite("Broken mappers")
struct CatalogueTests {
  /// Compares the catalogue, which has a row for each mutant: its name, the number of single faults
  /// until one shows the mistake, and that fault. `contractbench quality` prints the results of
  /// whole runs and of short ones.
  @Test("A mapper with one mistake is caught, and the text names the mistake")
  func catalogue() throws {
    let shop = try ShopCheck(RightMapper.all[0])
    let faults = shop.orderedFaults
    let findings = Mutant.all.map { mutant in
      // No fault is searched for if the mistake is expected to be missed, because a whole sweep
      // takes long.
      let fault = mutant.missed == nil ? shop.firstFault(showing: mutant, of: faults) : nil
      return (mutant: mutant, fault: fault)
    }
    for (mutant, fault) in findings where fault == nil && mutant.missed == nil {
      let issues = shop.check(of: mutant.mapper).issues()
      #expect(issues.contains(where: mutant.isNamed), "\(mutant.name)")
    }
    let numbers = findings.compactMap { $0.fault?.number.map { $0 + 1 } }
    let known = findings.count { $0.mutant.missed == nil }
    #expect(known * 100 >= findings.count * 95)
    #expect(numbers.count * 100 >= known * 95)
    let rows =
      findings.map(Self.row) + [
        "", "\(known) of \(findings.count) caught, \(numbers.count) by a single fault:",
        Self.shares(numbers, of: faults.count), "",
      ]
    let file = "Fixtures/generation/catalogue.txt"
    let expected = PackageFiles.bytes(at: file).map { String(decoding: $0, as: UTF8.self) }
    let table = rows.joined(separator: "\n")
    if table != expected { print(table) }
    #expect(table == expected, "\(file) is not what is printed above")
  }

  /// `null as zero  |  after 12  |  order.views null`
  private static func row(_ mutant: Mutant, _ fault: OrderedFault?) -> String {
    let reason = mutant.missed.map { ("missed", $0) }
    let count = fault.map { ($0.number.map { "after \($0 + 1)" } ?? "later", $0.name) }
    let (when, what) = reason ?? count ?? ("later", "several faults")
    return "\(mutant.name)  |  \(when)  |  \(what)"
  }

  /// `half of them within 12 of 2289, 80 % within 80, 95 % within 400, all within 2000`
  private static func shares(_ counts: [Int], of total: Int) -> String {
    let counts = counts.sorted()
    let parts = [("80 %", 80), ("95 %", 95), ("all", 100)].map { name, share in
      "\(name) within \(counts[(counts.count * share + 99) / 100 - 1])"
    }
    let half = counts[(counts.count - 1) / 2]
    return "half of them within \(half) of \(total), \(parts.joined(separator: ", "))"
  }
}
