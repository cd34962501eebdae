import ContractModel
import Foundation
import JSONParsing
import TestSupport
import Testing

@Suite("The JSON Schema and the reader agree on a contract's syntax")
struct SchemaTests {
  private func validator() throws -> SchemaValidator {
    SchemaValidator(try JSONDocument(parsing: ContractSchema.text).root)
  }

  @Test("The schema and the reader accept the valid contracts")
  func good() throws {
    var validator = try validator()
    let samples = try SchemaSamples.good()
    #expect(samples.count >= 60)
    #expect(Set(samples).count == samples.count)
    for sample in samples {
      #expect(ContractSet(text: sample).isUsable, "\(sample)")
      #expect(try validator.refusal(of: JSONDocument(parsing: sample).root) == nil, "\(sample)")
    }
  }

  @Test("The schema and the reader reject the faulty contracts")
  func bad() throws {
    var validator = try validator()
    let samples = try SchemaSamples.bad()
    #expect(samples.count >= 60)
    #expect(Set(samples).count == samples.count)
    for sample in samples {
      #expect(!ContractSet(text: sample).isUsable, "\(sample)")
      #expect(try validator.refusal(of: JSONDocument(parsing: sample).root) != nil, "\(sample)")
    }
  }

  @Test("The schema accepts the contracts of the package")
  func ownContracts() throws {
    var validator = try validator()
    let paths = try ["Contracts", "Fixtures/mapping"].flatMap(PackageFiles.contracts)
    #expect(paths.count > 20)
    for path in paths {
      let bytes = try #require(PackageFiles.bytes(at: path))
      let root = try JSONDocument(parsing: bytes, options: .tolerant).root
      #expect(try validator.refusal(of: root) == nil, "\(path)")
    }
  }

  @Test("The schema is itself JSON of a size that an editor loads at once")
  func size() {
    #expect(ContractSchema.text.utf8.count < 100_000)
  }
}
