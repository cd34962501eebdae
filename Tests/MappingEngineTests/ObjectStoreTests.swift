import ContractModel
import Generation
import JSONParsing
import MappingEngine
import TestSupport
import Testing

@Suite("A store has one object per identity, and tracks its changes")
struct ObjectStoreTests {
  private static let user = #"""
    "User": { "identifiedBy": "id",
              "map": { "id": "Int", "name?": "String", "home?": "Place" } },
    "Place": { "map": { "street": "String" } }
    """#

  // MARK: - Counts

  @Test("Created, found, updated and untouched objects are counted by type")
  func counts() throws {
    let sample = try Sample(Self.user, as: "[User]")
    var store = ObjectStore()
    let first = try sample.map(
      #"[{"id":1,"name":"a"},{"id":2,"name":"b"},{"id":3,"name":"c"},{"id":4}]"#, into: &store)
    #expect(first.counts == ["User": Self.counts(distinct: 4, created: 4)])
    let second = try sample.map(
      #"[{"id":1,"name":"a"},{"id":2,"name":"B"},{"id":5},{"id":1},{"id":5,"name":"e"}]"#,
      into: &store)
    #expect(
      second.counts == [
        "User": Self.counts(
          distinct: 5, created: 1, reused: 4, updated: 1, untouched: 3)
      ])
    // The result of the first mapping has only the counts of the first mapping.
    #expect(first.counts == ["User": Self.counts(distinct: 4, created: 4)])
    let third = try sample.map("[]", into: &store)
    #expect(third.counts == ["User": Self.counts(distinct: 5, untouched: 5)])
  }

  @Test("An object without an identity is created anew, and the old one stays")
  func withoutIdentity() throws {
    let sample = try Sample(Self.user, as: "User")
    var store = ObjectStore()
    for count in 1...3 {
      let result = try sample.map(#"{"id":1,"home":{"street":"s"}}"#, into: &store)
      #expect(result.counts["User"]?.distinct == 1)
      #expect(
        result.counts["Place"]
          == Self.counts(distinct: count, created: 1, untouched: count - 1))
    }
    #expect(store.objects(ofType: "User")[0].object("home")?.id == store.allObjects.last?.id)
  }

  @Test("A value that changes and changes back in one payload is an update")
  func backAndForth() throws {
    let sample = try Sample(Self.user, as: "[User]")
    var store = ObjectStore()
    try sample.map(#"[{"id":1,"name":"a"}]"#, into: &store)
    let result = try sample.map(
      #"[{"id":1,"name":"b"},{"id":1,"name":"a"}]"#, into: &store)
    #expect(result.counts["User"]?.updated == 1)
    #expect(store.objects(ofType: "User")[0]["name"] == .string("a"))
  }

  private static func counts(
    distinct: Int, created: Int = 0, reused: Int = 0, updated: Int = 0, untouched: Int = 0,
    deleted: Int = 0
  ) -> ObjectCounts {
    var counts = ObjectCounts()
    (counts.distinct, counts.created, counts.reused) = (distinct, created, reused)
    (counts.updated, counts.untouched, counts.deleted) = (updated, untouched, deleted)
    return counts
  }

  // MARK: - Payloads of the guide

  private func groups(_ fixture: String, as target: String, times: Int) throws -> ObjectStore {
    let contract = try Contract(at: "Contracts/groups.contract.json", files: PackageContracts())
    let sample = try Sample(contract, as: target)
    let bytes = try #require(PackageContracts().fixture(fixture, forContractAt: contract.path))
    var store = ObjectStore()
    for _ in 0..<times {
      let result = sample.mapper.map(
        try JSONDocument(parsing: bytes), as: sample.target, into: &store)
      #expect(result.violations == [])
    }
    return store
  }

  @Test("The envelope of sports, twice, has three of them")
  func sports() throws {
    let store = try groups("sports.json", as: "Envelope", times: 2)
    #expect(store.count(ofType: "Sport") == 3)
    // 0 is an identity like any other.
    #expect(store.objects(ofType: "Sport").map { $0["sportId"] } == [.int(0), .int(11), .int(13)])
    #expect(store.count(ofType: "Envelope") == 2)
    #expect(store.typeNames == ["Envelope", "Sport"])
  }

  @Test("Repeated objects are created once: user, city and profession")
  func user() throws {
    let store = try groups("user.json", as: "user: User", times: 2)
    for type: MemberName in ["City", "Profession", "User"] {
      #expect(store.count(ofType: type) == 1)
    }
    let user = store.objects(ofType: "User")[0]
    #expect(user.object("city")?["name"] == .string("New New-York"))
    #expect(store.count(ofType: "Location") == 2)
  }

  @Test("Of the people two are boys and two are girls")
  func people() throws {
    let store = try groups("people.json", as: "people: [Person]", times: 1)
    #expect(store.count(ofType: "Boy") == 2)
    #expect(store.count(ofType: "Girl") == 2)
    #expect(store.count(ofType: "Person") == 0)
    let blake = store.objects(ofType: "Boy")[0]
    #expect(blake.objects("friends").map(\.type) == ["Boy", "Girl"])
    #expect(
      blake.objects("friends").map { $0["name"] } == [.string("John Doe"), .string("Jane Doe")])
  }

  // MARK: - Value semantics

  @Test("A store is a value: changing a copy does not change the original")
  func copies() throws {
    let sample = try Sample(Self.user, as: "[User]")
    var original = ObjectStore()
    try sample.map(#"[{"id":1,"name":"a"}]"#, into: &original)
    let before = original.objects(ofType: "User").map { $0.json() }
    var copy = original
    try sample.map(#"[{"id":1,"name":"b"},{"id":2}]"#, into: &copy)
    _ = copy.insert("City")
    #expect(original.objects(ofType: "User").map { $0.json() } == before)
    #expect(original.count(ofType: "City") == 0)
    #expect(copy.count(ofType: "User") == 2)
    // The copies continue separately, and do not know each other's identities.
    let result = try sample.map(#"[{"id":2}]"#, into: &original)
    #expect(result.counts["User"]?.created == 1)
  }

  @Test("A store may be filled by several mappers, of several contracts")
  func severalMappers() throws {
    let users = try Sample(
      #""User": { "identifiedBy": "id", "map": { "id": "Int", "name": "String" } }"#, as: "User")
    let others = try Sample(
      #"""
      "Zoo": { "map": { "name": "String", "keeper": "User" } },
      "User": { "identifiedBy": "number", "map": { "number": "Int", "age": "Int", "name?": "String" } }
      """#, as: "Zoo")
    var store = ObjectStore()
    try users.map(#"{"id":1,"name":"a"}"#, into: &store)
    let result = try others.map(#"{"name":"z","keeper":{"number":1,"age":3}}"#, into: &store)
    #expect(result.counts["User"]?.distinct == 1)
    let keeper = try #require(store.objects(ofType: "Zoo")[0].object("keeper"))
    #expect(
      keeper.json()
        == #"{"@type":"User","@id":"User#1","id":1,"name":"a","number":1,"age":3}"#)
    #expect(try users.map(#"{"id":1,"name":"b"}"#, into: &store).counts["User"]?.updated == 1)
    #expect(store[keeper.id]["age"] == .int(3))
  }

  @Test("An object can be put into a store, and mapped values refer to it by name")
  func insertion() throws {
    var store = ObjectStore()
    let city = store.insert("City", [(name: PropertyPath(["name"]), value: .string("Ulm"))])
    let user = store.insert(
      "User",
      [
        (name: PropertyPath(["city"]), value: .object(city)),
        (name: PropertyPath(["cities"]), value: .array(MappedCollection([.object(city), .null]))),
      ])
    #expect(store[user].object("city")?["name"] == .string("Ulm"))
    #expect(store[user].objects("cities").map(\.id) == [city])
    #expect(store[user].properties.map(\.name.description) == ["city", "cities"])
    #expect(store[user]["nothing"] == nil)
    #expect(
      store.json(.object(user)).hasSuffix(#""name":"Ulm"},"cities":[{"@same":"City#1"},null]}"#))
  }

  // MARK: - Identities

  @Test(
    "Two identities are one if they become equal values of one kind",
    arguments: [
      ("Int", ["1", "1.0", "10e-1", "1"], 1), ("Int", ["0", "-0", "0.0"], 1),
      ("Int", ["1", "-1"], 2), ("UInt64", ["18446744073709551615", "1"], 2),
      ("Int(number|string)", ["1", #""1""#, #""+1""#, #""01""#], 1),
      ("Any", ["1", #""1""#], 2), ("String", [#""1""#, #""01""#, #""1 ""#, #""""#], 4),
      ("String", [#""a""#, #""\u0061""#], 1), ("String", [#""é""#, #""e\u0301""#], 2),
      ("String", [#""a""#, #""A""#], 2), ("String(string|number)", ["1", #""1""#], 1),
      ("Double", ["1", "1.0", "1.5", "1.50"], 2), ("Double", ["0", "-0.0"], 1),
      ("Decimal", ["1", "1.0", "1.10", "1.1"], 2), ("Bool", ["true", "false"], 2),
      ("Date(iso8601)", [#""2024-01-01T00:00:00Z""#, #""2024-01-01T01:00:00+01:00""#], 1),
      ("'a' | 1", [#""a""#, "1", "1.0"], 2),
      ("Int | String", ["1", #""1""#], 2), ("Int | Bool", ["1", "true"], 2),
      ("String", [#""true""#, #""\u0000""#, #""\u0000\u0000""#], 3),
    ])
  func identities(type: String, ids: [String], count: Int) throws {
    let sample = try Sample(
      #""A": { "identifiedBy": "id", "map": { "id": "\#(type)", "n": "Int" } }"#, as: "[A]")
    let elements = ids.map { #"{"id":\#($0),"n":0}"# }.joined(separator: ",")
    let result = try sample.map("[\(elements)]")
    #expect(result.isAdmitted, "\(result.violations)")
    #expect(result.store.count(ofType: "A") == count)
  }

  @Test("The parts of an identity do not run together")
  func parts() throws {
    let sample = try Sample(
      #""A": { "identifiedBy": ["a", "b"], "map": { "a": "String", "b": "String" } }"#, as: "[A]")
    let result = try sample.map(
      #"""
      [{"a":"x","b":"yz"},{"a":"xy","b":"z"},{"a":"","b":"xyz"},{"a":"xyz","b":""},
       {"a":"x\u0003","b":"yz"},{"a":"x","b":"\u0003yz"},{"b":"yz","a":"x"}]
      """#)
    #expect(result.store.count(ofType: "A") == 6)
  }

  @Test("Two types with equal identities are two, and two mappings of one type share one")
  func types() throws {
    let sample = try Sample(
      #"""
      "Zoo":   { "map": { "cat": "Cat", "dog": "Dog", "brief": "CatBrief", "full": "CatFull" } },
      "Cat":   { "identifiedBy": "id", "map": { "id": "Int", "name?": "String" } },
      "Dog":   { "identifiedBy": "id", "map": { "id": "Int", "name?": "String" } },
      "CatBrief": { "type": "Cat", "identifiedBy": "id", "map": { "cat_id": "id: Int" } },
      "CatFull":  { "type": "Cat", "extends": "Cat", "map": { "age": "Int" } }
      """#, as: "Zoo")
    let result = try sample.map(
      #"{"cat":{"id":1,"name":"a"},"dog":{"id":1},"brief":{"cat_id":1},"full":{"id":1,"age":3}}"#)
    #expect(result.counts["Cat"]?.distinct == 1)
    #expect(result.counts["Cat"]?.reused == 2)
    #expect(result.counts["Dog"]?.distinct == 1)
    let zoo = try #require(result.objects.first)
    #expect(zoo["cat"] == zoo["brief"] && zoo["cat"] == zoo["full"])
    #expect(zoo["cat"] != zoo["dog"])
    #expect(zoo.object("brief")?["age"] == .int(3))
    #expect(result.store.typeNames == ["Zoo", "Cat", "Dog"])
  }

  @Test("An identity that another type's object has is an error without effect")
  func anotherType() throws {
    let sample = try Sample(
      #"""
      "Pet": { "identifiedBy": "id", "map": { "id": "Int", "name": "String" },
               "switch": "type", "cases": { "cat": "Cat", "dog": "Dog" } }
      """#, as: "[Pet]")
    var store = ObjectStore()
    try sample.map(#"[{"id":1,"type":"cat","name":"a"}]"#, into: &store)
    let result = try sample.map(
      #"[{"id":1,"type":"dog","name":"b"},{"id":2,"type":"dog","name":"c"}]"#, into: &store)
    #expect(result.violations.map(\.expected.description) == ["identity-conflict at [0]"])
    #expect(result.isAdmitted == false)
    #expect(result.store.objects(ofType: "Cat").map { $0["name"] } == [.string("a")])
    #expect(result.store.objects(ofType: "Dog").map { $0["name"] } == [.string("c")])
    #expect(store.typeNames == ["Cat"])
    #expect(result.value(at: InstancePath([.element(0)])) == nil)
    let text = #"[{"id":1,"type":"cat","name":"a"},{"id":1,"type":"dog","name":"b"}]"#
    let violations = try sample.map(text).violations
    #expect(violations.map(\.expected.description) == ["identity-conflict at [1]"])
    #expect(
      sample.mapper.admits(try JSONDocument(parsing: text), as: sample.target) == false)
  }
}
