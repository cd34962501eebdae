import ContractTesting
import Foundation
import MapperTesting
import TestSupport
import Testing

@Suite("Two mappers are compared")
struct MapperAgreementTests {
  private struct Avatar: Decodable {
    var remoteId: Int
    var fileUrlString: String

    enum CodingKeys: String, CodingKey {
      case remoteId = "id"
      case fileUrlString = "file_url"
    }
  }

  /// The model of another team: a class with another name and another type for the address.
  private final class Picture {
    let id: Int64
    let fileUrlString: Substring
    private let cache: [String: Int] = [:]

    init(_ avatar: Avatar) {
      (id, fileUrlString) = (Int64(avatar.remoteId), avatar.fileUrlString[...])
    }
  }

  private func pictures(_ change: @escaping ([Avatar]) throws -> [Avatar]) -> MapperUnderTest {
    .mapping { data in
      try change(JSONDecoder().decode([Avatar].self, from: data)).map { Picture($0) }
    }
  }

  private func violations(
    _ other: MapperUnderTest, settings: MapperTestSettings = .init()
  ) throws -> [String] {
    try MapperTest(
      .decoding([Avatar].self), agreesWith: other, on: Contract("groups"), as: "[Avatar]",
      named: ["remoteId": "id"], settings: settings
    ).violations().map { withoutNames($0.description) }
  }

  /// Returns a text without the names of other payloads, of which there are many.
  private func withoutNames(_ text: String) -> String {
    text.split(separator: "\n").filter { !$0.hasPrefix("  also") }.joined(separator: "\n")
  }

  @Test("Values of different types are compared by the names of their properties")
  func agrees() throws {
    let coverage = try expect(
      .decoding([Avatar].self), agreesWith: pictures { $0 }, on: Contract("groups"),
      as: "[Avatar]", named: ["remoteId": "id"])
    #expect(coverage.isComplete)
    #expect(coverage.drawn > 0)
  }

  @Test("A difference is reported on the minimal payload")
  func value() throws {
    let trimming = pictures { avatars in
      avatars.map {
        Avatar(
          remoteId: $0.remoteId,
          fileUrlString: $0.fileUrlString.trimmingCharacters(in: .whitespaces))
      }
    }
    let value = try violations(trimming)
    #expect(
      value == [
        """
        the mapper breaks the law: agrees with another mapper
          when      [0].file_url text " "
          payload   [{"id":1,"file_url":" "}]
          other     [0].fileUrlString = ""
          mapper    [0].fileUrlString = " "
          replay    CONTRACTCHECK_REPLAY='text:blank@[0].file_url' swift test
        """
      ])
  }

  @Test("Rejections by one mapper, and missing properties, are reported")
  func refusal() throws {
    let strict = pictures { avatars in
      guard avatars.allSatisfy({ $0.remoteId < 1 << 31 }) else { throw CancellationError() }
      return avatars
    }
    let refusal = try violations(strict)
    #expect(
      refusal == [
        """
        the mapper breaks the law: agrees with another mapper
          when      [0].id integer 2147483648
          payload   [{"id":2147483648,"file_url":"a"}]
          other     rejects it: CancellationError()
          mapper    accepts it: [Avatar(remoteId: 2147483648, fileUrlString: "a")]
          replay    CONTRACTCHECK_REPLAY='integer:2^31@[0].id' swift test
        """
      ])
    let nameless = MapperUnderTest.mapping { data in
      try JSONDecoder().decode([Avatar].self, from: data).map { ["id": $0.remoteId] }
    }
    let absence = try violations(nameless)
    #expect(
      absence == [
        """
        the mapper breaks the law: agrees with another mapper
          when      the canonical payload
          payload   [{"id":1,"file_url":"a"}]
          other     [0].fileUrlString = not there
          mapper    [0].fileUrlString = "a"
          replay    CONTRACTCHECK_REPLAY='canonical' swift test
        """
      ])
  }

  @Test("Stores are compared by content, in any order")
  func stores() throws {
    func store(_ reverses: Bool, dropping: Int = .max) -> MapperUnderTest {
      .mapping(into: [Avatar]()) { data, store in
        let all = try JSONDecoder().decode([Avatar].self, from: data)
        store = (reverses ? all.reversed() : all).filter { $0.remoteId < dropping }
      } objects: {
        $0
      }
    }
    let contract = try Contract("groups")
    try expect(store(false), agreesWith: store(true), on: contract, as: "[Avatar]")
    let test = try MapperTest(
      store(false), agreesWith: store(false, dropping: 2), on: contract, as: "[Avatar]")
    #expect(
      test.violations().map { withoutNames($0.description) } == [
        #"""
        the mapper breaks the law: agrees with another mapper
          when      [0].id identity 101
          payload   [{"id":101,"file_url":"a"}]
          other     0 Avatar
          mapper    1 Avatar
          replay    CONTRACTCHECK_REPLAY='identity:another@[0].id' swift test
        """#
      ])
  }

  @Test("Sets and stores of equal size differ if one has an element that the other lacks")
  func elements() throws {
    let contract = try OneContract.contract(
      """
      { "contract": 1, "mappings": { "Item": { "map": { "n": "Int", "list": "[Int]" } } } }
      """)
    struct Item: Decodable, Equatable {
      var n: Int
      var list: [Int]
    }
    struct OfSet {
      var n: Int
      var list: Set<Int>
    }
    // An array of one number twice, and a set of that number and another one.
    let sets = try MapperTest(
      .decoding(Item.self),
      agreesWith: .mapping { data in
        let item = try JSONDecoder().decode(Item.self, from: data)
        let numbers = Set(item.list)
        return OfSet(
          n: item.n, list: numbers.count < item.list.count ? numbers.union([-1]) : numbers)
      }, on: contract, as: "Item"
    ).violations().map { withoutNames($0.description) }
    #expect(sets.count == 1)
    #expect(sets.first?.contains("not in the set") ?? false, "\(sets)")

    func store(_ change: @escaping ([Item]) -> [Item]) -> MapperUnderTest {
      .mapping(into: [Item]()) { data, store in
        store = change(try JSONDecoder().decode([Item].self, from: data))
      } objects: {
        $0
      }
    }
    let last = { (items: [Item]) in items.map { _ in items[items.count - 1] } }
    for (one, other) in [(store(last), store { $0 }), (store { $0 }, store(last))] {
      let texts = try MapperTest(one, agreesWith: other, on: contract, as: "[Item]")
        .violations().map { withoutNames($0.description) }
      #expect(texts.count == 1)
      #expect(texts.first?.contains("has no such Item") ?? false, "\(texts)")
    }
  }

  private struct Shop: Decodable {
    enum Kind: String, Decodable { case new, old }
    var kind: Kind
    var owner: String?
    var price: Int?
    var total: Int
  }

  /// Compares two mappers of shops, of which only the first has the property `owner`.
  private func shops(_ body: String) throws -> [String] {
    let contract = try OneContract.contract(
      """
      {
        "contract": 1,
        "endpoints": { \(body) },
        "mappings": {
          "Shop": {
            "map": { "kind": "'new' | 'old'", "total": "Int", "price?": "Int" },
            "switch": "kind", "cases": { "new": {}, "old": { "owner?": "String" } }
          }
        }
      }
      """)
    struct Bare {
      var kind: String
      var price: Int?
      var total: Int
    }
    return try MapperTest(
      .decoding(Shop.self),
      agreesWith: .mapping { data in
        let shop = try JSONDecoder().decode(Shop.self, from: data)
        return Bare(kind: shop.kind.rawValue, price: shop.price, total: shop.total)
      }, on: contract, as: "GET /shop"
    ).violations().map { withoutNames($0.description) }
  }

  @Test(
    "A property of one mapper alone is reported, wherever the contract has its line",
    arguments: [
      #""GET /shop": "Shop""#,
      #""GET /shop": { "kind": "'new' | 'old'", "total": "Int", "owner?": "String" }"#,
    ])
  func onlyOne(body: String) throws {
    let texts = try shops(body)
    #expect(texts.count == 1)
    #expect(texts.first?.contains("other     owner = not there") ?? false, "\(texts)")
  }

  @Test("What Foundation's readers read differently is left open when two mappers are compared")
  func openValues() throws {
    struct Number: Decodable { var id: Int }
    let contract = try OneContract.contract(
      #"{ "contract": 1, "mappings": { "Number": { "map": { "id": "Int" } } } }"#)
    let violations = try MapperTest(
      .decoding(Number.self),
      agreesWith: .mapping { data in
        let json = try ByHand.object(JSONSerialization.jsonObject(with: data))
        return Number(id: try ByHand.int(json["id"]))
      }, on: contract, as: "Number"
    ).violations()
    #expect(violations.map(\.description) == [])
  }

  @Test("Skipped properties and custom comparisons also apply when two mappers are compared")
  func byHand() throws {
    struct Avatar: Decodable { var id, size: Int }
    struct Picture {
      var id: String
      var size: Int
    }
    let contract = try OneContract.of(
      mappings: #""Avatar": { "map": { "id": "Int", "size": "Int" } }"#)
    func texts(_ comparing: [PropertyComparison]) throws -> [String] {
      try MapperTest(
        .decoding(Avatar.self),
        agreesWith: .mapping { data in
          let avatar = try JSONDecoder().decode(Avatar.self, from: data)
          return Picture(id: "#\(avatar.id)", size: avatar.size)
        }, on: contract, as: "Avatar", comparing: comparing
      ).violations().map(\.description)
    }
    #expect(try texts([]).count == 1)
    #expect(try texts([.skipping("Avatar.id")]) == [])
    let sameText = PropertyComparison.comparing("id") { contract, app in
      (app as? String).flatMap { Int64($0.dropFirst()) }.map { .int($0) } == contract
    }
    #expect(try texts([sameText]) == [])
    let never = PropertyComparison.comparing("id") { _, _ in false }
    #expect(try texts([never]).count == 1)
  }

  @Test(
    "Keys outside of the contract are no warning when mappers are compared")
  func warnings() throws {
    struct Named: Decodable {
      var id: Int
      var name: String?
    }
    let contract = try Contract("groups")
    let model = MapperUnderTest.decoding([Named].self)
    #expect(
      try !MapperTest(model, keeps: contract, as: "[Avatar]").warnings().isEmpty)
    #expect(
      try MapperTest(model, agreesWith: model, on: contract, as: "[Avatar]").warnings() == [])
  }

  @Test("Two mappers that reject everything do not agree")
  func refusesAll() throws {
    struct Refused: Error {}
    func refusing(_ takes: [UInt8]? = nil) -> MapperUnderTest {
      .mapping { data -> [Avatar] in
        guard Array(data) == takes else { throw Refused() }
        return []
      }
    }
    func violations(_ mapper: MapperUnderTest, _ other: MapperUnderTest) throws -> [String] {
      try MapperTest(mapper, agreesWith: other, on: Contract("groups"), as: "[Avatar]")
        .violations().map(\.description)
    }
    #expect(
      try violations(refusing(), .mapping { _ -> Int? in nil }) == [
        #"""
        nothing was compared: both mappers refuse every payload
          payload   [{"id":1,"file_url":"a"}]
          other     rejects it: it returns nil
          mapper    rejects it: Refused()
        """#
      ])
    // Both mappers accept this payload, so its result is compared.
    let takes = Array("[]".utf8)
    #expect(try violations(refusing(takes), refusing(takes)) == [])
  }

  @Test("A replay without a difference did not reproduce", .replay("null@[0].file_url"))
  func replay() throws {
    #expect(
      try violations(pictures { $0 }) == [
        #"the replay of "null@[0].file_url" did not reproduce: the mapper passes it; if it was mended, run the test without the replay"#
      ])
  }
}
