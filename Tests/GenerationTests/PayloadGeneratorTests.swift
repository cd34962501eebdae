import ContractModel
import JSONParsing
import MappingEngine
import TestSupport
import Testing

@testable import Generation

@Suite("Payloads are what their contract admits")
struct PayloadGeneratorTests {
  @Test("Without choices, the payload is the canonical one")
  func canonicalPayloads() throws {
    for sample in try SampleContracts.targets() {
      var generator = PayloadGenerator(GenerationPlan(sample.contract, sample.target))
      let text = generator.replay(ChoiceSequence()).payload.text
      #expect(text == sample.canonical?.root.text(), "\(sample.name)")
    }
  }

  @Test("Every payload that is drawn is admitted")
  func admission() throws {
    var failures: [String] = []
    for sample in try SampleContracts.targets() {
      let target = MappingTarget(sample.target)
      let mapper = Mapper(sample.contract, as: target)
      guard let canonical = sample.canonical, mapper.admits(canonical, as: target) else {
        failures.append("CANONICAL \(sample.name)")
        continue
      }
      var generator = PayloadGenerator(GenerationPlan(sample.contract, sample.target))
      for index in 0..<200 {
        let payload = generator.payload(seed: Seed(1), index: index, size: 100)
        guard let document = try? JSONDocument(parsing: payload.bytes),
          mapper.admits(document, as: target)
        else {
          var store = ObjectStore()
          let violations = (try? JSONDocument(parsing: payload.bytes)).map { document in
            mapper.map(document, as: target, into: &store).violations.filter { $0.severity == .error }
          }
          failures.append(String("\(sample.name): \(violations.map { "\($0)" } ?? "")".prefix(600)))
          break
        }
      }
    }
    #expect(failures.isEmpty, "\(failures.joined(separator: "\n"))")
  }
}
