import ContractModel
import JSONParsing
import MappingEngine
import TestSupport
import Testing

/// A skipped element has no effect on values, objects, counts and warnings, even if other elements
/// mention its objects.
@Suite("A skipped bad element leaves no trace")
struct LossyListTests {
  private static func mappings(_ policy: String) -> String {
    """
    "Page": { "identifiedBy": "id", "map": {
      "id": "Int", "lead?": "Item",
      "items?": { "type": "[Item]", "elements": "\(policy)" },
      "byName?": { "type": "[String: Item]", "elements": "\(policy)" },
      "group?": { "type": "Set<Item>", "elements": "\(policy)" },
      "rows?": { "type": "[[Item]]", "elements": "\(policy)" },
      "numbers?": { "type": "[Int]", "elements": "\(policy)" }, "last?": "Item" } },
    "Item": { "identifiedBy": "id", "unknownKeys": "warn", "map": {
      "id": "Int", "name": "String", "at?": "Int 0...9",
      "tags?": { "type": "[Tag]", "elements": "\(policy)" }, "boss?": "Person",
      "box?": { "type": "Box", "update": "inPlace" } } },
    "Tag": { "map": { "text": "String" } },
    "Box": { "map": { "size": "Int", "person?": "Person" } },
    "Person": { "identifiedBy": "id", "modifiedBy": "version", "map": { "id": "Int", "name?": "String", "version": "Int" } }
    """
  }

  // MARK: - Drawing

  /// Draws payloads with repeated objects, some of which break the contract.
  private struct Draw {
    var generator: SplitMix64

    mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }
    mutating func isTrue(_ percent: Int) -> Bool { number(0..<100) < percent }

    mutating func page() -> JSONTree {
      var members: [(String, JSONTree?)] = [("id", .scalar("\(number(1..<3))"))]
      if isTrue(50) { members.append(("lead", item(isGood: true))) }
      members.append(("items", .array(items())))
      if isTrue(30) {
        members.append(("byName", .object(items().enumerated().map { ("k\($0)", $1) })))
      }
      if isTrue(40) { members.append(("group", .array(items()))) }
      if isTrue(30) { members.append(("rows", .array([.array(items()), .array(items())]))) }
      if isTrue(30) {
        let texts = ["1", "2", "null", "\"x\"", "{}"]
        members.append(("numbers", .array((0..<4).map { _ in .scalar(texts[number(0..<5)]) })))
      }
      if isTrue(50) { members.append(("last", item(isGood: true))) }
      return .object(members)
    }

    mutating func items() -> [JSONTree] { (0..<number(0..<5)).map { _ in item() } }

    mutating func item(isGood: Bool = false) -> JSONTree {
      if !isGood, isTrue(10) { return .scalar(["null", "5", "\"x\"", "[]", "{}"][number(0..<5)]) }
      var members: [(String, JSONTree?)] = [("id", .scalar("\(number(1..<4))"))]
      if isTrue(60) { members.append(("box", box())) }
      if isTrue(50) { members.append(("boss", person())) }
      members.append(("name", .scalar("\"\(["a", "b"][number(0..<2)])\"")))
      if isTrue(50) { members.append(("at", .scalar("\(number(0..<3))"))) }
      if isTrue(50) { members.append(("tags", .array((0..<number(0..<3)).map { _ in tag() }))) }
      if isTrue(10) { members.append(("odd", .scalar("1"))) }
      guard !isGood, isTrue(40) else { return .object(members) }
      let position = number(0..<members.count)
      if isTrue(50) {
        members.remove(at: position)
      } else {
        members[position].1 = .scalar(["null", "true", "77", "\"x\""][number(0..<4)])
      }
      return .object(members)
    }

    mutating func box() -> JSONTree {
      .object([("size", .scalar("\(number(0..<3))")), ("person", isTrue(50) ? person() : nil)])
    }

    mutating func person() -> JSONTree {
      .object([
        ("id", .scalar("\(number(1..<4))")), ("name", isTrue(50) ? .scalar("\"p\"") : nil),
        ("version", .scalar("\(number(1..<4))")),
      ])
    }

    mutating func tag() -> JSONTree {
      .object([("text", isTrue(70) ? .scalar("\"t\"") : .scalar("1"))])
    }
  }

  // MARK: - The law

  private struct Outcome: Equatable {
    var value: String?
    var store: String
    var counts: [MemberName: ObjectCounts]
    var violations: [String]
    var isAdmitted: Bool
  }

  private static func outcome(
    _ result: MappingResult, _ store: ObjectStore
  ) -> Outcome {
    Outcome(
      value: result.value.map { result.store.json($0) },
      store: store.allObjects.map { store.json(.object($0.id)) }.joined(separator: " "),
      counts: result.counts,
      violations: result.violations.filter { $0.rule != .badElement }.map(\.rule.rawValue),
      isAdmitted: result.isAdmitted)
  }

  /// A payload with every property, which fixes the order of the properties for the comparison.
  private static func first() throws -> JSONDocument {
    let person = #"{"id":9,"name":"p","version":1}"#
    let item = """
      {"id":9,"name":"a","at":1,"tags":[{"text":"t"}],"boss":\(person),
        "box":{"size":1,"person":\(person)}}
      """
    let text = """
      {"id":9,"lead":\(item),"items":[\(item)],"byName":{"a":\(item)},"group":[\(item)],
        "rows":[[\(item)]],"numbers":[1],"last":\(item)}
      """
    return try JSONDocument(parsing: text)
  }

  /// Returns a payload without the elements at some paths.
  private static func removing(_ paths: Set<InstancePath>, from tree: JSONTree) -> JSONTree {
    func clean(_ tree: JSONTree, _ path: InstancePath) -> JSONTree {
      switch tree {
      case .scalar: return tree
      case .array(let elements):
        return .array(
          elements.enumerated().compactMap { position, element in
            let path = path.appending(.element(position))
            return paths.contains(path) ? nil : clean(element, path)
          })
      case .object(let members):
        return .object(
          members.compactMap { member -> (String, JSONTree?)? in
            let name = String(member.name.dropFirst().dropLast())
            let path = path.appending(.member(MemberName(name)))
            return paths.contains(path) ? nil : (name, clean(member.value, path))
          })
      }
    }
    return clean(tree, InstancePath())
  }

  @Test(
    "The result is that of the payload without it; seeds 0 to 499", .enabled(if: TestDepth.isFull))
  func asIfAbsent() throws {
    let sample = try Sample(Self.mappings("skip"), as: "Page")
    var leftOutCount = 0
    for seed in 0..<500 as Range<UInt64> {
      var draw = Draw(generator: SplitMix64(seed: seed))
      let (earlier, tree) = (try draw.page().document(), draw.page())
      var (store, other) = (ObjectStore(), ObjectStore())
      for document in [try Self.first(), earlier] {
        sample.mapper.map(document, as: sample.target, into: &store)
        sample.mapper.map(document, as: sample.target, into: &other)
      }
      let document = try tree.document()
      let result = sample.mapper.map(document, as: sample.target, into: &store)
      let bad = Set(result.violations.filter { $0.rule == .badElement }.map(\.path))
      leftOutCount += bad.count
      let rest = Self.removing(bad, from: tree)
      let clean = sample.mapper.map(try rest.document(), as: sample.target, into: &other)
      try #require(
        Self.outcome(result, store) == Self.outcome(clean, other),
        "seed \(seed): \(earlier.root.text()) then \(tree.text) as \(rest.text)")
      try #require(clean.violations.allSatisfy { $0.rule != .badElement })
      // `admits`, which keeps no objects, gives the same verdict.
      try #require(sample.mapper.admits(document, as: sample.target) == result.isAdmitted)
      var counts = MappingCounts()
      sample.mapper.count(document, as: sample.target, into: &counts)
      let alone = try sample.map(tree.text)
      try #require(
        Set(counts.violations.map(\.description)) == Set(alone.violations.map(\.description)))
      let made = { (counts: [MemberName: ObjectCounts]) in
        counts.mapValues { [$0.created, $0.distinct, $0.reused] }.filter { $0.value != [0, 0, 0] }
      }
      try #require(made(counts.counts) == made(alone.counts), "seed \(seed): \(tree.text)")
    }
    #expect(leftOutCount > 1_000)
  }

  @Test("Only elements that the contract rejects are skipped; seeds 0 to 199")
  func refusedAlone() throws {
    let sample = try Sample(Self.mappings("skip"), as: "Page")
    let item = try Sample(Self.mappings("skip"), as: "Item")
    for seed in 0..<200 as Range<UInt64> {
      var draw = Draw(generator: SplitMix64(seed: seed))
      let items = (0..<5).map { _ in draw.item() }
      let text = #"{"id":1,"items":[\#(items.map(\.text).joined(separator: ","))]}"#
      let result = try sample.map(text)
      let leftOut = result.violations.filter { $0.rule == .badElement }.map(\.path)
      for (position, element) in items.enumerated() {
        let path = try InstancePath(parsing: "items[\(position)]")
        let isRefused = try !item.mapper.admits(element.document(), as: item.target)
        try #require(leftOut.contains(path) == isRefused, "seed \(seed): \(element.text)")
      }
    }
  }

  @Test("Bad elements become null if the line says so")
  func becomesNull() throws {
    let sample = try Sample(
      #"""
      "Page": { "map": { "items": { "type": "[Item?]", "elements": "null" } } },
      "Item": { "map": { "id": "Int", "name": "String" } }
      """#, as: "Page")
    let result = try sample.map(#"{"items":[{"id":1,"name":"a"},{"id":2},{},5,null]}"#)
    #expect(
      result.violations.map(\.description) == [
        #"warning[bad-element] at items[1]: the element becomes null at name: the key "name" is missing"#,
        #"warning[bad-element] at items[2]: the element becomes null at id: the key "id" is missing"#,
        #"warning[bad-element] at items[3]: the element becomes null: expected Item, found a number"#,
      ])
    #expect(result.counts["Item"]?.created == 1)
    #expect(result.value.map { result.store.json($0) }?.contains("null,null,null,null") == true)
  }

  @Test("Excessive depth is reported, even where bad elements are skipped")
  func tooDeep() throws {
    let sample = try Sample(
      #""A": { "map": { "c?": { "to": "all", "type": "[A]", "elements": "skip" } } }"#, as: "A")
    let depth = 6_000
    let text =
      String(repeating: #"{"c":["#, count: depth) + String(repeating: "]}", count: depth)
    let options = JSONParsingOptions(maximumDepth: 2 * depth + 1)
    let document = try JSONDocument(parsing: text, options: options)
    #expect(!sample.mapper.admits(document, as: sample.target))
  }
}
