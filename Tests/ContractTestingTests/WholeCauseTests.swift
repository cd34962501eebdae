import Foundation
import Testing

@testable import ContractTesting

@Suite("One cause at many key paths is one issue", .freshStore)
struct WholeCauseTests {
  private struct Person: Decodable {
    let id: Int
    let name: String
    let city: String
  }

  private static let person = #""id": "id: Int", "name": "name: String", "city": "city: String""#

  /// The first line of each issue.
  private func headlines(
    _ mapper: MapperUnderTest, _ mappings: String, as type: String
  ) throws -> [String] {
    try texts(mapper, mappings, as: type).map { String($0.prefix { $0 != "\n" }) }
  }

  private func texts(
    _ mapper: MapperUnderTest, _ mappings: String, as type: String
  ) throws -> [String] {
    let trial = try Trial([
      "items.contract.json": #"{ "contract": 1, "mappings": { \#(mappings) } }"#
    ])
    return try MapperTest(
      mapper, keeps: Contract("items", filePath: trial.filePath), as: type
    ).violations().map(\.description)
  }

  @Test("An object read from another key is one issue")
  func otherObject() throws {
    struct Order: Decodable {
      let buyer: Person
      let seller: Person?

      enum CodingKeys: String, CodingKey { case buyer }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        buyer = try container.decode(Person.self, forKey: .buyer)
        seller = try container.decode(Person.self, forKey: .buyer)
      }
    }
    let found = try texts(
      .decoding(Order.self),
      """
      "Person": { "map": { \(Self.person) } },
      "Order": { "map": { "buyer": "buyer: Person", "seller?": "seller: Person?" } }
      """, as: "Order")
    #expect(
      found.map { $0.prefix { $0 != "\n" } } == [
        "Order has another object of the payload as seller"
      ])
    #expect(found.first?.contains("\n  hint      that is what buyer is\n") ?? false, "\(found)")
  }

  @Test("A value read from another key names the property that has it")
  func otherValue() throws {
    struct Size: Decodable {
      var id: Int
      var width: Int
      var height: Int

      enum CodingKeys: String, CodingKey {
        case id
        case width = "height"
        case height = "width"
      }
    }
    let size = #""Size": { "map": { "id": "Int", "width": "Int", "height": "Int" } }"#
    let swapped = try texts(.decoding(Size.self), size, as: "Size")
    #expect(
      swapped == [
        """
        Size makes another value of width, height
          in        items.contract.json:1:73  "width": "width: Int"
          when      the payload is valid
          payload   {"id":10,"width":11,"height":12}
          contract  width = 11
          mapper    width = 12
          hint      that is what height is
          also      on 47 other payloads
        """
      ])
    // Only this payload has a height of the width plus one.
    let mapper = MapperUnderTest.mapping { data in
      let size = try JSONDecoder().decode([String: Int].self, from: data)
      guard let id = size["id"], let width = size["width"], let height = size["height"] else {
        throw CocoaError(.coderReadCorrupt)
      }
      return Size(id: id, width: width &+ 1, height: height)
    }
    let wider = try texts(mapper, size, as: "Size").filter { $0.contains("of width") }
    #expect(wider.count == 1 && !wider[0].contains("hint"), "\(wider)")
  }

  @Test("A changed order of elements is one issue")
  func reordered() throws {
    let found = try headlines(
      .mapping { try JSONDecoder().decode([Person].self, from: $0).sorted { $0.name < $1.name } },
      #""Person": { "map": { \#(Self.person) } }"#, as: "[Person]")
    #expect(found == ["the mapper has the elements of the payload in another order"])
  }

  @Test("Rejecting unknown members is one issue, whatever their type")
  func refusedMembers() throws {
    let found = try texts(
      .mapping { data in
        let json = try JSONSerialization.jsonObject(with: data)
        let keys: Set<String> = ["id", "name", "city", "home", "street"]
        func check(_ value: Any) throws {
          for (key, value) in value as? [String: Any] ?? [:] {
            guard keys.contains(key) else { throw CocoaError(.coderReadCorrupt) }
            try check(value)
          }
        }
        try check(json)
        return try JSONDecoder().decode(Resident.self, from: data)
      },
      """
      "Home": { "map": { "street": "street: String" } },
      "Resident": { "map": { "name": "name: String", "home": "home: Home" } }
      """, as: "Resident")
    #expect(found.count == 1, "\(found)")
    #expect(
      found.first?.hasPrefix("the mapper refuses members that no line reads\n") ?? false, "\(found)"
    )
  }

  private struct Resident: Decodable {
    struct Home: Decodable { let street: String }

    let name: String
    let home: Home
  }

  @Test("A renamed member is one issue")
  func readsMember() throws {
    let found = try headlines(
      .mappingJSON { json in
        guard let members = json as? [String: Any],
          let name = (members["NAME"] ?? members["name"]) as? String
        else { throw CocoaError(.coderReadCorrupt) }
        return ["name": name]
      }, #""Item": { "map": { "name": "name: String" } }"#, as: "Item")
    #expect(found == [#"Item reads "NAME" for name"#])
  }

  @Test("An object that becomes nil for any fault is one issue")
  func lostObject() throws {
    struct Owner: Decodable {
      let name: String
      let home: Resident.Home?

      enum CodingKeys: CodingKey { case name, home }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        home = try? container.decode(Resident.Home.self, forKey: .home)
      }
    }
    let found = try headlines(
      .decoding(Owner.self),
      """
      "Home": { "map": { "street": "street: String" } },
      "Owner": { "map": { "name": "name: String", "home?": "home: Home" } }
      """, as: "Owner")
    #expect(found == ["Owner reads an invalid home as nil"])
  }

  // MARK: - Several types

  private struct Shop: Decodable {
    struct Place: Decodable { let street: String? }
    struct Owner: Decodable {
      let name: String?
      let place: Place?
    }

    let title: String?
    let owner: Owner?
  }

  @Test("A cause in three types is one issue with all keys; in two types it is two")
  func manyTypes() throws {
    let parts = """
      "Place": { "map": { "street": "street: String" } },
      "Owner": { "map": { "name": "name: String", "place": "place: Place" } },
      """
    let three = try headlines(
      .decoding(Shop.self),
      parts + #""Shop": { "map": { "title": "title: String", "owner": "owner: Owner" } }"#,
      as: "Shop")
    #expect(
      three == [
        "the mapper reads 5 absent or null keys as nil: "
          + "Shop.title, Owner.name, Place.street, Shop.owner, Owner.place"
      ])
    let two = try headlines(
      .decoding(Shop.Owner.self), String(parts.dropLast(1)), as: "Owner")
    #expect(
      two == [
        "Owner reads 2 absent or null keys as nil: name, place",
        "Place reads an absent or null street as nil",
      ])
  }

  @Test("Two types that reject a value for one reason have one cause")
  func oneReason() throws {
    struct Reply: Decodable { let at: Date }
    struct Post: Decodable {
      let at: Date
      let reply: Reply
    }
    let decoder = JSONDecoder()
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = "yyyy-MM-dd'T'HH:mm:ssXXXXX"
    decoder.dateDecodingStrategy = .formatted(formatter)
    let found = try headlines(
      .decoding(Post.self, with: decoder),
      """
      "Reply": { "map": { "at": "at: Date(iso8601)" } },
      "Post": { "map": { "at": "at: Date(iso8601)", "reply": "reply: Reply" } }
      """, as: "Post")
    #expect(found == ["the mapper refuses 2 valid keys: Post.at, Reply.at"])
  }

  @Test("Old values in a store are one issue")
  func oldValues() throws {
    final class Store {
      var people: [Int: Person] = [:]
    }
    let found = try headlines(
      .mapping(into: Store()) { data, store in
        for person in try JSONDecoder().decode([Person].self, from: data)
        where store.people[person.id] == nil {
          store.people[person.id] = person
        }
      } objects: {
        $0.people.values.sorted { $0.id < $1.id }
      }, #""Person": { "identifiedBy": "id", "map": { \#(Self.person) } }"#, as: "[Person]")
    #expect(found == ["Person keeps the old value of name, city"])
  }

  @Test("A wrong case with its unread keys is one issue")
  func variant() throws {
    struct Card: Decodable { let id: String }
    struct Bank: Decodable {
      let id: String
      let iban: String
    }
    enum Payment: Decodable {
      case card(Card)
      case bank(Bank)

      init(from decoder: any Decoder) throws { self = .card(try Card(from: decoder)) }
    }
    let found = try headlines(
      .decoding(Payment.self),
      """
      "Payment": { "switch": "kind", "cases": { "card": "Card", "bank": "Bank" } },
      "Card": { "map": { "id": "id: String" } },
      "Bank": { "map": { "id": "id: String", "iban": "iban: String" } }
      """, as: "Payment")
    #expect(found.first == "Payment makes a Card of a Bank")
    #expect(!found.contains { $0.hasPrefix("Bank") }, "\(found)")
  }
}
