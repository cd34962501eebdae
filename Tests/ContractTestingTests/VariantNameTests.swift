import ContractTesting
import Foundation
import TestSupport
import Testing

private struct Row: Decodable {
  var type: String
  var name: String
  var ball: String?
  var doll: String?
}

private class Human {
  let name: String
  let ball: String?
  let doll: String?

  init(_ row: Row) { (name, ball, doll) = (row.name, row.ball, row.doll) }
}

private final class HBoy: Human {}
private final class HGirl: Human {}
private final class Son: Human {}
private final class Daughter: Human {}
private final class BoyModel: Human {}
private final class GirlModel: Human {}

private enum Kid {
  case boy(Human)
  case girl(Human)
}

private enum KidKind {
  case kidBoy(Human)
  case kidGirl(Human)
}

private enum Own {
  final class Boy: Human {}
  final class Girl: Human {}
}

@Suite("Names of the app's types distinguish the cases of a mapping", .freshStore)
struct VariantNameTests {
  private struct Unknown: Error {}

  private let contract: Contract

  init() throws {
    let trial = try Trial([
      "people.contract.json": """
      { "contract": 1, "mappings": {
        "Person": { "map": { "name": "String" }, "switch": "type",
          "cases": { "boy": "Boy", "girl": "Girl" } },
        "Boy": { "map": { "name": "String", "ball?": "String?" } },
        "Girl": { "map": { "name": "String", "doll?": "String?" } } } }
      """
    ])
    contract = try Contract("people", filePath: trial.filePath)
  }

  private func test(
    named names: [String: String] = [:], boy: @escaping (Row) -> Any, girl: @escaping (Row) -> Any
  ) throws -> MapperTest {
    let mapper = MapperUnderTest.mapping { data in
      try JSONDecoder().decode([Row].self, from: data).map { row -> Any in
        switch row.type {
        case "boy": return boy(row)
        case "girl": return girl(row)
        default: throw Unknown()
        }
      }
    }
    return try MapperTest(mapper, keeps: contract, as: "[Person]", named: names)
  }

  private func texts(
    named names: [String: String] = [:], boy: @escaping (Row) -> Any, girl: @escaping (Row) -> Any
  ) throws -> [String] {
    try test(named: names, boy: boy, girl: girl).violations().map(\.description)
  }

  @Test(
    "Common prefixes and suffixes are removed, and swapped types reported",
    .enabled(if: TestDepth.isFull))
  func affixes() throws {
    #expect(try texts(boy: { HBoy($0) }, girl: { HGirl($0) }) == [])
    #expect(try texts(boy: { BoyModel($0) }, girl: { GirlModel($0) }) == [])
    #expect(
      try texts(boy: { KidKind.kidBoy(Human($0)) }, girl: { KidKind.kidGirl(Human($0)) }) == [])
    let swapped = try texts(boy: { HGirl($0) }, girl: { HBoy($0) })
    // Each case is a separate cause.
    #expect(swapped.count == 2, "\(swapped)")
    #expect(
      swapped.first == #"""
        Person makes a Girl of a Boy
          in        people.contract.json:3:16
          when      the payload is valid
          payload   [{"name":"a","ball":"b","type":"boy"}]
          contract  [0] = Boy(name: "a", ball: "b")
          mapper    [0] = HGirl(name: "a", ball: "b", doll: nil)
          also      on 57 other payloads
        """#)
    #expect(try texts(boy: { GirlModel($0) }, girl: { BoyModel($0) }).count == 2)
    #expect(
      try texts(boy: { KidKind.kidGirl(Human($0)) }, girl: { KidKind.kidBoy(Human($0)) }).count
        == 2)
  }

  @Test("Names come from the contract or the test")
  func names() throws {
    #expect(try texts(boy: { Own.Boy($0) }, girl: { Own.Girl($0) }) == [])
    #expect(try texts(boy: { Kid.boy(Human($0)) }, girl: { Kid.girl(Human($0)) }) == [])
    #expect(try texts(boy: { Kid.girl(Human($0)) }, girl: { Kid.boy(Human($0)) }).count == 2)
    let names = ["Boy": "Son", "Girl": "Daughter"]
    #expect(try texts(named: names, boy: { Son($0) }, girl: { Daughter($0) }) == [])
    #expect(try texts(named: names, boy: { Daughter($0) }, girl: { Son($0) }).count == 2)
  }

  @Test("One type for all cases, and unrelated names, pass with a note")
  func untold() throws {
    #expect(try texts(boy: { Human($0) }, girl: { Human($0) }) == [])
    #expect(try texts(boy: { HBoy($0) }, girl: { HBoy($0) }) == [])
    let coverage = try test(boy: { Son($0) }, girl: { Daughter($0) }).verify()
    #expect(
      coverage.notes == [
        """
        the cases "Boy", "Girl" of Person are not told from others by their names, which are \
        Daughter, Son: if they have types of their own, say named: ["Boy": …]
        """
      ])
    #expect(try test(boy: { HBoy($0) }, girl: { HGirl($0) }).verify().notes == [])
  }
}
