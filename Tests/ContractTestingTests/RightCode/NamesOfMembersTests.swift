import ContractTesting
import Foundation
import Testing

@Suite(
  "Members have no order, and an unknown one is an entry of a dictionary", .freshStore)
struct NamesOfMembersTests {
  // MARK: - Dictionaries

  private func tables() throws -> RightCode {
    try RightCode(
      """
      "Table": { "map": { "rates": "rates: [String: Rate]", "texts?": "texts: [String: String]?",
        "any?": "any: Any?", "lists": "lists: [[String: Rate]]" } },
      "Rate": { "map": { "value": "value: Double" } }
      """, as: "Table")
  }

  private struct Rate: Decodable { var value: Double }

  private struct Table: Decodable {
    var rates: [String: Rate]
    var texts: [String: String]?
    var any: Anything?
    var lists: [[String: Rate]]

    /// Keeps any value unchanged.
    struct Anything: Decodable {
      init(from decoder: any Decoder) throws {}
    }
  }

  @Test("A dictionary with required entries gets no unknown member")
  func dictionaries() throws {
    let found = try tables().issues(
      ["Codable": .decoding(Table.self)], laws: [.unknownMembersAreIgnored])
    #expect(found == [])
  }

  @Test("Other objects still get unknown members")
  func strictObject() throws {
    let strict = MapperUnderTest.mapping { data in
      let json = try ByHand.object(JSONSerialization.jsonObject(with: data))
      guard Set(json.keys).isSubset(of: ["rates", "texts", "any", "lists"]) else {
        throw ByHand.Failure()
      }
      return try JSONDecoder().decode(Table.self, from: data)
    }
    let found = try tables().issues(["strict": strict], laws: [.unknownMembersAreIgnored])
    #expect(found == ["strict: the mapper refuses members that no line reads"])
  }

  // MARK: - Keyed collections

  private func groups() throws -> RightCode {
    try RightCode(
      """
      "Group": { "identifiedBy": "id", "map": { "id": "id: Int", "people": "people: [name: Person]" } },
      "Person": { "map": { "age": "age: Int", "nick?": "nick: String?" } }
      """, as: "Group")
  }

  private struct Person {
    var name: String
    var age: Int
    var nick: String?
  }

  private struct Details: Decodable {
    var age: Int
    var nick: String?
  }

  private struct Group {
    var id: Int
    var people: [Person]
  }

  private struct GroupByHand: Decodable {
    var id: Int
    var people: [Person]

    enum CodingKeys: CodingKey { case id, people }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      id = try values.decode(Int.self, forKey: .id)
      people = try values.decode([String: Details].self, forKey: .people).map {
        Person(name: $0, age: $1.age, nick: $1.nick)
      }
    }
  }

  private static func group(_ json: Any, isRight: Bool = true) throws -> Group {
    let json = try ByHand.object(json)
    var people = try ByHand.object(json["people"]).map { name, value in
      let value = try ByHand.object(value)
      return Person(
        name: name, age: try ByHand.int(value["age"]),
        nick: try ByHand.optional(value["nick"], ByHand.text))
    }
    if !isRight, people.count > 1 {
      // The order of a dictionary differs in each process, so the people are sorted.
      people.sort { $0.name.unicodeScalars.lexicographicallyPrecedes($1.name.unicodeScalars) }
      (people[0].age, people[1].age) = (people[1].age, people[0].age)
    }
    return Group(id: try ByHand.int(json["id"]), people: people)
  }

  private static func store(isRight: Bool = true) -> MapperUnderTest {
    .mapping(into: [Int: Group]()) { data, store in
      let group = try group(JSONSerialization.jsonObject(with: data), isRight: isRight)
      store[group.id] = group
    } objectsByType: { store in
      ["Group": store.sorted { $0.key < $1.key }.map(\.value)]
    }
  }

  @Test("Hand-written mappers and stores may depend on the order of a dictionary")
  func keyed() throws {
    let found = try groups().issues([
      "by hand": .decoding(GroupByHand.self), "closure": .mappingJSON { try Self.group($0) },
      "store": Self.store(),
    ])
    #expect(found == [])
  }

  @Test("A dictionary of Codable values passes")
  func codable() throws {
    struct Group: Decodable {
      var id: Int
      var people: [String: Details]
    }
    let code = try RightCode(
      """
      "Group": { "identifiedBy": "id", "map": { "id": "id: Int", "people": "people: [String: Person]" } },
      "Person": { "map": { "age": "age: Int", "nick?": "nick: String?" } }
      """, as: "Group")
    let found = try code.issues(["Codable": .decoding(Group.self)])
    #expect(found == [])
  }

  @Test("Asynchronous mappers may depend on the order")
  func awaiting() async throws {
    let found = try await groups().issues(
      .mappingJSON { json in
        await Task.yield()
        return try Self.group(json)
      })
    #expect(found == [])
  }

  @Test("A value under another name is reported")
  func wrong() throws {
    let found = try groups().issues([
      "closure": .mappingJSON { try Self.group($0, isRight: false) },
      "store": Self.store(isRight: false),
    ])
    #expect(
      found == [
        "closure: Person makes another value of age",
        "store: Person makes another value of age",
      ])
  }
}
