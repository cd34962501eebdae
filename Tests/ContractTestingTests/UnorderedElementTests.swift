import ContractTesting
import Foundation
import TestSupport
import Testing

@Suite("The order of members, and of a set's elements, has no meaning", .freshStore)
struct UnorderedElementTests {
  private struct User: Equatable {
    var login: String
    var name: String
  }

  private struct Entry: Decodable {
    var name: String
  }

  private struct Users {
    var users: [User]
  }

  private struct Raw: Decodable {
    var users: [String: Entry]
  }

  private static func keyed(
    _ user: @escaping @Sendable (String, String) -> User
  ) -> MapperUnderTest {
    .mapping { data in
      let entries = try JSONDecoder().decode(Raw.self, from: data).users
      return Users(users: entries.map { user($0.key, $0.value.name) })
    }
  }

  private static let keyedContract = """
    { "contract": 1, "endpoints": { "GET /users": {
        "users": "users: [login: User]" } },
      "mappings": { "User": { "map": { "name": "String" } } } }
    """

  private func headlines(
    _ mapper: MapperUnderTest, _ contract: String, _ target: String
  ) throws -> [String] {
    try MapperTest(mapper, keeps: OneContract.contract(contract), as: target).violations()
      .map { String($0.description.prefix { $0 != "\n" }) }
  }

  @Test("A list of a dictionary's members may be in any order", arguments: 0..<3)
  func members(run: Int) throws {
    let mapper = Self.keyed { User(login: $0, name: $1) }
    #expect(try headlines(mapper, Self.keyedContract, "GET /users") == [])
  }

  @Test("A property that is set to the name of a member is compared")
  func names() throws {
    let told = ["User makes another value of login"]
    let contract = try OneContract.contract(Self.keyedContract)
    let constant = Self.keyed { User(login: "x", name: $1) }
    let first = try MapperTest(constant, keeps: contract, as: "GET /users").violations().first
    let place = first?.description.split(separator: "\n")[1]
    #expect(place == #"  in        a.contract.json:2:14  "users": "users: [login: User]""#)
    for wrong in [
      constant, Self.keyed { User(login: $1, name: $1) },
      Self.keyed { User(login: $0.lowercased(), name: $1) },
    ] {
      #expect(try headlines(wrong, Self.keyedContract, "GET /users") == told)
    }
  }

  private struct Tagged {
    var tags: [String]
  }

  @Test("A list of a set's elements may be in any order")
  func sets() throws {
    struct Raw: Decodable {
      var tags: Set<String>
    }
    let mapper = MapperUnderTest.mapping { data in
      Tagged(tags: Array(try JSONDecoder().decode(Raw.self, from: data).tags))
    }
    let contract =
      #"{ "contract": 1, "mappings": { "T": { "map": { "tags": "tags: Set<String>" } } } }"#
    #expect(try headlines(mapper, contract, "T") == [])
  }

  private struct Track {
    var name: String
    var position: Int
  }

  @Test("An element may have a property with its position, although other elements change it")
  func positions() throws {
    struct Raw: Decodable {
      var name: String
    }
    let mapper = { (first: Int) in
      MapperUnderTest.mapping { data in
        try JSONDecoder().decode([Raw].self, from: data).enumerated().map {
          Track(name: $1.name, position: first + $0)
        }
      }
    }
    let contract = """
      { "contract": 1, "mappings": { "T": { "map": { "name": "String", "@index": "position: Int" } } } }
      """
    #expect(try headlines(mapper(0), contract, "[T]") == [])
    #expect(try headlines(mapper(1), contract, "[T]") == ["T makes another value of @index"])
  }

  private final class List<Element>: RandomAccessCollection {
    private let storage: [Element]

    init(_ storage: [Element]) { self.storage = storage }

    var startIndex: Int { storage.startIndex }
    var endIndex: Int { storage.endIndex }
    subscript(index: Int) -> Element { storage[index] }
  }

  private struct Owner {
    var friends: List<Entry>
  }

  @Test("An empty collection of the app's own type stands for an absent list")
  func ownCollections() throws {
    struct Raw: Decodable {
      var friends: [Entry]?
    }
    let mapper = MapperUnderTest.mapping { data in
      Owner(friends: List(try JSONDecoder().decode(Raw.self, from: data).friends ?? []))
    }
    let contract = """
      { "contract": 1, "mappings": { "Owner": { "map": { "friends?": "[Friend]" } },
        "Friend": { "map": { "name": "String" } } } }
      """
    #expect(try headlines(mapper, contract, "Owner") == [])
  }

  private struct Pet {
    var id: Int
    var owner: Owner
  }

  @Test("An object with an empty collection does not stand for an absent object")
  func objectsWithEmptyCollections() throws {
    struct Raw: Decodable {
      struct Owner: Decodable {
        var friends: [Entry]
      }

      var id: Int
      var owner: Owner?
    }
    let mapper = MapperUnderTest.mapping { data in
      let raw = try JSONDecoder().decode(Raw.self, from: data)
      return Pet(id: raw.id, owner: Owner(friends: List(raw.owner?.friends ?? [])))
    }
    let contract = """
      { "contract": 1, "mappings": { "Pet": { "map": { "id": "Int", "owner?": "Owner" } },
        "Owner": { "map": { "friends": "[Friend]" } }, "Friend": { "map": { "name": "String" } } } }
      """
    let found = try headlines(mapper, contract, "Pet")
    #expect(found.contains("Pet makes another value of an absent owner"), "\(found)")
  }

  @Test("A list of many members may be in any order")
  func manyMembers() throws {
    let members = (0..<200).map { #""u\#($0)":{"name":"n\#($0)"}"# }.joined(separator: ",")
    let mapper = Self.keyed { User(login: $0, name: $1) }
    let example = #"{ "name": "many", "as": "GET /users", "json": {"users":{\#(members)}} }"#
    let contract = String(Self.keyedContract.dropLast()) + #", "examples": [\#(example)] }"#
    let trial = try Trial(["a.contract.json": contract])
    let test = try MapperTest(
      mapper, keeps: Contract("a", filePath: trial.filePath), as: "GET /users")
    #expect(test.violations().map(\.description) == [])
  }
}
