import ContractTesting
import ShopMappers
import TestSupport
import Testing

@Suite("Broken mappers")
struct CatalogueTests {
  private static var all: [Mutant] {
    Mutant.ofKeys + Mutant.ofAbsence + Mutant.ofCoercions + Mutant.ofNumbers + Mutant.ofTexts
      + Mutant.ofFormats + Mutant.ofDates + Mutant.ofCollections + Mutant.ofDictionaries
      + Mutant.ofFailures + Mutant.ofStores + Mutant.mechanical
  }

  /// A row for each mutant: its name, how many single faults it takes until one shows the mistake,
  /// and the smallest that does.
  @Test("A mapper with one mistake is caught, and the text names the mistake")
  func catalogue() throws {
    let keyPaths = try Shop.contract.keyPaths(as: Shop.type)
    let names = try ShopCheck(RightMapper.all[0]).faultNames
    let places = Dictionary(zip(names, names.indices)) { first, _ in first }
    let findings = try Self.all.map { try Finding($0, keyPaths, places) }
    for finding in findings {
      let isCaught = finding.violation != nil
      #expect(isCaught == (finding.mutant.missed == nil), "\(finding.mutant.name)")
    }
    let caught = findings.filter { $0.violation != nil }.count
    #expect(caught * 100 >= findings.count * 95)
    let bySweep = findings.compactMap(\.faultCount)
    #expect(bySweep.count * 100 >= caught * 95)
    let rows =
      findings.map(\.row) + [
        "", "\(caught) of \(findings.count) caught, \(bySweep.count) by a single fault:",
        Self.shares(bySweep, of: names.count), "",
      ]
    let file = "Fixtures/generation/catalogue.txt"
    let expected = PackageFiles.bytes(at: file).map { String(decoding: $0, as: UTF8.self) }
    let table = rows.joined(separator: "\n")
    if table != expected { print(table) }
    #expect(table == expected, "\(file) is not what is printed above")
  }

  /// `half of them within 12 of 2213, 80 % within 80, 95 % within 400, all within 2000`
  private static func shares(_ counts: [Int], of total: Int) -> String {
    let counts = counts.sorted()
    let parts = [("80 %", 80), ("95 %", 95), ("all", 100)].map { name, share in
      "\(name) within \(counts[(counts.count * share + 99) / 100 - 1])"
    }
    let half = counts[(counts.count - 1) / 2]
    return "half of them within \(half) of \(total), \(parts.joined(separator: ", "))"
  }
}
