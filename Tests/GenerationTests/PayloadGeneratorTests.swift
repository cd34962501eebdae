import ContractModel
import JSONParsing
import MappingEngine
import TestSupport
import Testing

@testable import Generation

@Suite("Generated payloads are admitted by their contract")
struct PayloadGeneratorTests {
  /// The types that need something outside of the payload: an object around it, or the request.
  private static let needsMore = [
    "constraints.contract.json Equal", "constraints.contract.json Child",
    "identity.contract.json Line", "paths.contract.json Order",
    "paths.contract.json Line", "paths.contract.json Documented",
    "paths.contract.json SingleStrict", "paths.contract.json PositionedStrictly",
    "paths.contract.json NeedsParent", "paths.contract.json NeedsPath",
  ]

  @Test("Without random choices the payload is the canonical one", .enabled(if: TestDepth.isFull))
  func canonicalPayloads() throws {
    for sample in try SampleContracts.targets() {
      var generator = PayloadGenerator(DrawPlan(sample.contract, sample.target))
      let text = generator.canonicalPayload()?.text
      #expect(text == sample.canonical?.root.text(), "\(sample.name)")
    }
  }

  @Test(
    "Every drawn payload is admitted, unless it needs more than a payload",
    .enabled(if: TestDepth.isFull))
  func admission() throws {
    var unmade: [String] = []
    for sample in try SampleContracts.targets() {
      let target = MappingTarget(sample.target)
      let mapper = Mapper(sample.contract, as: target)
      guard let canonical = sample.canonical, mapper.admits(canonical, as: target) else {
        unmade.append(String(sample.name.split(separator: "/").last ?? ""))
        continue
      }
      var generator = PayloadGenerator(DrawPlan(sample.contract, sample.target))
      for index in 0..<30 {
        let payload = generator.payload(seed: Seed(1), index: index, size: 20 + 4 * index)
        let document = try JSONDocument(parsing: payload.bytes)
        guard !mapper.admits(document, as: target) else { continue }
        var store = ObjectStore()
        let violations = mapper.map(document, as: target, into: &store).violations
        Issue.record("\(sample.name): \(payload.text): \(violations)")
        break
      }
    }
    #expect(unmade == Self.needsMore)
  }

  @Test("A payload does not depend on those drawn before it")
  func reproduction() throws {
    let plan = try SampleContracts.orders()
    var generator = PayloadGenerator(plan)
    let payloads = (0..<40).map { generator.payload(seed: Seed(3), index: $0, size: 100) }
    for index in payloads.indices.reversed() {
      let again = generator.payload(seed: Seed(3), index: index, size: 100)
      #expect(again.bytes == payloads[index].bytes)
    }
  }

  @Test("A seed gives the same bytes on every machine")
  func digest() throws {
    var generator = PayloadGenerator(try SampleContracts.orders())
    // FNV-1a.
    var digest: UInt64 = 0xcbf2_9ce4_8422_2325
    for index in 0..<500 {
      for byte in generator.payload(seed: Seed(42), index: index, size: 60).bytes {
        digest = (digest ^ UInt64(byte)) &* 0x100_0000_01b3
      }
    }
    #expect(digest == 10_592_119_160_781_323_187)
  }

  @Test("Drawn payloads have values that often break programs")
  func variety() throws {
    var generator = PayloadGenerator(try SampleContracts.orders())
    var text = ""
    for index in 0..<300 {
      text += generator.payload(seed: Seed(7), index: index, size: 100).text
    }
    for part in [
      #""contact":null"#.replacing("null", with: "{"), #""due":null"#, #""tags":[]"#, "null]",
      #""state":"shipped""#, "9007199254740993", #""gift":true"#, "\\u0000", "\u{200d}", "e0,",
      ".0,",
      #""_unknown""#, "+05:30", ".123456789Z", #""thumbnail":null"#, #""grid":[]"#,
    ] {
      #expect(text.utf8.contains(part.utf8), "\(part)")
    }
    #expect(!text.allSatisfy { $0.unicodeScalars.allSatisfy { $0.value < 0x10000 } })
  }

  @Test("A path through every element has an element")
  func collectedElements() throws {
    let contract = try OneContract.contract(
      """
      { "contract": 1, "unknownKeys": "error",
        "endpoints": { "GET /x": { "items[].a": "all: [Int]" } }, "mappings": {} }
      """)
    var generator = PayloadGenerator(DrawPlan(contract, contract.endpoints[0]))
    let drawn = (0..<100).map { generator.payload(seed: Seed(1), index: $0, size: 50).text }
    #expect(drawn.allSatisfy { $0.hasPrefix(#"{"items":[{"a":"#) })
    #expect(Set(drawn.map { $0.split(separator: "{").count }).count > 3)
  }
}
