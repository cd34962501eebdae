import ContractModel
import JSONParsing
import MappingEngine
import TestSupport
import Testing

@Suite("The engine limits its depth, whatever the contract and the payload")
struct DepthTests {
  private static let node = """
    "N": { "map": { "id": "Int", "k?": "k: [N]", "c?": "c: N", "s?": "s: Set<N>", "t?": "t: Set<Any>" } }
    """

  private func document(_ text: String) throws -> JSONDocument {
    try JSONDocument(
      parsing: Array(text.utf8), options: JSONParsingOptions(maximumDepth: 200_000))
  }

  private func nested(_ count: Int, _ open: String, _ inner: String, _ close: String) -> String {
    String(repeating: open, count: count) + inner + String(repeating: close, count: count)
  }

  /// Returns a contract with a line that lint rejects.
  private func endless(
    _ source: SourceKeyPath, elements: PropertyLine.ElementPolicy? = nil
  ) throws -> Sample {
    var contract = try Contract(
      text: #"""
        { "contract": 1, "mappings": {
          "M": { "map": { "x?": "x: Int" } }, "T": { "map": { "a": "a: [M]" } } } }
        """#)
    var line = PropertyLine(
      source: source, isOptional: true, property: PropertyPath(["kids"]),
      value: ConstrainedType(.array(of: ConstrainedType(.mapping(Located("M"))))))
    line.options.elements = elements
    contract.mappings[0].lines.append(line)
    return try Sample(contract, as: "T")
  }

  @Test(
    "An endless recursion of mappings ends with one violation at its position",
    arguments: [
      SourceKeyPath(base: .document, steps: [.segment("a")]),
      SourceKeyPath(base: .root, steps: [.segment("a")]),
      SourceKeyPath(base: .parent(levels: 1), steps: [.segment("a")]),
    ], [PropertyLine.ElementPolicy?.none, .skip])
  func endless(source: SourceKeyPath, elements: PropertyLine.ElementPolicy?) throws {
    let sample = try endless(source, elements: elements)
    // Two elements: each level leads to two more.
    let result = try sample.map(#"{"a":[{"x":1},{"x":2}]}"#)
    let found = result.violations.filter { $0.rule == .tooDeep }
    if case .parent = source.base {
      // The parent of a found object has no parent, so this recursion ends.
      #expect(result.violations == [])
    } else {
      #expect(found.map(\.message) == ["objects and collections are mapped more than 10000 deep"])
      #expect(found.allSatisfy { $0.path.description.hasPrefix("a") })
      #expect(!result.isAdmitted)
    }
  }

  @Test("A line that reads a position or path parameter makes no object")
  func outside() throws {
    for base in [SourceKeyPath.Base.index, .path] {
      let steps: [SourceKeyPath.Step] = base == .index ? [] : [.segment("id")]
      let sample = try endless(SourceKeyPath(base: base, steps: steps))
      let request = MappingRequest(pathParameters: ["id": "7"])
      let exchange = MappingExchange(request: request)
      let result = try sample.map(#"{"a":[{"x":1}]}"#, exchange: exchange)
      #expect(result.violations.map(\.rule) == [.wrongType])
    }
  }

  @Test(
    "100,000 levels of objects, arrays and sets are mapped as far as 10,000, and then rejected",
    .enabled(if: TestDepth.isFull),
    arguments: [("{\"id\":1,\"k\":[", "]}"), ("{\"id\":1,\"c\":", "}")])
  func levels(open: String, close: String) throws {
    let sample = try Sample(Self.node, as: "N")
    let width = open.hasSuffix("[") ? 2 : 1
    let fits = try document(nested(9_900 / width, open, #"{"id":"x"}"#, close))
    var store = ObjectStore()
    let result = sample.mapper.map(fits, as: sample.target, into: &store)
    #expect(result.violations.map(\.rule) == [.wrongType])
    let deep = try document(nested(100_000 / width, open, #"{"id":"x"}"#, close))
    let refused = sample.mapper.map(deep, as: sample.target, into: &store)
    #expect(refused.violations.map(\.rule) == [.tooDeep])
    #expect(!sample.mapper.admits(deep, as: sample.target))
    var counts = MappingCounts()
    sample.mapper.count(deep, as: sample.target, into: &counts)
    // The store is unchanged, and the result says what was mapped (§ 38b).
    #expect(counts.counts["N"]?.created == refused.store.count(ofType: "N"))
    #expect(store.count(ofType: "N") == 0)
  }

  @Test("Values 100,000 levels deep, and sets in sets, are compared")
  func sets() throws {
    let sample = try Sample(Self.node, as: "N")
    let deep = nested(100_000, "[", "", "]")
    let text = #"{"id":1,"t":[\#(deep),1,\#(deep),{"a":\#(deep)}]}"#
    var store = ObjectStore()
    let result = sample.mapper.map(try document(text), as: sample.target, into: &store)
    #expect(result.violations == [])
    #expect(result.value(at: InstancePath([.member("t")]))?.elements.count == 3)
    // Each level has a different object, so that all levels below are compared.
    for levelCount in [40, 4_900] {
      let sets = nested(levelCount, #"{"id":1,"s":[{"id":1},"#, #"{"id":1}"#, "]}")
      var store = ObjectStore()
      let result = sample.mapper.map(try document(sets), as: sample.target, into: &store)
      #expect(result.violations == [])
    }
  }

  @Test("A lenient contract goes through arrays in arrays, however deep")
  func arrays() throws {
    let sample = try Sample(
      #""L": { "map": { "l.q": "l: [Int]" } }"#, as: "L", settings: #""coercion": "lenient","#)
    let text = #"{"l":\#(nested(100_000, "[", #"{"q":1},[{"q":2},[]],{"q":3}"#, "]"))}"#
    var store = ObjectStore()
    let result = sample.mapper.map(try document(text), as: sample.target, into: &store)
    #expect(result.violations == [])
    #expect(
      result.value(at: InstancePath([.member("l")]))?.elements == [.int(1), .int(2), .int(3)])
  }
}

@Suite("A text that is too long for its pattern is reported as such")
struct LongTextTests {
  @Test("The text is too long to be decided as a match")
  func tooBig() throws {
    let sample = try Sample(
      #""A": { "map": { "t": "String matches /(a?){50}b/", "l?": "l: [String matches /^a+$/]" } }"#,
      as: "A")
    var mapper = sample.mapper
    mapper.patternStepLimit = 20_000
    var store = ObjectStore()
    for (count, rules) in [(10, [RuleID.badFormat]), (1_000, [.tooBig])] {
      let text = #"{"t":"\#(String(repeating: "a", count: count))","l":["aaa"]}"#
      let document = try JSONDocument(parsing: text)
      let result = mapper.map(document, as: sample.target, into: &store)
      #expect(result.violations.map(\.rule) == rules)
      #expect(mapper.admits(document, as: sample.target) == false)
      if rules == [.tooBig] {
        #expect(
          result.violations.map(\.message) == [
            "the text of 1000 characters is too long to tell whether it matches /(a?){50}b/"
          ])
      }
    }
  }
}
