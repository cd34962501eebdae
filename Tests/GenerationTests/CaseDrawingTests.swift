import ContractModel
import JSONParsing
import MappingEngine
import TestSupport
import Testing

@testable import Generation

@Suite("Payloads are drawn for each case, and for values without a case")
struct CaseDrawingTests {
  struct Sample: CustomTestStringConvertible {
    var line: String
    var cases: String
    /// Whether payloads that fit no case are drawn, too.
    var hasOther = true

    var testDescription: String { "\(line), \(cases)" }

    var text: String {
      """
      { "contract": 1, "endpoints": { "GET /a": "A" }, "mappings": {
        "A": { "map": { \(line) }, \(cases), "else": {} } } }
      """
    }
  }

  private static let cat = #""cat": { "n": "Int" }"#
  private static let animals = #""switch": "k", "cases": { \#(cat), "dog": { "m": "Int" } }"#

  private static func whens(_ values: String...) -> String {
    let cases = values.enumerated().map { number, value in
      #"{ "when": { "k": \#(value) }, "use": { "n\#(number)": "Int" } }"#
    }
    return #""cases": [\#(cases.joined(separator: ", "))]"#
  }

  static let samples = [
    Sample(line: #""k": "String""#, cases: animals),
    Sample(line: #""k": "'dog' | 'cat' | 'fish'""#, cases: animals),
    Sample(line: #""k": "'dog' | 'cat' | 'fish' | String""#, cases: animals),
    Sample(line: #""k": "'dog' | 'cat' | String""#, cases: animals, hasOther: false),
    Sample(line: #""k": "'dog' | 'cat'""#, cases: animals, hasOther: false),
    Sample(line: #""k": "String length 3""#, cases: animals),
    Sample(line: #""k": "String matches /^(cat|dog)$/""#, cases: animals, hasOther: false),
    Sample(line: #""k": "Any""#, cases: animals),
    Sample(
      line: #""k": "String""#,
      cases: #""switch": "k", "cases": { "a": { "n": "Int" }, "other": { "m": "Int" } }"#),
    Sample(line: #""k": "Int""#, cases: whens("0", "5")),
    // A case that the line rejects is omitted.
    Sample(line: #""k": "Int""#, cases: whens(#""5""#, "true")),
    Sample(line: #""k": "'x' | 'y'""#, cases: whens(#""z""#, #""y""#)),
    Sample(line: #""k": "Int 5..""#.replacing("..", with: "..."), cases: whens("5", "6")),
    Sample(line: #""k": "Int 5...6""#, cases: whens("5", "6"), hasOther: false),
    Sample(line: #""k": "Bool""#, cases: whens("true")),
    Sample(line: #""k": "Bool""#, cases: whens("true", "false"), hasOther: false),
    Sample(
      line: #""k?": "Int""#, cases: #""cases": [{ "exists": "k", "use": { "n": "Int" } }]"#),
    Sample(
      line: #""k?": "Int", "l": "'x' | 'y'""#,
      cases: """
        "cases": [{ "when": { "l": "x" }, "exists": "k", "use": { "n": "Int" } },
          { "when": { "l": "y", "k": 3 }, "use": { "m": "Int" } }]
        """),
  ]

  @Test("The contract admits each drawn payload", arguments: samples)
  func admission(sample: Sample) throws {
    let contract = try OneContract.contract(sample.text)
    let target = MappingTarget(.endpoint(Located(contract.endpoints[0].selector)))
    let mapper = Mapper(contract, as: target)
    var generator = PayloadGenerator(DrawPlan(contract, contract.endpoints[0]))
    var otherCount = 0
    for index in 0..<200 {
      let payload = generator.payload(seed: Seed(1), index: index, size: 20)
      let document = try JSONDocument(parsing: payload.bytes)
      #expect(mapper.admits(document, as: target), "\(payload.text)")
      // Each case of a sample reads a key of its own, whose name begins with n or m.
      let names = document.root.members.map(\.name.text)
      if !names.contains(where: { $0.hasPrefix("n") || $0.hasPrefix("m") }) { otherCount += 1 }
    }
    #expect((otherCount > 0) == sample.hasOther)
  }

  /// Cases that delegate to another mapping, and the number of kinds of drawn objects.
  static let handovers = [
    // The cases of both mappings read the same key.
    (#""switch": "k", "cases": { "dog": "B", "cow": "B", "fish": "C" }, "else": {}"#, 4),
    // The case itself has another condition.
    (#""cases": [{ "when": { "k": "cat" }, "kind": { "l": "string" }, "use": "B" }]"#, 1),
    // One of the mappings has no cases.
    (#""cases": [{ "when": { "k": "cow" }, "use": "B" }, { "exists": "o", "use": "C" }]"#, 2),
  ]

  @Test(
    "A case that delegates to another mapping makes objects that fit both", arguments: handovers)
  func handover(cases: String, kindCount: Int) throws {
    let contract = try OneContract.contract(
      """
      { "contract": 1, "endpoints": { "GET /a": "A" }, "mappings": {
        "A": { \(cases) },
        "B": { "map": { "k": "String" }, "switch": "k",
          "cases": { "cat": { "n": "Int", "l": "String" }, "dog": { "m": "Int" } }, "else": {} },
        "C": { "map": { "o": "Bool" } } } }
      """)
    let target = MappingTarget(.endpoint(Located(contract.endpoints[0].selector)))
    let mapper = Mapper(contract, as: target)
    let canonical = try #require(contract.canonicalPayload(of: contract.endpoints[0]))
    #expect(mapper.admits(canonical, as: target), "\(canonical.root.text())")
    var generator = PayloadGenerator(DrawPlan(contract, contract.endpoints[0]))
    var kinds: Set<String> = []
    for index in 0..<200 {
      let payload = generator.payload(seed: Seed(1), index: index, size: 20)
      let document = try JSONDocument(parsing: payload.bytes)
      #expect(mapper.admits(document, as: target), "\(payload.text)")
      kinds.insert(document.root["k"]?.string ?? "no text")
    }
    #expect(kinds.count == kindCount, "\(kinds.sorted())")
  }

  @Test(
    "Payloads of recursive cases end in a case that does not recurse",
    arguments: [
      (
        #""M": { "map": { "k": "'box' | 'lid'" }, "switch": "k", "cases": { "box": { "in": "M" } }, "else": "L" }, "#
          + #""L": { "map": { "k": "String", "size": "Int" } }"#,
        #"{"k":"a","size":10}"#
      ),
      (
        #""M": { "map": { "k": "String" }, "switch": "k", "cases": { "box": { "in": "M" }, "lid": { "n": "Int" } } }"#,
        #"{"k":"lid","n":10}"#
      ),
      (
        #""M": { "map": { "k": "String" }, "switch": "k", "cases": { "a": { "in": "L" }, "b": { "n": "Int" } } }, "#
          + #""L": { "map": { "k": "String" }, "switch": "k", "cases": { "a": { "in": "M" }, "b": { "n": "Int" } } }"#,
        #"{"k":"a","in":{"k":"b","n":10}}"#
      ),
    ])
  func ending(mappings: String, canonicalText: String) throws {
    let contract = try OneContract.contract(
      #"{ "contract": 1, "endpoints": { "GET /a": "M" }, "mappings": { \#(mappings) } }"#)
    let canonical = try #require(contract.canonicalPayload(of: contract.endpoints[0]))
    #expect(canonical.root.text() == canonicalText)
    let target = MappingTarget(.endpoint(Located(contract.endpoints[0].selector)))
    let mapper = Mapper(contract, as: target)
    var generator = PayloadGenerator(DrawPlan(contract, contract.endpoints[0]))
    var deepest = 0
    for index in 0..<100 {
      let payload = generator.payload(seed: Seed(1), index: index, size: 40)
      let document = try JSONDocument(parsing: payload.bytes)
      #expect(mapper.admits(document, as: target), "\(payload.text)")
      deepest = max(deepest, payload.text.split(separator: "\"in\"").count)
    }
    #expect(deepest > 2)
  }

  @Test(
    "A number at the start of a key path is a member's name, and [0] is a position",
    arguments: [
      (#""0": "a: Int", "b": "Int""#, JSONKind.object), (#""0.x": "a: Int", "b?": "Int""#, .object),
      (#""0": "a: Int", "1": "b: Int""#, .object), (#""96": "a: Int", "97?": "b: Int""#, .object),
      (#""[0]": "a: Int", "[1]": "b: Int""#, .array),
      (#""[0].x": "a: Int", "1": "b: Int""#, .array),
    ])
  func numbers(lines: String, kind: JSONKind) throws {
    let contract = try OneContract.contract(
      #"{ "contract": 1, "endpoints": { "GET /a": "A" }, "mappings": { "A": { "map": { \#(lines) } } } }"#
    )
    let target = MappingTarget(.endpoint(Located(contract.endpoints[0].selector)))
    let mapper = Mapper(contract, as: target)
    var generator = PayloadGenerator(DrawPlan(contract, contract.endpoints[0]))
    for index in 0..<50 {
      let payload = generator.payload(seed: Seed(1), index: index, size: 20)
      let document = try JSONDocument(parsing: payload.bytes)
      #expect(document.root.kind == kind)
      #expect(mapper.admits(document, as: target), "\(payload.text)")
    }
  }
}
