import ContractModel
import JSONParsing
import MappingEngine
import TestSupport
import Testing

@Suite("The result depends on the meaning of a payload, not on its spelling")
struct MetamorphicTests {
  // MARK: - Layout

  @Test("The order of members makes no difference")
  func memberOrder() throws {
    try checkAll { payload, generator in
      payload.mapObjects { $0.shuffle(using: &generator) }
    }
  }

  @Test("Members that nothing maps make no difference")
  func unknownMembers() throws {
    try checkAll { payload, generator in
      payload.mapObjects { members in
        // A dictionary accepts any member.
        guard !members.contains(where: { $0.name == #""limit 1""# }) else { return }
        let value = Self.strangers.randomElement(using: &generator) ?? .scalar("null")
        let index = Int.random(in: 0...members.count, using: &generator)
        members.insert(.init(name: #""zzz unknown""#, value: value), at: index)
      }
    }
  }

  private static let strangers = ["null", "{}", #"[{"id": "x"}]"#, #"{"name": [1]}"#, "1e400"]
    .compactMap { try? JSONTree(parsing: $0) }

  @Test("White space makes no difference, to any example of any contract")
  func whiteSpace() throws {
    for payload in try ContractFile.all.flatMap({ try $0.payloads() }) {
      let outcome = Outcome(payload.map())
      for layout in [JSONWriter.Layout.compact, .indented(spaces: 3)] {
        let document = try JSONDocument(parsing: payload.document.root.text(layout))
        #expect(Outcome(payload.map(document)) == outcome, "\(payload.name)")
      }
    }
  }

  @Test("The choice of escapes makes no difference")
  func escapes() throws {
    for payload in try Self.payloads() {
      let escaped = payload.tree.escaped
      try #require(escaped != payload.tree)
      #expect(
        Outcome(payload.map(try escaped.document())) == Outcome(payload.map()), "\(payload.name)")
    }
  }

  private func checkAll(_ change: (JSONTree, inout SplitMix64) -> JSONTree) throws {
    var generator = SplitMix64(seed: 1)
    var changedCount = 0
    for payload in try Self.payloads() {
      let outcome = Outcome(payload.map())
      for _ in 0..<5 {
        let changed = change(payload.tree, &generator)
        changedCount += changed == payload.tree ? 0 : 1
        let other = Outcome(payload.map(try changed.document()))
        try #require(other == outcome, "\(payload.name): \(changed.text)")
      }
    }
    #expect(changedCount > 150)
  }

  // MARK: - Repetition

  @Test("Mapping a payload again makes and changes no object with an identity")
  func again() throws {
    for payload in try Self.payloads() {
      let first = payload.map()
      // Rejected payloads count here, too.
      var store = first.store
      let second = payload.mapper.map(payload.document, as: payload.target, into: &store)
      #expect(second.violations == first.violations, "\(payload.name)")
      guard !first.events.contains(where: { $0.name == .identityMissing }) else { continue }
      for (type, counts) in second.counts
      where Self.hasIdentity(type, payload.mapper.contract) {
        let firstCount = try #require(first.counts[type]?.distinct)
        #expect(counts.created == 0, "\(payload.name): \(type)")
        #expect(counts.distinct == firstCount, "\(payload.name): \(type)")
        #expect(counts.deleted == 0, "\(payload.name): \(type)")
      }
      let isSame = ValueComparison(first.store, second.store)
        .areEqual(first.value, second.value)
      #expect(isSame, "\(payload.name)")
    }
  }

  private static func hasIdentity(_ type: MemberName, _ contract: Contract) -> Bool {
    let index = MappingIndex(contract)
    let makers = index.mappingsInOrder.filter { index.typeNames(of: $0).contains(type) }
    return makers.allSatisfy { !index.identity(of: $0).isEmpty }
  }

  @Test("A sequence in two parts, one after the other, is the whole; seeds 0 to 39")
  func parts() throws {
    for payload in try Self.sequences(sharesFriends: true) {
      let elements = payload.tree.elements
      let whole = payload.map()
      let wholeObjects = whole.store.allObjects.map { $0.json() }
      for count in 0...elements.count {
        var store = ObjectStore()
        let parts = try [elements.prefix(count), elements.dropFirst(count)].map { part in
          let result = payload.mapper.map(
            try JSONTree.array(Array(part)).document(), as: payload.target, into: &store)
          // Rejected payloads count here, too.
          store = result.store
          return result
        }
        #expect(store.allObjects.map { $0.json() } == wholeObjects, "\(payload.name)")
        #expect(
          parts.flatMap { $0.value?.elements ?? [] } == whole.value?.elements, "\(payload.name)")
        let violations =
          parts[0].violations.map(\.expected)
          + parts[1].violations.map(\.expected).map { $0.shifted(by: count) }
        #expect(violations == whole.violations.map(\.expected), "\(payload.name)")
      }
    }
  }

  // MARK: - Neighbours

  @Test("The result of an element does not depend on its neighbours; seeds 0 to 39")
  func neighbours() throws {
    for (seed, payload) in try Self.sequences(sharesFriends: false).enumerated() {
      var generator = SplitMix64(seed: UInt64(seed))
      let elements = payload.tree.elements
      let whole = payload.map()
      for index in elements.indices {
        var others = elements.map { _ in Self.rubbish(&generator) }
        others[index] = elements[index]
        let result = payload.map(try JSONTree.array(others).document())
        let path = InstancePath([.element(index)])
        let isSame = ValueComparison(whole.store, result.store)
          .areEqual(whole.value(at: path), result.value(at: path))
        #expect(isSame, "\(payload.name), element \(index)")
        let violations = { (result: MappingResult) in
          result.violations.map(\.expected).filter { $0.path.steps.first == .element(index) }
        }
        #expect(violations(result) == violations(whole), "\(payload.name), element \(index)")
      }
    }
  }

  private static func rubbish(_ generator: inout SplitMix64) -> JSONTree {
    .random(names: ["nothing", "of", "it"], depth: 4, using: &generator)
  }

  @Test("An element without an identity does not shift the values of the others")
  func shift() throws {
    let sample = try Sample(
      #""User": { "identifiedBy": "id", "map": { "id": "Int?", "name": "String" } }"#,
      as: "[User]")
    let result = try sample.map(
      """
      [{"id": 1, "name": "a"}, {"id": null, "name": "b"}, null, {"id": 3, "name": "c"},
       {"id": 4, "name": "d"}]
      """)
    let members = try (0..<5).map { index in
      let id = try result.value(at: InstancePath(parsing: "[\(index)].id"))
      let name = try result.value(at: InstancePath(parsing: "[\(index)].name"))
      return [id ?? .string("nothing"), name ?? .string("nothing")]
    }
    #expect(
      members == [
        [.int(1), .string("a")], [.null, .string("b")], [.string("nothing"), .string("nothing")],
        [.int(3), .string("c")], [.int(4), .string("d")],
      ])
    #expect(result.counts["User"]?.distinct == 4)
  }

  @Test("A null in a keyed collection does not shift the values of the others")
  func keyedShift() throws {
    let line = #"{ "to": "users", "type": "[name: User]", "elements": "null" }"#
    let sample = try Sample(
      #""Page": { "map": { "users": \#(line) } }, "User": { "map": { "age": "Int" } }"#,
      as: "Page")
    for null in ["null", "5"] {
      let result = try sample.map(#"{"users": {"ann": \#(null), "bob": {"age": 3}}}"#)
      #expect(try result.value(at: InstancePath(parsing: "users.bob.age")) == .int(3))
      #expect(try result.value(at: InstancePath(parsing: "users.ann")) == .null)
    }
  }

  @Test("A nullable keyed collection has no nullable elements")
  func keyedNull() throws {
    let sample = try Sample(
      #""Page": { "map": { "users": "[name: User]?" } }, "User": { "map": { "age": "Int" } }"#,
      as: "Page")
    let result = try sample.map(#"{"users": {"ann": null, "bob": {"age": 3}}}"#)
    #expect(result.violations.map(\.expected.description) == ["null-value at users.ann"])
  }

  // MARK: - Sets and dictionaries

  @Test("Objects with equal dictionaries are equal, whatever the order of their members")
  func dictionaryOrder() throws {
    let sample = try Sample(
      #""Page": { "map": { "limits": "[String: Int]" } }"#, as: "Page")
    let one = try sample.map(#"{"limits": {"a": 1, "b": 2}}"#)
    let other = try sample.map(#"{"limits": {"b": 2, "a": 1}}"#)
    let changed = try sample.map(#"{"limits": {"b": 1, "a": 2}}"#)
    #expect(one.objects == other.objects)
    #expect(one.objects != changed.objects)
  }

  @Test(
    "Two elements are equal if they mean the same",
    arguments: [
      #"[{"a": 1, "b": "x"}, {"a": 1, "b": "\u0078"}]"#,
      #"[{"a": 1, "b": "x"}, {"b": "x", "a": 1}]"#,
      #"[{"a": 1, "b": "x"}, {"a": 2, "a": 1, "b": "x"}]"#,
      #"[{"a": 1, "b": "x"}, {"a": 1, "b": "x", "nobody maps": 2}]"#,
    ])
  func equalElements(text: String) throws {
    #expect(try Self.setCount(text) == 1)
    #expect(try Self.isUnique(text) == false)
  }

  @Test(
    "Two elements with other meanings are not equal",
    arguments: [
      #"[{"a": 1, "b": "x"}, {"a": 1, "b": "y"}]"#,
      #"[{"a": 1, "b": "1"}, {"a": "1", "b": "1"}]"#,
      #"[{"a": 0, "b": "x"}, {"a": "4", "b": "x"}]"#,
      #"[{"a": 1, "b": ["ab", "c"]}, {"a": 1, "b": ["a", "a`"]}]"#,
    ])
  func unequalElements(text: String) throws {
    #expect(try Self.setCount(text) == 2)
    #expect(try Self.isUnique(text) == true)
  }

  @Test("A duplicate element of a set leaves no object behind")
  func repeatedElement() throws {
    let result = try Self.setSample().map(
      #"{"items": [{"a": 1, "b": "x"}, {"a": 1, "b": "x"}]}"#)
    #expect(result.counts["Item"]?.distinct == 1)
  }

  private static let item = #""Item": { "map": { "a": "Any", "b": "Any" } }"#

  private static func setSample() throws -> Sample {
    try Sample(#""Page": { "map": { "items": "Set<Item>" } }, \#(item)"#, as: "Page")
  }

  private static func setCount(_ elements: String) throws -> Int? {
    try setSample().map(#"{"items": \#(elements)}"#)
      .value(at: InstancePath([.member("items")]))?.elements.count
  }

  private static func isUnique(_ elements: String) throws -> Bool {
    try Sample(item, as: "[Item] unique").map(elements).isAdmitted
  }

  // MARK: - Payloads

  /// The payloads of the worked contracts' examples, and 30 generated pages.
  private static func payloads() throws -> [ExamplePayload] {
    try ContractFile.worked.flatMap { try $0.payloads() } + pages(0..<30, sharesFriends: true)
  }

  /// The payloads that are arrays, and 40 generated pages.
  private static func sequences(sharesFriends: Bool) throws -> [ExamplePayload] {
    try ContractFile.worked.flatMap { try $0.payloads() }.filter { !$0.tree.elements.isEmpty }
      + pages(0..<40, sharesFriends: sharesFriends)
  }

  private static func pages(
    _ seeds: Range<UInt64>, sharesFriends: Bool
  ) throws -> [ExamplePayload] {
    let sample = try UserPages.sample()
    return try seeds.map { seed in
      var pages = UserPages(seed: seed, sharesFriends: sharesFriends)
      let page = pages.page(count: 4)
      return ExamplePayload(
        name: "page \(seed)", mapper: sample.mapper, target: sample.target,
        document: try page.document())
    }
  }
}

/// The result of a payload, without byte positions.
private struct Outcome: Equatable {
  var value: String?
  var objects: [String]
  var violations: Set<String>

  init(_ result: MappingResult) {
    value = result.value.map { result.store.json($0) }
    objects = result.store.allObjects.map { $0.json() }
    violations = Set(result.violations.map(\.description))
  }
}

/// Compares values of two stores by the contents of their objects.
private struct ValueComparison {
  let left: ObjectStore
  let right: ObjectStore

  init(_ left: ObjectStore, _ right: ObjectStore) { (self.left, self.right) = (left, right) }

  func areEqual(_ one: MappedValue?, _ other: MappedValue?) -> Bool {
    switch (one, other) {
    case (.object(let one), .object(let other)): return left[one] == right[other]
    case (.array(let one), .array(let other)):
      return one.elements.count == other.elements.count
        && zip(one.elements, other.elements).allSatisfy { areEqual($0, $1) }
    case (.dictionary(let one), .dictionary(let other)):
      return one.map(\.name) == other.map(\.name)
        && zip(one, other).allSatisfy { areEqual($0.value, $1.value) }
    default: return one == other
    }
  }
}

extension ExpectedViolation {
  /// Returns the violation as it would be behind `count` more elements.
  fileprivate func shifted(by count: Int) -> ExpectedViolation {
    guard case .element(let index)? = path.steps.first else { return self }
    let path = InstancePath([.element(index + count)] + path.steps.dropFirst())
    return ExpectedViolation(rule: rule, path: path)
  }
}

extension JSONTree {
  /// The tree with every letter and digit in names and strings escaped.
  fileprivate var escaped: JSONTree {
    switch self {
    case .scalar(let text): .scalar(Self.escaped(text))
    case .array(let elements): .array(elements.map(\.escaped))
    case .object(let members):
      .object(members.map { Member(name: Self.escaped($0.name), value: $0.value.escaped) })
    }
  }

  private static func escaped(_ token: String) -> String {
    guard token.hasPrefix("\""), !token.contains("\\") else { return token }
    let escapes = token.dropFirst().dropLast().utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    return "\"" + escapes.joined() + "\""
  }
}
