import ContractTesting
import Foundation
import MapperTesting
import Testing

@Suite("Drawn payloads and laws")
struct MapperPropertyTests {
  private struct Avatar: Codable {
    var remoteId: Int
    var fileUrlString: String

    enum CodingKeys: String, CodingKey {
      case remoteId = "id"
      case fileUrlString = "file_url"
    }
  }

  private func violations(
    _ mapper: MapperUnderTest, laws: [Law] = Law.standard
  ) throws -> [String] {
    try MapperTest(
      mapper, keeps: Contract("groups"), as: "[Avatar]", laws: laws,
      settings: MapperTestSettings(cases: 290, seed: 42)
    ).violations().map(\.description)
  }

  private func changed(_ change: @escaping ([Avatar], Data) throws -> [Avatar]) -> MapperUnderTest {
    .mapping { data in try change(JSONDecoder().decode([Avatar].self, from: data), data) }
  }

  /// Returns a text without the names of the payloads, of which there are many.
  private func withoutNames(_ text: String) -> String {
    text.split(separator: "\n").filter { !$0.hasPrefix("  when") && !$0.hasPrefix("  also") }
      .joined(separator: "\n")
  }

  @Test("A mapper that keeps every law passes")
  func right() throws {
    #expect(try violations(.coding([Avatar].self)) == [])
  }

  private struct SnakeAvatar: Codable {
    var remoteId: Int
    var fileURL: String

    enum CodingKeys: String, CodingKey {
      case remoteId = "id"
      case fileURL = "fileUrl"
    }
  }

  @Test("Decoders with a key strategy may accept their equivalent spellings")
  func keyStrategy() throws {
    let (decoder, encoder) = (JSONDecoder(), JSONEncoder())
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let test = try MapperTest(
      .coding([SnakeAvatar].self, with: decoder, encoder), keeps: Contract("groups"),
      as: "[Avatar]", named: ["fileUrlString": "fileURL"],
      settings: MapperTestSettings(cases: 290, seed: 42))
    #expect(test.violations().map(\.description) == [])
  }

  @Test("A failure without a single fault is found and shrunk")
  func shrunk() throws {
    let mapper = changed { avatars, _ in
      avatars.map { avatar in
        let isOdd = avatar.fileUrlString.unicodeScalars.contains { $0.value > 0xffff }
        guard isOdd, avatar.fileUrlString.count > 6 else { return avatar }
        return Avatar(remoteId: avatar.remoteId, fileUrlString: "?")
      }
    }
    let texts = try violations(mapper).map { text in
      text.split(separator: "\n").filter { !$0.contains(" of seed ") && !$0.contains("replay") }
        .joined(separator: "\n")
    }
    #expect(
      texts == [
        #"""
        Avatar makes another value of file_url
          in        Contracts/groups.contract.json:14:51  "file_url": "fileUrlString: String"
          when      [0].file_url is "aaaaaa𐀀"
          payload   [{"id":1,"file_url":"aaaaaa𐀀"}]
          contract  [0].fileUrlString = "aaaaaa𐀀"
          mapper    [0].fileUrlString = "?"
          also      on 9 other payloads
          passes    with "aaaaaa<U+FFFF>" at [0].file_url
          shrunk    in 16 steps from 175 bytes
        """#
      ])
  }

  @Test("A failure of a single fault is not reported again for drawn payloads")
  func singleFault() throws {
    let upper = changed { avatars, _ in
      avatars.map { Avatar(remoteId: $0.remoteId, fileUrlString: $0.fileUrlString.uppercased()) }
    }
    let test = try MapperTest(upper, keeps: Contract("groups"), as: "[Avatar]")
    let names = test.violations().flatMap(\.caseNames)
    #expect(names.first == "the payload is valid")
    #expect(names.count > 1)
    #expect(!names.contains { $0.contains(" of seed ") })
  }

  @Test("An issue says where any value fails")
  func anyValue() throws {
    let mapper = changed { avatars, _ in
      guard avatars.count > 2, avatars[0].fileUrlString != "a" else { return avatars }
      return Array(avatars.dropLast())
    }
    let texts = try violations(mapper, laws: [.agreesWithTheContract])
    #expect(
      texts.map(withoutNames) == [
        #"""
        the mapper makes another value of the payload
          in        Contracts/groups.contract.json
          payload   [{"id":1,"file_url":""},{"id":1,"file_url":"a"},{"id":1,"file_url":"a"}]
          contract  3 elements
          mapper    2 elements
          passes    only with "a" at [0].file_url
          shrunk    in 8 steps from 170 bytes
          replay    CONTRACTCHECK_REPLAY='random:42:5' swift test
        """#
      ])
    let other = changed { avatars, _ in
      guard avatars.count > 2, avatars[0].fileUrlString != "a", avatars[0].remoteId != 1 else {
        return avatars
      }
      return avatars.map { Avatar(remoteId: 1, fileUrlString: $0.fileUrlString) }
    }
    let two = try violations(other, laws: [.agreesWithTheContract])
    #expect(
      two.map(withoutNames) == [
        #"""
        Avatar makes another value of id
          in        Contracts/groups.contract.json:14:22  "id": "remoteId: Int"
          payload   [{"id":0,"file_url":""},{"id":1,"file_url":"a"},{"id":1,"file_url":"a"}]
          contract  [0].remoteId = 0
          mapper    [0].remoteId = 1
          any value of ten at [0].file_url fails too
          passes    only with 1 at [0].id
          shrunk    in 8 steps from 170 bytes
          replay    CONTRACTCHECK_REPLAY='random:42:5' swift test
        """#
      ])
  }

  @Test("Members with boundary values are shrunk too", .freshStore)
  func row() throws {
    struct Item: Decodable {
      var a: String?
      var b: String
      var c: [Int]
      var d: Int?
    }
    let trial = try Trial([
      "items.contract.json": """
      { "contract": 1, "mappings": { "Item": { "map": {
        "a?": "a: String?", "b": "b: String", "c": "c: [Int]", "d?": "d: Int?" } } } }
      """
    ])
    let mapper = MapperUnderTest.mapping { data in
      var item = try JSONDecoder().decode(Item.self, from: data)
      if item.a == nil, item.b.isEmpty { item.b = "?" }
      return item
    }
    let contract = try Contract("items", filePath: trial.filePath)
    let texts = try MapperTest(mapper, keeps: contract, as: "Item").violations()
    #expect(
      texts.map { withoutNames($0.description) } == [
        #"""
        Item makes another value of b
          in        items.contract.json:2:28  "b": "b: String"
          payload   {"b":"","c":[10],"d":11}
          contract  b = ""
          mapper    b = "?"
          passes    with "b" at b
          shrunk    in 1 step from 15 bytes
          replay    CONTRACTCHECK_REPLAY='pairwise:1' swift test
        """#
      ])
  }

  @Test(
    "A fault at several key paths of a type is one issue, which names them", .freshStore)
  func places() throws {
    struct City: Decodable {
      var id: Int
      var name: String
      var country: String
      var code: String

      enum CodingKeys: String, CodingKey { case id, name, country, code }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(Int.self, forKey: .id)
        name = try container.decodeIfPresent(String.self, forKey: .name) ?? ""
        country = try container.decodeIfPresent(String.self, forKey: .country) ?? ""
        code = try container.decode(String.self, forKey: .code)
      }
    }
    let trial = try Trial([
      "cities.contract.json": """
      { "contract": 1, "mappings": { "City": { "map": {
        "id": "id: Int", "name": "name: String", "country": "country: String",
        "code": "code: String" } } } }
      """
    ])
    let contract = try Contract("cities", filePath: trial.filePath)
    let texts = try MapperTest(.decoding(City.self), keeps: contract, as: "City").violations()
    #expect(
      texts.map { $0.description.split(separator: "\n")[0] } == [
        "City reads 2 absent or null keys as \"\": name, country"
      ])
  }

  @Test("A mapper that reads neighbours breaks the law of independent elements")
  func neighbours() throws {
    let mapper = changed { avatars, _ in
      avatars.enumerated().map { position, avatar in
        position > 0 ? Avatar(remoteId: avatar.remoteId, fileUrlString: "") : avatar
      }
    }
    let texts = try violations(mapper, laws: [.elementsAreIndependent])
    #expect(
      texts.map { $0.prefix { $0 != "\n" } } == [
        "the mapper breaks the law: elements are independent"
      ])
    // The payload alone does not show the failure, so there is no replay command.
    #expect(!texts.contains { $0.contains("CONTRACTCHECK_REPLAY") })
  }

  @Test(
    "A mapper that depends on the order of members, or on unknown ones, breaks a law"
  )
  func members() throws {
    let first = changed { avatars, data in
      String(decoding: data, as: UTF8.self).hasPrefix(#"[{"id""#) ? avatars : []
    }
    let order = try violations(first, laws: [.memberOrderIsIrrelevant])
    #expect(
      order.first?.hasPrefix("the mapper breaks the law: member order is irrelevant\n") == true)
    let counting = changed { avatars, data in
      String(decoding: data, as: UTF8.self).contains("unknown") ? [] : avatars
    }
    let unknown = try violations(counting, laws: [.unknownMembersAreIgnored])
    #expect(
      unknown.first?.hasPrefix("the mapper breaks the law: unknown members are ignored\n") == true)
  }

  @Test("A mapper whose lists have an order of their own each time breaks no law, but is unstable")
  func orders() throws {
    var calls: [Data: Int] = [:]
    let mapper = changed { avatars, data in
      calls[data, default: 0] += 1
      return calls[data, default: 0] % 2 == 0 ? avatars.reversed() : avatars
    }
    let texts = try violations(mapper, laws: [.unknownMembersAreIgnored, .memberOrderIsIrrelevant])
    #expect(
      texts.map { $0.prefix { $0 != "\n" } } == [
        "the mapper does not do the same twice with one payload"
      ])
  }

  @Test("The coverage is reported, also if the budget ends before the single faults")
  func coverage() throws {
    let contract = try Contract("groups")
    let all = try MapperTest(.decoding([Avatar].self), keeps: contract, as: "[Avatar]").coverage
    #expect(
      all.description
        == "137 of 137 cells (fault x key path), 3 valid or examples, 2 identity pairs, 3 pairwise rows, 100 random"
    )
    let some = try MapperTest(
      .decoding([Avatar].self), keeps: contract, as: "[Avatar]",
      settings: MapperTestSettings(cases: 43)
    ).coverage
    #expect(some.cells == 37)
    #expect(!some.isComplete)
  }
}
