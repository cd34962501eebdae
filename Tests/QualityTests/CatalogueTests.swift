import ContractTesting
import TestSupport
import Testing

@Suite("Broken mappers")
struct CatalogueTests {
  private static var all: [Mutant] {
    Mutant.ofKeys + Mutant.ofAbsence + Mutant.ofCoercions + Mutant.ofNumbers + Mutant.ofTexts
      + Mutant.ofFormats + Mutant.ofDates + Mutant.ofCollections + Mutant.ofDictionaries
      + Mutant.ofFailures + Mutant.ofStores + Mutant.mechanical
  }

  /// A row for each mutant: its name, what has to be said, and the payload that shows it.
  @Test("A mapper with one mistake is caught, and the text names the mistake")
  func catalogue() throws {
    let keyPaths = try Shop.contract.keyPaths(as: Shop.type)
    let findings = try Self.all.map { try Finding($0, keyPaths) }
    for finding in findings {
      let isCaught = finding.text != nil
      #expect(isCaught == (finding.mutant.missed == nil), "\(finding.mutant.name)")
    }
    let caught = findings.filter { $0.text != nil }.count
    #expect(caught * 100 >= findings.count * 95)
    let rows = findings.map(\.row) + ["", "\(caught) of \(findings.count) caught", ""]
    let file = "Fixtures/generation/catalogue.txt"
    let expected = PackageFiles.bytes(at: file).map { String(decoding: $0, as: UTF8.self) }
    let table = rows.joined(separator: "\n")
    if table != expected { print(table) }
    #expect(table == expected, "\(file) is not what is printed above")
  }
}
