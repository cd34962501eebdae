import ContractTesting
import Foundation
import Testing

/// Boys and girls are told apart by a key.
private class Person: Decodable {
  let name: String
  let friends: [Person]?

  private enum CodingKeys: String, CodingKey { case name, friends, type }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decode(String.self, forKey: .name)
    guard container.contains(.friends) else {
      friends = nil
      return
    }
    friends = try container.decode([AnyPerson].self, forKey: .friends).map(\.person)
  }
}

private final class Boy: Person {}
private final class Girl: Person {}

/// Chooses the class.
private struct AnyPerson: Decodable {
  let person: Person

  private enum CodingKeys: String, CodingKey { case type }
  private enum Kind: String, Decodable {
    case boy = "Boy"
    case girl = "Girl"
  }

  init(from decoder: any Decoder) throws {
    let kind = try decoder.container(keyedBy: CodingKeys.self).decode(Kind.self, forKey: .type)
    switch kind {
    case .boy: person = try Boy(from: decoder)
    case .girl: person = try Girl(from: decoder)
    }
  }
}

private struct People: Decodable {
  let people: [AnyPerson]
}

/// Leaves out who is neither a boy nor a girl.
private struct SomePeople: Decodable {
  let people: [AnyPerson]

  private enum CodingKeys: String, CodingKey { case people }
  private struct Perhaps: Decodable {
    let person: AnyPerson?
    init(from decoder: any Decoder) throws { person = try? AnyPerson(from: decoder) }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    people = try container.decode([Perhaps].self, forKey: .people).compactMap(\.person)
  }
}

@Suite("Boys and girls, by classes")
struct PeopleMapperTests {
  @Test("The mapper keeps the contract")
  func keepsContract() throws {
    try expect(.decoding(People.self), keeps: Contract("groups"), as: "GET /people")
  }

  @Test("There are two boys and two girls")
  func people() throws {
    let test = try MappingTest(
      Contract("groups"), as: "GET /people", fixture: "people.json",
      mapper: .decoding(People.self))
    test.expect("people", to: "people", count: 2)
    test.expect("people[0].friends[1].name", to: "name", value: "Jane Doe")
    test.expectObjects("Boy", count: 2)
    test.expectObjects("Girl", count: 2)
    test.verify()
  }

  @Test("A mapper that leaves somebody out is told")
  func broken() throws {
    let test = try MapperTest(
      .decoding(SomePeople.self), keeps: Contract("groups"), as: "GET /people")
    #expect(
      test.violations().map(\.description) == [
        #"""
        the mapper disagrees with Contracts/groups.contract.json:9:46  "people": "people: [Person]"
          when      people[0] wrong type 0
          payload   {"people":[0]}
          contract  rejects it: people[0]: expected Person, found a number
          mapper    accepts it: people = []
          also      people[0] null, people an array in the array, people null element, people wrong element in the middle of three, people[0] wrong type true, people[0] wrong type 1, and 9 more
          replay    CONTRACTCHECK_REPLAY='wrong-type:zero@people[0]' swift test
        """#,
        #"""
        the mapper disagrees with Contracts/groups.contract.json:51:17
          when      people[0] empty object
          payload   {"people":[{}]}
          contract  rejects it: people[0]: the key "type", which tells the cases of Person apart, is missing
          mapper    accepts it
          also      people[0].type missing, people[0].type null, people[0].type wrong type true, people[0].type wrong type 0, people[0].type wrong type 1, people[0].type wrong type 3.7, and 26 more
          replay    CONTRACTCHECK_REPLAY='object:empty@people[0]' swift test
        """#,
        #"""
        the mapper disagrees with Contracts/groups.contract.json:50:27  "name": "name: String"
          when      people[0].name missing
          payload   {"people":[{"type":"Boy"}]}
          contract  rejects it: people[0].name: the key "name" is missing
          mapper    accepts it
          also      people[0].name null, people[0].name wrong type true, people[0].name wrong type 0, people[0].name wrong type 1, people[0].name wrong type 3.7, people[0].name wrong type [], and 3 more
          replay    CONTRACTCHECK_REPLAY='missing@people[0].name' swift test
        """#,
      ])
  }
}
