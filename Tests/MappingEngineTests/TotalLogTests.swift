import ContractModel
import JSONParsing
import MappingEngine
import TestSupport
import Testing

@Suite("The log is complete, and counts and verdict agree with it")
struct TotalLogTests {
  @Test("Each line has one terminal event for each object it runs over; seeds 0 to 399")
  func oneTerminalEvent() throws {
    let sample = try UserPages.sample()
    for seed in 0..<400 as Range<UInt64> {
      var generator = SplitMix64(seed: seed)
      var pages = UserPages(seed: seed)
      var page = pages.page(count: 2)
      for _ in 0..<Int(seed % 6) { page = page.damaged(using: &generator) }
      let document = try page.document()
      var store = ObjectStore()
      let result = sample.mapper.map(document, as: sample.target, into: &store)
      let events = result.events.filter(\.isTerminal).map { event in
        "\(event.path) -> \(event.property?.description ?? "_")"
      }
      var oracle = TerminalEvents(contract: sample.mapper.contract)
      oracle.map(document.root, as: ConstrainedType(.array(of: ConstrainedType(.mapping("User")))))
      try #require(Self.counts(events) == Self.counts(oracle.events), "seed \(seed): \(page.text)")
    }
  }

  private static func counts(_ texts: [String]) -> [String: Int] {
    Dictionary(texts.map { ($0, 1) }, uniquingKeysWith: +)
  }

  @Test("Every violation belongs to an event, and the events of two runs are the same")
  func sameEvents() throws {
    for payload in try Self.examplePayloads() {
      let (first, second) = (payload.map(), payload.map())
      #expect(first.violations == first.events.compactMap(\.violation), "\(payload.name)")
      #expect(first.events.map(Trace.init) == second.events.map(Trace.init), "\(payload.name)")
      #expect(!first.events.isEmpty, "\(payload.name)")
    }
  }

  @Test("An event's object is one of the store's")
  func standingObjects() throws {
    let strangers = try Self.examplePayloads().compactMap { payload -> String? in
      let result = payload.map()
      let standing = Set(result.store.allObjects.map(\.id))
      let stranger = result.events.first { $0.object.map { !standing.contains($0) } ?? false }
      return stranger.map { "\(payload.name): \($0)" }
    }
    #expect(strangers.isEmpty, "\(strangers.count) examples; the first: \(strangers.first ?? "")")
  }

  @Test("The verdict and the counts agree with the log on the payload of every example")
  func examples() throws {
    let disagreements = try Self.examplePayloads().compactMap { disagreement($0, $0.document) }
    #expect(disagreements == [])
  }

  @Test(
    "Log, verdict and counts agree on 150 damaged payloads of every file; seeds 0 to 149",
    .enabled(if: TestDepth.isFull), arguments: ContractFile.all)
  func damaged(file: ContractFile) throws {
    let payloads = try file.payloads()
    for seed in 0..<150 as Range<UInt64> {
      var generator = SplitMix64(seed: seed)
      let payload = payloads[Int(seed) % payloads.count]
      var tree = payload.tree
      for _ in 0...seed % 4 { tree = tree.damaged(using: &generator) }
      let document = try tree.document()
      // Only the log knows whether the object of a dotted property exists; see below.
      let knows = !payload.map(document).events.contains { $0.name == .noDestination }
      if knows { try #require(disagreement(payload, document) == nil, "seed \(seed)") }
    }
  }

  @Test(
    "Log, verdict and counts agree where events depend on values that an object already has",
    arguments: [
      // A dotted property whose object does not exist.
      (#""A": { "map": { "x": "child.x: Int" } }"#, #"[{"x": 1}]"#),
      // A stored date that a null removed.
      (
        #"""
        "A": { "identifiedBy": "id", "modifiedBy": "at",
               "map": { "id": "Int", "at": "Int?", "child?": "child: B" } },
        "B": { "map": { "x": "Int" } }
        """#,
        #"[{"id": 1, "at": 5}, {"id": 1, "at": null}, {"id": 1, "at": 3, "child": {"x": 1}}]"#
      ),
      // A default in place of the date.
      (
        #"""
        "A": { "identifiedBy": "id", "modifiedBy": "at",
               "map": { "id": "Int", "at?": "Int = 9", "child?": "child: B" } },
        "B": { "map": { "x": "Int" } }
        """#, #"[{"id": 1}, {"id": 1, "at": 3, "child": {"x": 1}}]"#
      ),
      // A nested object that is updated.
      (
        #"""
        "A": { "identifiedBy": "id",
               "map": { "id": "Int", "child": { "to": "child", "type": "B", "update": "inPlace" } } },
        "B": { "map": { "x": "Int" } }
        """#, #"[{"id": 1, "child": {"x": 1}}, {"id": 1, "child": {"x": 2}}]"#
      ),
    ])
  func valuesBefore(mappings: String, text: String) throws {
    let sample = try Sample(mappings, as: "[A]")
    let payload = ExamplePayload(
      name: mappings, mapper: sample.mapper, target: sample.target,
      document: try JSONDocument(parsing: text))
    #expect(disagreement(payload, payload.document) == nil)
  }

  /// Returns the difference between three ways of mapping a payload; `nil` if they agree.
  private func disagreement(_ payload: ExamplePayload, _ document: JSONDocument) -> String? {
    let result = payload.map(document)
    var counts = MappingCounts()
    payload.mapper.count(document, as: payload.target, into: &counts)
    // Only the log knows the result of a connection.
    let violations = result.violations.filter { $0.rule != .ambiguousConnection }
    let logged = Verdict(
      isAdmitted: result.isAdmitted, violations: Set(violations.map(\.expected)),
      created: result.counts.mapValues(\.created))
    let counted = Verdict(
      isAdmitted: payload.mapper.admits(document, as: payload.target),
      violations: Set(counts.violations.map(\.expected)),
      created: counts.counts.mapValues(\.created))
    let isDistinct = counts.counts.mapValues(\.distinct) == result.counts.mapValues(\.distinct)
    guard logged != counted || !isDistinct else { return nil }
    return "\(payload.name): \(document.root.text()): logged \(logged), counted \(counted)"
  }

  private struct Verdict: Equatable {
    var isAdmitted: Bool
    var violations: Set<ExpectedViolation>
    var created: [MemberName: Int]
  }

  static func examplePayloads() throws -> [ExamplePayload] {
    try ContractFile.all.flatMap { try $0.payloads() }
  }
}

/// The parts of an event that two runs can be compared by.
private struct Trace: Equatable {
  var name: MappingEventName
  var place: String
  var bytes: Range<Int>?
  var isMissing: Bool
  var values: [MappedValue?]
  var object: ObjectID?
  var violation: Violation?

  init(_ event: MappingEvent) {
    name = event.name
    place = "\(event.path) \(event.line?.source.description ?? "")"
    bytes = event.byteRange
    isMissing = event.isMissing
    values = [event.value, event.oldValue]
    object = event.object
    violation = event.violation
  }
}

/// Computes the required terminal events from the contract and the payload alone.
///
/// It supports lines whose key paths are names, and cases that add no lines.
private struct TerminalEvents {
  let contract: Contract
  private(set) var events: [String] = []

  init(contract: Contract) { self.contract = contract }

  mutating func map(_ value: JSONValue, as rule: ConstrainedType) {
    events.append(" -> _")
    visit(value, InstancePath(), as: rule)
  }

  private mutating func visit(_ value: JSONValue, _ path: InstancePath, as rule: ConstrainedType) {
    switch rule.type {
    case .mapping(let name) where value.kind == .object:
      for mapping in contract.mappings where mapping.name == name.value {
        for line in mapping.lines { visit(line, of: value, path) }
      }
    case .array(let element), .set(let element):
      for (index, child) in value.elements.enumerated() {
        visit(child, path.appending(.element(index)), as: element)
      }
    default: break
    }
  }

  private mutating func visit(_ line: PropertyLine, of object: JSONValue, _ path: InstancePath) {
    var path = path
    var value: JSONValue? = object
    for case .segment(let name) in line.source.steps {
      // A scalar that blocks the way is present. A missing value is reported at the end of the
      // path.
      if let value, value.kind != .object { return append(line, path) }
      value = value?[name.text]
      path.steps.append(.member(name))
    }
    append(line, path)
    if let value { visit(value, path, as: line.value) }
  }

  private mutating func append(_ line: PropertyLine, _ path: InstancePath) {
    events.append("\(path) -> \(line.property?.description ?? "_")")
  }
}

extension ValueType {
  fileprivate static func mapping(_ name: MemberName) -> ValueType { .mapping(Located(name)) }
}
