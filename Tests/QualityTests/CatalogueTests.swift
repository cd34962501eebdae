import ContractTesting
import Testing

@Suite("Broken mappers")
struct CatalogueTests {
  private static var all: [Mutant] {
    Mutant.ofKeys + Mutant.ofAbsence + Mutant.ofCoercions + Mutant.ofNumbers + Mutant.ofTexts
      + Mutant.ofFormats + Mutant.ofDates + Mutant.ofCollections + Mutant.ofDictionaries
      + Mutant.ofFailures
  }

  @Test("Each mapper with one mistake is caught")
  func catalogue() throws {
    let keyPaths = try Shop.contract.keyPaths(as: Shop.type)
    let start = ContinuousClock.now
    for mutant in Self.all {
      let s = ContinuousClock.now
      let finding = try Finding(mutant, keyPaths)
      print(
        "ROW", finding.row, (finding.text == nil) == (mutant.missed != nil) ? "" : "!!!!",
        ContinuousClock.now - s)
    }
    print("TIME", ContinuousClock.now - start)
  }
}
