import Foundation
import JSONParsing
import TestSupport
import Testing

@testable import ContractTesting

@Suite("An issue explains its cause", .freshStore)
struct CauseTextTests {
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

  private struct Item: Decodable, Equatable {
    var id = 0
    var names: [String] = []
  }

  private static let item = #""Item": { "map": { "id": "Int", "names": "[String]" } }"#

  @Test("A mapper with one fallback value has one cause for all faults")
  func fallback() throws {
    let found = try texts(
      .mapping { (try? JSONDecoder().decode(Item.self, from: $0)) ?? Item() }, Self.item, as: "Item"
    )
    #expect(
      found == [
        """
        the mapper makes Item(id: 0, names: []) of payloads that the contract refuses
          in        items.contract.json
          when      the payload: null
          payload   null
          contract  rejects it: expected Item, found null
          mapper    accepts it: Item(id: 0, names: [])
          also      on 59 other payloads
          replay    CONTRACTCHECK_REPLAY='null@' swift test
        """
      ])
  }

  @Test(
    "A fallback for a null payload and those for its parts are separate causes")
  func noFallback() throws {
    let found = try texts(
      .mappingJSON { json in
        if json is NSNull { return Item() }
        guard let members = json as? [String: Any] else { throw CocoaError(.coderReadCorrupt) }
        return Item(id: members["id"] as? Int ?? 0, names: members["names"] as? [String] ?? ["?"])
      }, Self.item, as: "Item")
    #expect(found.count > 1)
    #expect(!found.contains { $0.contains("of payloads that") }, "\(found)")
  }

  @Test("Long results are shown in part: where they differ")
  func long() throws {
    let long = String(repeating: "x", count: 5_000)
    let positions = MapperUnderTest.mapping { data in
      try JSONDecoder().decode([Item].self, from: data).enumerated().map { position, item in
        Item(id: item.id, names: [long + "\(position)"])
      }
    }
    let store = MapperUnderTest.mapping(into: [Item]()) { data, store in
      for index in store.indices { store[index].names = [long + "b"] }
      let items = try JSONDecoder().decode([Item].self, from: data)
      store = items.map { Item(id: $0.id, names: [long + "a"]) }
    } objects: {
      $0
    }
    for (mapper, law) in [
      (positions, Law.elementsAreIndependent), (store, .refusedPayloadsChangeNothing),
    ] {
      let found = try MapperTest(
        mapper, keeps: OneContract.of(mappings: Self.item), as: "[Item]", laws: [law]
      ).violations().map(\.description)
      let text = try #require(found.first)
      #expect(text.utf8.count < 2_000)
      #expect(
        law == .elementsAreIndependent || text.contains("xa\"") && text.contains("xb\""), "\(text)")
    }
  }

  @Test("A replayed fault is reported in the same words")
  func replayed() throws {
    let mapper = MapperUnderTest.mappingJSON { json -> Item? in
      guard let members = json as? [String: Any], let id = members["id"] as? Int, id < 1 << 31,
        let names = members["names"] as? [String]
      else { return nil }
      return Item(id: id, names: names)
    }
    let first = try #require(try texts(mapper, Self.item, as: "Item").first)
    let rows = first.split(separator: "\n").filter { !$0.hasPrefix("  also") }
    #expect(rows.contains("  contract  accepts it: id = 2147483648"))
    let id = try #require(first.firstMatch(of: /REPLAY='([^']+)'/)).1
    let again = try Replay.$traitID.withValue(String(id)) {
      try texts(mapper, Self.item, as: "Item")
    }
    #expect(again == [rows.joined(separator: "\n")])
  }

  @Test("If a mapper rejects an absent key, the issue shows the contract's default")
  func defaults() throws {
    let found = try texts(
      .decoding(Item.self),
      #""Item": { "map": { "id": "Int", "names?": "[String] = []" } }"#, as: "Item")
    #expect(found.count == 1)
    #expect(
      found.first?.contains(
        #"""

          contract  accepts it: names = []
          mapper    rejects it: names: no value for the key "names"

        """#) ?? false, "\(found)")
  }

  @Test("An empty text for null is shown as empty")
  func emptyText() throws {
    struct Film: Decodable {
      let title: String
      let day: String

      enum CodingKeys: CodingKey { case title, day }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        title = try container.decode(String.self, forKey: .title)
        day = try container.decode(String.self, forKey: .day)
        guard day.count != 0 else {
          throw DecodingError.dataCorruptedError(
            forKey: .day, in: container, debugDescription: "no day")
        }
      }
    }
    let film =
      #""Film": { "map": { "title": "String", "day": { "type": "String?", "emptyString": "null" } } }"#
    #expect(
      try texts(.decoding(Film.self), film, as: "Film").map { $0.prefix { $0 != "\n" } } == [
        "Film refuses a null or empty day, which the contract allows"
      ])
    let made = try texts(
      .mappingJSON { json -> [String: String]? in
        guard let members = json as? [String: Any], let title = members["title"] as? String,
          let day = members["day"] as? String
        else { return nil }
        return ["title": title, "day": day.isEmpty ? "today" : day]
      }, film, as: "Film")
    #expect(
      made.map { $0.prefix { $0 != "\n" } } == [
        "Film refuses a null day, which the contract allows",
        "Film makes another value of an empty day",
      ])
  }

  @Test("An issue on unread keys of elements names the keys read instead")
  func otherKeys() throws {
    struct Action: Decodable {
      let id: Int
      let softwareAgent: String?

      enum CodingKeys: String, CodingKey {
        case id
        case softwareAgent = "software_agent"
      }
    }
    let trial = try Trial([
      "items.contract.json": """
      { "contract": 1, "mappings": {
        "Action": { "map": { "id": "Int", "softwareAgent?": "String" } }
      } }
      """
    ])
    let contract = try Contract("items", filePath: trial.filePath)
    let test = try MapperTest(.decoding([Action].self), keeps: contract, as: "[Action]")
    #expect(
      test.violations().map(\.description) == [
        """
        Action makes nil of softwareAgent
          in        items.contract.json:2:55  "softwareAgent?": "softwareAgent: String"
          when      the payload is valid
          payload   [{"id":10,"softwareAgent":"a"}]
          contract  [0].softwareAgent = "a"
          mapper    [0].softwareAgent = nil
          hint      the model reads "software_agent", which the contract does not mention
          also      on 43 other payloads
        """
      ])
    #expect(
      test.warnings() == [
        "the contract's Action has no line for 1 key that the model reads: software_agent",
        "the model never reads 1 key of the contract's Action: softwareAgent\n"
          + #"  in items.contract.json:2:55  "softwareAgent?": "softwareAgent: String""#,
      ])
  }

  @Test("A key of another case does not count as unknown to the contract")
  func otherCase() throws {
    final class Status: Decodable {
      let id: String
      let quote: Status?
    }
    let found = try texts(
      .decoding([Status].self),
      """
      "Status": { "map": { "id": "String", "quote?": "quote: Quote?" } },
      "Quote": { "cases": [
        { "exists": "state", "use": { "state": "String" } }, { "exists": "id", "use": "Status" }
      ] }
      """, as: "[Status]")
    #expect(
      found == [
        """
        the mapper refuses the valid payload
          in        items.contract.json:1:79  "quote?": "quote: Quote?"
          when      the payload is valid
          payload   [{"id":"a","quote":{"state":"b"}}]
          contract  accepts it
          mapper    rejects it: [0].quote.id: no value for the key "id"
          hint      the model reads "id", for which the contract has no line here
        """
      ])
  }

  @Test("A model may read the keys of all cases")
  func keysOfCases() throws {
    struct Animal: Decodable {
      let type: String
      let name: String?
      let lives: Int?
      let size: Int?
    }
    let trial = try Trial([
      "zoo.contract.json": #"""
      { "contract": 1, "mappings": {
        "Animal": { "map": { "type": "String" }, "switch": "type",
          "cases": { "dog": { "name": "String" }, "cat": { "lives": "Int" } } }
      } }
      """#
    ])
    let contract = try Contract("zoo", filePath: trial.filePath)
    let test = try MapperTest(.decoding(Animal.self), keeps: contract, as: "Animal")
    #expect(
      test.warnings() == [
        "the contract's Animal has no line for 1 key that the model reads: size"
      ])
  }

  @Test("A rejection without a position is shown at the fault")
  func noPlace() throws {
    let found = try texts(
      .mappingJSON { json -> [String: Double]? in
        guard let members = json as? [String: Any], let size = members["size"] as? Double,
          size == size.rounded()
        else { return nil }
        return ["size": size]
      }, #""Box": { "map": { "size": "Double" } }"#, as: "Box")
    #expect(
      found.first?.hasPrefix(
        """
        Box refuses a valid size
          in        items.contract.json:1:58  "size": "size: Double"
          when      size number 3.7
          payload   {"size":3.7}
          contract  accepts it: size = 3.7
          mapper    rejects it: it returns nil
        """) ?? false, "\(found)")
  }

  @Test("The example of an unknown word is not an empty text")
  func newWord() throws {
    struct Box: Decodable {
      enum Kind: String, Decodable { case large, small }
      let kind: Kind
    }
    let found = try texts(
      .decoding(Box.self), #""Box": { "map": { "kind": "kind: 'large' | 'small' | String" } }"#,
      as: "Box")
    #expect(
      found.first?.contains(#"payload   {"kind":"zzUnknown"}"#) ?? false, "\(found)")
  }

  @Test("One wrong value under one fault in two types is one cause")
  func otherValues() throws {
    struct Line { let price: Decimal }
    struct Invoice {
      let amount: Decimal
      let lines: [Line]
    }
    let found = try texts(
      .mappingJSON { json -> Invoice? in
        guard let members = json as? [String: Any], let amount = members["amount"] as? Double,
          let lines = members["lines"] as? [[String: Any]]
        else { return nil }
        let prices = lines.map { $0["price"] as? Double }
        if prices.contains(nil) { return nil }
        return Invoice(
          amount: Decimal(amount), lines: prices.compactMap(\.self).map { Line(price: Decimal($0)) }
        )
      },
      """
      "Invoice": { "map": { "amount": "Decimal", "lines": "[Line]" } },
      "Line": { "map": { "price": "Decimal" } }
      """, as: "Invoice")
    #expect(
      found.map { String($0.prefix { $0 != "\n" }) }.contains(
        "the mapper makes another value of Invoice.amount, Line.price"), "\(found)")
  }

  @Test("Untried faults of a rejected payload cause no further warning")
  func refusedCase() throws {
    struct Box: Decodable { let items: [Int] }
    let trial = try Trial([
      "items.contract.json": """
      { "contract": 1, "mappings": { "Box": { "cases": [
        { "kind": { "items": "array" }, "use": { "items": "[Int]" } },
        { "kind": { "items": "object" }, "use": { "items": "[String: Int]" } }
      ] } } }
      """
    ])
    let test = try MapperTest(
      .decoding(Box.self), keeps: Contract("items", filePath: trial.filePath), as: "Box")
    let texts = Mutex<[String]>([])
    var coverage: MapperCoverage?
    withKnownIssue {
      coverage = test.verify()
    } matching: { issue in
      texts.withLock { $0.append(issue.comments.map(\.rawValue).joined()) }
      return true
    }
    #expect(coverage?.isComplete == false)
    #expect(
      texts.withLock { $0 }.map { $0.prefix { $0 != "\n" } } == [
        "the mapper refuses the valid payload"
      ])
  }
}
