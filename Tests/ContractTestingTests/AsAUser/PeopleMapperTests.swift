import ContractTesting
import Foundation
import Testing

/// The superclass of boys and girls, which a key distinguishes.
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

/// Chooses the class of an element.
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

/// Omits people who are neither boys nor girls.
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

/// Reads everybody as a girl.
private struct Girls: Decodable {
  let people: [Girl]
}

/// Distinguishes boys and girls, and swaps them.
private struct SwappedPeople: Decodable {
  enum Child: Decodable {
    case boy(Person)
    case girl(Person)

    init(from decoder: any Decoder) throws {
      let person = try AnyPerson(from: decoder).person
      self = person is Boy ? .girl(person) : .boy(person)
    }
  }

  let people: [Child]
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

  @Test("A mapper that omits an element is reported")
  func broken() throws {
    let test = try MapperTest(
      .decoding(SomePeople.self), keeps: Contract("groups"), as: "GET /people")
    #expect(
      test.violations().map(\.description) == [
        #"""
        the mapper leaves out elements of people that the contract refuses
          in        Contracts/groups.contract.json:9:46  "people": "people: [Person]"
          when      people[0] wrong type 0
          payload   {"people":[0]}
          contract  rejects it: people[0]: expected Person, found a number
          mapper    accepts it: people has 0 of 1 element
          also      on 61 other payloads
          replay    CONTRACTCHECK_REPLAY='wrong-type:zero@people[0]' swift test
        """#
      ])
  }

  @Test("A mapper that creates a wrong variant is reported once per variant")
  func variants() throws {
    let test = try MapperTest(
      .decoding(SwappedPeople.self), keeps: Contract("groups"), as: "GET /people")
    #expect(
      test.violations().map(\.description) == [
        #"""
        Person makes a Girl of a Boy
          in        Contracts/groups.contract.json:52:19
          when      the payload is valid
          payload   {"people":[{"name":"a","type":"Boy"}]}
          contract  people[0] = Boy(name: "a")
          mapper    people[0] = .girl(Boy(name: "a", friends: nil))
          also      on 42 other payloads
        """#,
        #"""
        Person makes a Boy of a Girl
          in        Contracts/groups.contract.json:52:33
          when      the payload is valid, {Person: type = 'Girl'}
          payload   {"people":[{"name":"a","type":"Girl"}]}
          contract  people[0] = Girl(name: "a")
          mapper    people[0] = .boy(Girl(name: "a", friends: nil))
          also      on 7 other payloads
        """#,
      ])
    let girls = try MapperTest(.decoding(Girls.self), keeps: Contract("groups"), as: "GET /people")
    let girl = girls.violations().map(\.description).filter { $0.contains("Girl of") }
    #expect(
      girl == [
        #"""
        Person makes a Girl of a Boy
          in        Contracts/groups.contract.json:52:19
          when      the payload is valid
          payload   {"people":[{"name":"a","type":"Boy"}]}
          contract  people[0] = Boy(name: "a")
          mapper    people[0] = Girl(name: "a", friends: nil)
          also      on 42 other payloads
        """#
      ])
  }
}
