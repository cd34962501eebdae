import ContractModel
import JSONParsing
import MappingEngine
import TestSupport
import Testing

/// A payload comes from a server, so an attacker may choose its size and shape.
///
/// A payload takes a second or less here; with a step that takes quadratic time, minutes.
@Suite("Mapping takes linear time and never traps", .timeLimit(.minutes(2)))
struct HostilePayloadTests {
  private static let person = """
    "Person": { "map": { "name": "String", "friends?": "[Person]" } }
    """
  private static let node = """
    "Node": { "identifiedBy": "id", "map": { "id": "Int", "friends?": "[Node]", "name?": "String" } }
    """

  private func list(_ count: Int, _ item: (Int) -> String) -> String {
    "[" + (0..<count).map(item).joined(separator: ",") + "]"
  }

  // MARK: - Depth

  @Test("Friends of friends, 500 deep, are mapped, printed, compared and counted")
  func depth() throws {
    let open = (0..<500).map { #"{"name":"\#($0)","friends":["# }.joined()
    let text = open + #"{"name":"last"}"# + String(repeating: "]}", count: 500)
    let options = JSONParsingOptions(maximumDepth: 1_100)
    let document = try JSONDocument(parsing: Array(text.utf8), options: options)
    let sample = try Sample(Self.person, as: "Person")
    var store = ObjectStore()
    let result = sample.mapper.map(document, as: sample.target, into: &store)
    #expect(result.violations == [])
    #expect(store.count(ofType: "Person") == 501)
    #expect(sample.mapper.admits(document, as: sample.target))
    var counts = MappingCounts()
    sample.mapper.count(document, as: sample.target, into: &counts)
    #expect(counts.counts["Person"]?.created == 501)
    let last = InstancePath(
      (0..<500).flatMap { _ in [.member("friends"), .element(0)] } + [.member("name")])
    #expect(result.value(at: last) == .string("last"))
    let object = try #require(result.objects.first)
    #expect(object == object)
    let json = try JSONDocument(
      parsing: Array(object.json().utf8), options: JSONParsingOptions(maximumDepth: 1_100))
    #expect(json.root["name"]?.string == "0")
    #expect(object.json().split(separator: #""@id""#).count - 1 == 501)
    #expect(!object.json().contains("@same"))
  }

  // MARK: - Size

  @Test("100,000 elements with 100,000 identities are mapped", .enabled(if: TestDepth.isFull))
  func identities() throws {
    let sample = try Sample(Self.node, as: "[Node]")
    let document = try JSONDocument(parsing: list(100_000) { #"{"id":\#($0)}"# })
    var store = ObjectStore()
    let result = sample.mapper.map(document, as: sample.target, into: &store)
    #expect(result.counts["Node"]?.created == 100_000)
    #expect(store.objects(ofType: "Node").last?["id"] == .int(99_999))
    var counts = MappingCounts()
    for _ in 0..<2 { sample.mapper.count(document, as: sample.target, into: &counts) }
    #expect(counts.counts["Node"]?.created == 100_000)
    #expect(counts.counts["Node"]?.reused == 100_000)
  }

  @Test("An identity that is repeated 20,000 times is one object, with or without conflicts")
  func oneIdentity() throws {
    let sample = try Sample(Self.node, as: "[Node]")
    for (name, conflictCount) in [("same", 0), ("", 19_999)] {
      let text = list(20_000) { #"{"id":1,"name":"\#(name.isEmpty ? String($0) : name)"}"# }
      let result = try sample.map(text)
      #expect(result.counts["Node"]?.distinct == 1)
      #expect(result.counts["Node"]?.reused == 19_999)
      #expect(result.value?.elements.count == 20_000)
      #expect(result.violations.filter { $0.rule == .identityConflict }.count == conflictCount)
    }
  }

  @Test("20,000 violations and 20,000 unknown keys are reported")
  func violations() throws {
    let sample = try Sample(Self.node, as: "[Node]")
    let result = try sample.map(list(20_000) { #"{"id":"\#($0)"}"# })
    #expect(result.violations.map(\.description).count == 20_000)
    let strict = try Sample(Self.node, as: "Node", settings: #""unknownKeys": "warn","#)
    let members = (0..<20_000).map { #""nam\#($0)":0"# }.joined(separator: ",")
    let unknown = try strict.map(#"{"id":1,\#(members)}"#)
    #expect(unknown.violations.filter { $0.rule == .unknownKey }.count == 20_000)
  }

  @Test("Dictionaries of 50,000 keys, and a key repeated 20,000 times, are mapped")
  func dictionaries() throws {
    let sample = try Sample(
      #""Page": { "map": { "all?": "[String: Any]", "users?": "[name: User]" } }, "#
        + #""User": { "map": { "age": "Int" } }"#, as: "Page")
    let members = (0..<50_000).map { #""k\#($0)":\#($0)"# }.joined(separator: ",")
    let result = try sample.map(#"{"all":{\#(members)}}"#)
    let all = result.value(at: InstancePath([.member("all")]))
    #expect(all == all && Set([all, all]).count == 1)
    #expect(
      result.value(at: InstancePath([.member("all"), .member("k49999")]))
        == .json(JSONFragment(try JSONDocument(parsing: "49999").root)))
    let users = (0..<20_000).map { #""u\#($0)":{"age":1}"# }.joined(separator: ",")
    let keyed = try sample.map(#"{"users":{\#(users)}}"#)
    #expect(keyed.counts["User"]?.distinct == 20_000)
    let repeated = (0..<20_000).map { #""k":\#($0)"# }.joined(separator: ",")
    let last = try sample.map(#"{"all":{\#(repeated)}}"#)
    #expect(last.store.json(try #require(last.value)).hasSuffix(#""all":{"k":19999}}"#))
    #expect(last.violations.filter { $0.rule == .duplicateKey }.count == 19_999)
  }

  @Test(
    "A set of 40,000 values is mapped again, whatever its type", .enabled(if: TestDepth.isFull),
    arguments: ["Any", "Int", "[Int]", "[String: Int]"])
  func sets(type: String) throws {
    let values = ["Any": "\"%\"", "Int": "%", "[Int]": "[%]", "[String: Int]": #"{"a":%}"#]
    let value = try #require(values[type])
    let sample = try Sample(
      #""Page": { "identifiedBy": "id", "map": { "id": "Int", "all": "Set<\#(type)>" } }"#,
      as: "Page")
    let text = list(40_000) { value.replacing("%", with: String($0)) }
    let document = try JSONDocument(parsing: #"{"id":1,"all":\#(text)}"#)
    var store = ObjectStore()
    sample.mapper.map(document, as: sample.target, into: &store)
    let again = sample.mapper.map(document, as: sample.target, into: &store)
    #expect(again.events.contains { $0.description == "all -> all" && $0.name == .unchanged })
  }

  @Test("A connection by two lists of 40,000 keys each finds its objects")
  func connections() throws {
    let sample = try Sample(
      #"""
      "Page": { "map": { "a": "as: [Int]", "b": "bs: [Int]", "nodes": "all: [Node]" },
                "connect": { "nodes: [Node]": { "as": "a", "bs": "b" } } },
      "Node": { "map": { "a": "a: Int", "b": "b: Int" } }
      """#, as: "Page")
    let keys = list(40_000) { String($0) }
    let nodes = #"[{"a":1,"b":2},{"a":3,"b":40000},{"a":40000,"b":5},{"a":999,"b":0}]"#
    let result = try sample.map(#"{"a":\#(keys),"b":\#(keys),"nodes":\#(nodes)}"#)
    #expect(result.objects.first?.objects("nodes").map { $0["a"] } == [.int(1), .int(999)])
  }

  @Test("Two texts with one hash are different")
  func collision() throws {
    // With a 3 and their length before them, both texts have the FNV-1a hash 0x1f3c4a03647ef8e1. A
    // search found them in 39 seconds.
    let (one, other) = ("fw3tCnEttWC", "BIrf17ERv8N")
    let set = try Sample(#""Page": { "map": { "all": "Set<String> count 2" } }"#, as: "Page")
    #expect(try set.map(#"{"all":["\#(one)","\#(other)"]}"#).violations.map(\.description) == [])
    let unique = try Sample(#""Page": { "map": { "all": "[String] unique" } }"#, as: "Page")
    #expect(try unique.map(#"{"all":["\#(one)","\#(other)"]}"#).violations.map(\.description) == [])
    let conflict = try Sample(Self.node, as: "[Node]").map(
      #"[{"id":1,"name":"\#(one)"},{"id":1,"name":"\#(other)"}]"#)
    #expect(conflict.violations.map(\.expected.description) == ["identity-conflict at [1].name"])
  }

  // MARK: - Graphs

  @Test("Objects that refer to each other in a circle are printed, compared and hashed")
  func circle() throws {
    let sample = try Sample(Self.node, as: "[Node]")
    let text = #"[{"id":1,"friends":[{"id":2,"friends":[{"id":1}]}]}]"#
    let (one, other) = (try sample.map(text), try sample.map(text))
    let object = try #require(one.objects.first)
    #expect(object.objects("friends").first?.objects("friends").first?.id == object.id)
    #expect(
      object.json()
        == #"{"@type":"Node","@id":"Node#1","id":1,"friends":[{"@type":"Node","@id":"Node#2","#
        + #""id":2,"friends":[{"@same":"Node#1"}]}]}"#)
    #expect("\(object)" == object.json())
    #expect(one.objects == other.objects)
    let set = Set(one.store.allObjects.map { MappedValue.object($0.id) })
    #expect(set.count == 2)
    #expect(one.value.map { Set([$0, $0]).count } == 1)
    // A circle of two objects differs from a circle of one, and from one of three with the same
    // values.
    let three = try sample.map(
      #"[{"id":1,"friends":[{"id":2,"friends":[{"id":3,"friends":[{"id":1}]}]}]}]"#)
    #expect(one.objects != three.objects)
  }

  @Test("30 levels of two references each are printed and compared in linear time")
  func shared() throws {
    // Level n refers twice to level n + 1, whose content occurs once.
    let text = (0..<30).reversed().reduce(#"{"id":30}"#) { inner, id in
      #"{"id":\#(id),"friends":[\#(inner),{"id":\#(id + 1)}]}"#
    }
    let sample = try Sample(Self.node, as: "Node")
    let (one, other) = (try sample.map(text), try sample.map(text))
    #expect(one.store.count(ofType: "Node") == 31)
    let object = try #require(one.objects.first)
    #expect(object.json().utf8.count < 31 * 100)
    #expect(one.objects == other.objects)
    let changed = try sample.map(text.replacing(#"{"id":30}"#, with: #"{"id":31}"#))
    #expect(one.objects != changed.objects)
  }

  // MARK: - Anything

  @Test("Random JSON is mapped by the worked contracts without a trap; seeds 0 to 299")
  func random() throws {
    var violationCount = 0
    for file in ContractFile.worked {
      let contract = try file.contract()
      let targets = contract.endpoints.map { MappingTarget.endpoint($0.selector) }
      let mapper = Mapper(contract, as: targets)
      let names = contract.mappings.flatMap { mapping in
        mapping.lines.flatMap { $0.source.description.split(separator: ".").map(String.init) }
      }
      for seed in 0..<300 as Range<UInt64> {
        var generator = SplitMix64(seed: seed)
        let tree = JSONTree.random(names: names + ["@", ""], using: &generator)
        let document = try tree.document()
        let target = targets[Int(seed) % targets.count]
        var store = ObjectStore()
        for _ in 0..<2 {
          let result = mapper.map(document, as: target, into: &store)
          for violation in result.violations {
            #expect(document.bytes.indices.contains(violation.byteRange.lowerBound), "\(tree.text)")
            #expect(!violation.description.isEmpty)
          }
          violationCount += result.violations.count
          _ = result.value.map { store.json($0) }
        }
      }
    }
    #expect(violationCount > 10_000)
  }
}
