import ContractModel
import Generation
import JSONParsing
import MappingEngine
import TestSupport
import Testing

@Suite("Lines that read the exchange do not change the judgement of a payload")
struct RootLineTests {
  private static let mappings = """
    "A": { "identifiedBy": "id", "map": { "id": "Int", "name": "String", "b?": "b: B?" } },
    "B": { "map": { "x?": "Int", "y?": "Int" } },
    "C": { "switch": "kind", "cases": { "a": "A", "b": "B" } },
    "D": { "map": { "": "b: B", "n": "Int" } },
    "E": { "map": { "": "_: [Int]" } }
    """
  private static let types = [
    "A", "A?", "B", "B?", "C", "D", "E", "[A]", "[A]?", "Set<A>", "[String: A]", "[name: B]", "Int",
    "String?", "'a' | 'b'", "Any", "[Int] count 1...2",
  ]

  private static func payloads() throws -> [String] {
    let texts = [
      "{}", "[]", "5", "null", "true", #""x""#, #""""#, #"{"X":1}"#, "[1,2]", "[[]]", "[null]",
      "[{}]",
    ]
    let valid = [
      #"{"id":1,"name":"a","b":{"x":1}}"#, #"{"kind":"a","id":1,"name":"b"}"#, #"{"n":1,"x":2}"#,
      #"[{"id":1,"name":"a"},{"id":1,"name":"b"}]"#, #"{"k":{"id":1,"name":"a"},"l":{}}"#,
    ]
    var payloads = texts + valid
    for seed in 0..<300 as Range<UInt64> {
      var generator = SplitMix64(seed: seed)
      let document = try JSONDocument(parsing: valid[Int(seed) % valid.count])
      var tree = JSONTree(document.root)
      for _ in 0...seed % 3 { tree = tree.damaged(using: &generator) }
      payloads.append(try tree.document().root.text())
    }
    return payloads
  }

  @Test(
    "The judgement is the same alone, and with lines that read a header",
    .enabled(if: TestDepth.isFull), arguments: types)
  func besides(type: String) throws {
    let beside = #""@header.ETag?": "etag: String""#
    let contract = try OneContract.contract(
      """
      { "contract": 1,
        "endpoints": {
          "GET /alone": "\(type)", "GET /checked": { "": "_: \(type)", \(beside) },
          "GET /mapped": { "": "it: \(type)", \(beside) } },
        "requests": { "POST /r": { "headers": { "A": "_: String" }, "body": "\(type)" } },
        "mappings": { \(Self.mappings) } }
      """)
    // Of a property that may be null, an object without its keys is none.
    let count = type.hasSuffix("?") ? 2 : 3
    let targets = (contract.endpoints.prefix(count) + contract.endpoints.suffix(1)).map {
      MappingTarget.endpoint($0.selector)
    }
    let exchange = MappingExchange(request: MappingRequest(headers: ["A": "a"], knowsHeaders: true))
    let mapper = Mapper(contract, as: targets)
    for text in try Self.payloads() {
      let document = try JSONDocument(parsing: text)
      let found = targets.map { target in
        var store = ObjectStore()
        let result = mapper.map(document, as: target, into: &store, exchange: exchange)
        #expect(mapper.admits(document, as: target, exchange: exchange) == result.isAdmitted)
        return result.violations.filter { $0.severity == .error }.map { "\($0.expected)" }
      }
      for other in found.dropFirst() {
        try #require(other == found[0], "\(type): \(text)")
      }
    }
  }
}
