import ContractModel
import JSONParsing
import MappingEngine
import TestSupport
import Testing

@Suite("A rejected payload leaves the store unchanged, and its result tells what was mapped")
struct RefusedPayloadTests {
  private static let mappings = #"""
    "User": { "identifiedBy": "id",
              "map": { "id": "Int", "name?": "String", "home?": "Place",
                       "friends?": { "to": "friends", "type": "[User]", "assign": "union" },
                       "cityId?": "Int" },
              "connect": { "city: City": { "cityId": "cityId" } } },
    "City": { "identifiedBy": "cityId", "map": { "cityId": "Int", "name?": "String" } },
    "Place": { "map": { "street": "String", "@parent.name?": "owner: String" } },
    "Page": { "map": { "users?": "[User]", "cities?": "[City]", "total?": "Int" } }
    """#

  @Test("Created objects are removed, and changed ones restored")
  func oneRefusal() throws {
    let sample = try Sample(Self.mappings, as: "Page")
    var store = ObjectStore()
    try sample.map(#"{"users":[{"id":1,"name":"a"}]}"#, into: &store)
    let before = store.state
    let refused = try sample.map(
      #"""
      {"cities":[{"cityId":3,"name":"Ulm"}],
       "users":[{"id":1,"name":"b","cityId":3},{"id":2}], "total":"x"}
      """#, into: &store)
    #expect(!refused.isAdmitted)
    #expect(store.state == before)
    // The result describes the rejected payload.
    #expect(refused.counts["User"]?.created == 1)
    #expect(refused.counts["User"]?.updated == 1)
    #expect(refused.store.objects(ofType: "User").map { $0["name"] } == [.string("b"), nil])
    let page = try #require(refused.objects.first)
    #expect(page.objects("users").first?.object("city")?["name"] == .string("Ulm"))
    // The removed object is created again, and the existing one is found.
    let again = try sample.map(#"{"users":[{"id":2},{"id":1}]}"#, into: &store)
    #expect(again.counts["User"]?.created == 1)
    #expect(again.counts["User"]?.reused == 1)
    #expect(store.objects(ofType: "User").map(\.label) == ["User#1", "User#2"])
  }

  @Test("A reference to a removed object leads to an empty object, and to no other")
  func strayReferences() throws {
    let sample = try Sample(Self.mappings, as: "Page")
    var store = ObjectStore()
    let refused = try sample.map(#"{"users":[{"id":7,"name":"a"}],"total":"x"}"#, into: &store)
    try sample.map(#"{"users":[{"id":8,"name":"b"}]}"#, into: &store)
    let value = try #require(refused.value)
    #expect(store.json(value) == #"{"@type":"Page","@id":"Page#1"}"#)
    #expect(refused.store.json(value).contains(#""name":"a""#))
  }

  @Test("Warnings reject nothing")
  func warnings() throws {
    let sample = try Sample(Self.mappings, as: "Page")
    var store = ObjectStore()
    let result = try sample.map(
      #"{"users":[{"id":1,"name":"a"},{"id":1,"name":"b"}]}"#, into: &store)
    #expect(result.violations.map(\.rule) == [.identityConflict])
    #expect(store.count(ofType: "User") == 1)
  }

  @Test("The target object of a rejected payload is restored")
  func onto() throws {
    let sample = try Sample(Self.mappings, as: "User")
    var store = ObjectStore()
    let user = store.insert("User", [(name: PropertyPath(["name"]), value: .string("before"))])
    let result = try sample.map(#"{"id":1,"name":"after","cityId":"x"}"#, into: &store, onto: user)
    #expect(result.store[user]["name"] == .string("after"))
    #expect(store[user].properties.map(\.name.description) == ["name"])
    #expect(store[user]["name"] == .string("before"))
    // A later mention does not find it by the identity that it would have had.
    let next = try sample.map(#"{"id":1}"#, into: &store)
    #expect(next.counts["User"]?.created == 1)
  }

  @Test("Only admitted payloads count", arguments: 0..<40)
  func sequences(seed: Int) throws {
    let sample = try Sample(Self.mappings, as: "Page")
    var generator = SplitMix64(seed: UInt64(seed))
    var (all, admitted) = (ObjectStore(), ObjectStore())
    var (refusedCount, admittedCount) = (0, 0)
    for _ in 0..<12 {
      let payload = Self.page(&generator)
      let before = all.state
      let result = try sample.map(payload, into: &all)
      guard result.isAdmitted else {
        refusedCount += 1
        #expect(all.state == before, "\(payload)")
        continue
      }
      admittedCount += 1
      let other = try sample.map(payload, into: &admitted)
      #expect(all.state == admitted.state, "\(payload)")
      #expect(result.counts == other.counts, "\(payload)")
      #expect(result.events.map(\.description) == other.events.map(\.description), "\(payload)")
    }
    #expect(refusedCount > 0 && admittedCount > 0)
  }

  private static func page(_ generator: inout SplitMix64) -> String {
    func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }
    func user(_ depth: Int) -> String {
      var members = ["\"id\":\(Int.random(in: 1...8, using: &generator))"]
      if chance(50) { members.append("\"name\":\"\(Int.random(in: 0...3, using: &generator))\"") }
      if chance(30) { members.append(#""home":{"street":"s"}"#) }
      if chance(30) { members.append("\"cityId\":\(Int.random(in: 1...3, using: &generator))") }
      if depth < 2, chance(40) { members.append("\"friends\":[\(user(depth + 1))]") }
      if chance(8) { members.append(#""name":5"#) }
      return "{" + members.joined(separator: ",") + "}"
    }
    let users = (0..<Int.random(in: 0...4, using: &generator)).map { _ in user(0) }
    let cities = (0..<Int.random(in: 0...2, using: &generator)).map { _ in
      "{\"cityId\":\(Int.random(in: 1...3, using: &generator)),\"name\":\"c\"}"
    }
    let total = chance(25) ? "\"x\"" : "1"
    return "{\"cities\":[\(cities.joined(separator: ","))],"
      + "\"users\":[\(users.joined(separator: ","))],\"total\":\(total)}"
  }
}

extension ObjectStore {
  /// The visible state of a store.
  fileprivate var state: [String] {
    typeNames.map(\.text) + allObjects.map { "\($0.label) \($0.json())" }
      + allObjects.map { $0.properties.map(\.name.description).joined(separator: ",") }
  }
}
