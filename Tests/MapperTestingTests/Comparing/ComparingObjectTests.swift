import ContractModel
import MappingEngine
import TestSupport
import Testing

@testable import MapperTesting

private struct City {
  var cityId: Int
  var name: String
}
private struct Person {
  var userId: Int
  var name: String
  var city: City?
  var tags: [String] = []
}
private struct Nameless {
  var userId = 1
  var nmae = "a"
  var city: City?
  var tags: [String] = []
}
private struct Response {
  var user: Person
  var total: Int
}
private struct Account {
  var account: Person
  var other = 1
}
private struct Place {
  var code: String
  var name: String
}
private struct Bag {
  var names: Set<String>
  var cities: [String: Place]
  var list: Set<Int>
}
private final class Friend {
  let id: Int
  var best: Friend?
  var all: [Friend] = []
  init(_ id: Int) { self.id = id }
}
/// A wrapper that refers to itself.
private final class Ring { var ring: Ring? }
private struct Boxed { var value: Person }

@propertyWrapper private struct Kept<Value> {
  var keeps = 0
  var wrappedValue: Value

  init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}
private struct Keeping {
  var userId = 1
  var name = "a"
  @Kept var city: City?
  var tags: [String] = []
}

@Suite("Objects of the app are compared property by property")
struct ComparingObjectTests {
  private let contract: Contract

  init() throws {
    contract = try OneContract.of(
      mappings: """
        "User": { "identifiedBy": "userId", "map": { "id": "userId: Int", "name": "name: String",
          "city?": "city: City?", "tags?": "tags: [String]" } },
        "City": { "map": { "id": "cityId: Int", "name": "name: String" } },
        "Anything": { "map": { "a": "a: Any" } },
        """)
  }

  private let payload = #"{"id":1,"name":"a","city":{"id":2,"name":"b"},"tags":["x","y"]}"#

  private func lines(
    _ found: Any, as type: String = "User", _ payload: String? = nil,
    _ options: ComparisonOptions = ComparisonOptions()
  ) throws -> [String] {
    try differences(contract, type, payload ?? self.payload, found, options)
  }

  private let person = Person(
    userId: 1, name: "a", city: City(cityId: 2, name: "b"), tags: ["x", "y"])

  @Test("Each property that differs is named, and no other")
  func properties() throws {
    #expect(try lines(person) == [])
    #expect(try lines(Boxed(value: person)) == [])
    var other = person
    (other.name, other.city, other.tags) = ("b", City(cityId: 2, name: "c"), ["x", "z"])
    let changed = try lines(other)
    #expect(
      changed == [#"name: "a" / "b""#, #"tags[1]: "y" / "z""#, #"city.name: "b" / "c""#])
    (other.city, other.tags) = (nil, [])
    let emptied = try lines(other)
    #expect(
      emptied == [
        #"name: "a" / "b""#, "tags: 2 elements / 0 elements",
        #"city: City(cityId: 2, name: "b") / nil"#,
      ])
    #expect(try lines(Nameless()).first == "name: Nameless has none, nearest nmae")
    #expect(try lines(3).first?.hasPrefix("[") == false)
  }

  @Test("Absent and null are nil, or an empty collection without an optional")
  func nothing() throws {
    let absent = #"{"id":1,"name":"a"}"#
    let null = #"{"id":1,"name":"a","city":null}"#
    #expect(try lines(Person(userId: 1, name: "a"), absent) == [])
    #expect(try lines(Person(userId: 1, name: "a"), null) == [])
    #expect(try lines(Keeping(), absent) == [])
    #expect(
      try lines(Keeping(city: City(cityId: 1, name: "c")), null).first?.hasPrefix("city: nil / ")
        == true)
    let found = try lines(person, null)
    #expect(
      found == [
        #"tags: nil / ["x", "y"] (if the app means this value for what is absent, the contract may say so: "default")"#,
        #"city: nil / City(cityId: 2, name: "b")"#,
      ])
  }

  private func lines(_ found: Any, _ payload: String) throws -> [String] {
    try lines(found, as: "User", payload)
  }

  @Test("Properties can be skipped, compared by hand, and renamed")
  func options() throws {
    var other = person
    (other.name, other.city) = ("A", City(cityId: 2, name: "c"))
    let skipping = ComparisonOptions(comparing: [.skipping("name")])
    #expect(try lines(other, as: "User", nil, skipping) == [])
    let ofCity = ComparisonOptions(comparing: [.skipping("City.name")])
    #expect(try lines(other, as: "User", nil, ofCity) == [#"name: "a" / "A""#])
    let byHand = ComparisonOptions(comparing: [
      .comparing("User.name") { contract, app in
        contract.string?.uppercased() == app as? String
      }
    ])
    #expect(try lines(other, as: "User", nil, byHand) == [#"city.name: "b" / "c""#])
    let named = ComparisonOptions(named: ["User.name": "nmae"])
    #expect(try lines(Nameless(), as: "User", #"{"id":1,"name":"a"}"#, named) == [])
  }

  @Test("A root is a type with the property, or the value of the line")
  func roots() throws {
    let payload = #"{"user":\#(payload)}"#
    #expect(try lines(person, as: "user: User", payload) == [])
    #expect(try lines(Response(user: person, total: 1), as: "user: User", payload) == [])
    let named = ComparisonOptions(named: ["user": "account"])
    #expect(try lines(Account(account: person), as: "user: User", payload, named) == [])
    var other = person
    other.name = "b"
    #expect(try lines(other, as: "user: User", payload) == [#"user.name: "a" / "b""#])
  }

  @Test("Sets are in any order, keyed collections dictionaries or arrays")
  func collections() throws {
    let payload = #"""
      {"names":["a","b","a"],"cities":{"1":{"name":"x"},"2":{"name":"y"}},"list":[3,1,2]}
      """#
    let contract = try OneContract.of(
      mappings: """
        "Bag": { "map": { "names": "names: Set<String>", "cities": "cities: [code: Place]",
          "list": "list: [Int]" } },
        "Place": { "map": { "name": "name: String" } },
        """)
    let cities = ["1": Place(code: "1", name: "x"), "2": Place(code: "2", name: "y")]
    for _ in 0..<10 {
      let bag = Bag(names: ["a", "b"], cities: cities, list: [1, 2, 3])
      let found = try differences(contract, "Bag", payload, bag)
      #expect(found == [])
    }
    let wrong = Bag(names: ["a", "c"], cities: [:], list: [1, 2, 4])
    let found = try differences(contract, "Bag", payload, wrong)
    #expect(
      found == [
        #"names[1]: "b" / nil (it is not in the app's set)"#,
        #"names: nil / "c" (the app's set has more)"#,
        "list[0]: 3 / nil (it is not in the app's set)",
        "list: nil / 4 (the app's set has more)",
        #"cities.1: Place(code: "1", name: "x") / not there"#,
        #"cities.2: Place(code: "2", name: "y") / not there"#,
      ])
  }

  @Test("JSON values are compared as far as the app's types are known")
  func anyJSON() throws {
    let payload = #"{"a":{"b":[1,0,true,null,1.5],"c":18446744073709551615}}"#
    let list: [Any?] = [1, 0, true, nil, 1.5]
    #expect(
      try lines(["a": ["b": list, "c": UInt64.max] as [String: Any]], as: "Anything", payload) == []
    )
    #expect(
      try lines(["a": ["b": list, "c": Int.max] as [String: Any]], as: "Anything", payload) != [])
    let more = ["b": list, "c": UInt64.max, "d": 1] as [String: Any]
    #expect(try lines(["a": more], as: "Anything", payload) != [])
    enum Node {
      case null
      case list([Node])
    }
    #expect(try lines(["a": [Node.null]], as: "Anything", #"{"a":[null]}"#) == [])
  }

  @Test("Recursive types without the properties are handled")
  func rings() throws {
    let ring = Ring()
    ring.ring = ring
    #expect(try lines(ring) != [])
    ring.ring = nil
  }
}

@Suite("Stores of the app are compared object by object")
struct ComparingStoreTests {
  private let contract: Contract

  init() throws {
    contract = try OneContract.of(
      mappings: """
        "Friend": { "identifiedBy": "id", "map": { "id": "id: Int", "best?": "best: Friend",
          "all?": "all: [Friend]" } },
        """)
  }

  private let payload = """
    [{"id":1,"best":{"id":2}},{"id":2,"best":{"id":1}},{"id":3,"best":{"id":3},"all":[{"id":1}]}]
    """

  private func lines(_ friends: [Friend]) throws -> [String] {
    let mapper = MapperUnderTest.mapping(
      into: [Friend](), { $1 = friends }, objects: { $0 })
    let target = MappingTarget(try TargetText("[Friend]").target)
    let check = MapperCheck(Mapper(contract, as: target), as: target, mapper)
    return check.disagreements(over: [Array(payload.utf8)]).map { "\($0.contract) / \($0.mapper)" }
  }

  @Test("Cycles are followed once, and a reference to another object is reported")
  func circles() throws {
    let friends = [Friend(3), Friend(1), Friend(2)]
    (friends[0].best, friends[0].all) = (friends[0], [friends[1]])
    (friends[1].best, friends[2].best) = (friends[2], friends[1])
    #expect(try lines(friends) == [])
    friends[1].best = friends[1]
    #expect(try lines(friends) == ["Friend[0].best.id = 2 / Friend[0].best.id = 1"])
    // Both objects were compared before, each with itself.
    (friends[1].best, friends[0].all) = (friends[2], [friends[2]])
    let other = try lines(friends)
    #expect(other.first == "Friend[2].all[0].id = 1 / Friend[2].all[0].id = 2")
    for friend in friends { (friend.best, friend.all) = (nil, []) }
  }

  @Test("An object with an unknown identity matches no object")
  func unknownIdentity() throws {
    let friends = [Friend(9), Friend(2), Friend(3)]
    friends[1].best = friends[0]
    (friends[2].best, friends[2].all) = (friends[2], [friends[0]])
    friends[0].best = friends[1]
    #expect(try lines(friends) == ["Friend[0].id = 1 / Friend[0].id = 9"])
    for friend in friends { (friend.best, friend.all) = (nil, []) }
  }
}
