import ContractTesting
import Foundation
import Testing

@Suite("Absent keys and nulls are reported unless test or contract admits them", .freshStore)
struct AbsenceTests {
  private struct Plan: Decodable {
    var name: String?
    var size: Int?
  }

  private struct Item: Decodable {
    let price: Double?
    let weight: Double?
    let plan: Plan?
  }

  private func contract() throws -> Contract {
    let trial = try Trial([
      "items.contract.json": """
      { "contract": 1, "mappings": {
        "Item": { "map": {
          "price": "price: Double?", "weight?": "weight: Double", "plan?": "plan: Plan?" } },
        "Plan": { "map": { "name?": "name: String?", "size?": "size: Int?" } } } }
      """
    ])
    return try Contract("items", filePath: trial.filePath)
  }

  /// The headlines of a mapper's issues.
  private func headlines(
    _ mapper: MapperUnderTest, _ contract: Contract, as type: String = "Item",
    tolerating: Tolerances = [], laws: [Law] = Law.standard
  ) throws -> [String] {
    try MapperTest(mapper, keeps: contract, as: type, tolerating: tolerating, laws: laws)
      .violations().map { String($0.description.prefix { $0 != "\n" }) }
  }

  @Test("Optional properties of the app keep the contract")
  func optionals() throws {
    do {
      let found = try headlines(.decoding(Item.self), contract())
      #expect(found == [])
    }
    do {
      let found = try headlines(.decoding([Item].self), contract(), as: "[Item]")
      #expect(found == [])
    }
  }

  @Test("A strict test reports the difference between absent and null")
  func distinguished() throws {
    do {
      let found = try headlines(
        .decoding(Item.self), contract(), laws: Law.standard + [.distinguishesNull])
      #expect(found == ["Item reads 2 absent or null keys as nil: price, weight"])
    }
  }

  @Test("A value other than nil or the default is reported")
  func otherValues() throws {
    struct Zero: Decodable {
      let price: Double?
      let weight: Double
      let plan: Plan?

      enum CodingKeys: String, CodingKey { case price, weight, plan }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        price = try container.decodeIfPresent(Double.self, forKey: .price)
        weight = try container.decodeIfPresent(Double.self, forKey: .weight) ?? 0
        plan = try container.decodeIfPresent(Plan.self, forKey: .plan)
      }
    }
    do {
      let found = try headlines(.decoding(Zero.self), contract())
      #expect(
        found == [
          "Item makes 0 of an absent weight"
        ])
    }
    let trial = try Trial([
      "items.contract.json": """
      { "contract": 1, "mappings": {
        "Item": { "map": {
          "price": "price: Double?", "weight?": "weight: Double = 0", "plan?": "plan: Plan?" } },
        "Plan": { "map": { "name?": "name: String?", "size?": "size: Int?" } } } }
      """
    ])
    let defaulting = try Contract("items", filePath: trial.filePath)
    #expect(try headlines(.decoding(Zero.self), defaulting) == [])
  }

  private struct User: Decodable {
    enum Plan: String, Decodable { case free, pro }

    let id: Int?
    let name: String?
    let plan: Plan?

    enum CodingKeys: String, CodingKey { case id, name, plan }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decodeIfPresent(Int.self, forKey: .id)
      name = try container.decodeIfPresent(String.self, forKey: .name)
      plan = try container.decodeIfPresent(String.self, forKey: .plan).flatMap(Plan.init)
    }
  }

  private func users() throws -> Contract {
    let trial = try Trial([
      "users.contract.json": """
      { "contract": 1, "mappings": { "User": { "map": {
        "id": "id: Int", "name": "name: String", "plan": "plan: 'free' | 'pro'" } } } }
      """
    ])
    return try Contract("users", filePath: trial.filePath)
  }

  @Test("Accepted faults are one issue per cause over all keys")
  func refused() throws {
    do {
      let found = try headlines(.decoding(User.self), users(), as: "User")
      #expect(
        found == [
          "User reads 3 absent, null or invalid keys as nil: id, name, plan"
        ])
    }
  }

  @Test(
    "A tolerated fault may become nil, at all or named keys",
    arguments: [
      ([.missing, .null, .unknownCase], nil),
      ([.missing, .null], "User reads an invalid plan as nil"),
      (
        ["name": [.missing, .null], "User.plan": [.missing, .null, .unknownCase]],
        "User reads an absent or null id as nil"
      ),
    ] as [(Tolerances, String?)])
  func tolerated(tolerating: Tolerances, headline: String?) throws {
    do {
      let found = try headlines(.decoding(User.self), users(), as: "User", tolerating: tolerating)
      #expect(found == (headline.map { [$0] } ?? []))
    }
  }

  @Test("A tolerated fault may not become another value")
  func toleratedValue() throws {
    let mapper = MapperUnderTest.mapping { data in
      let user = try JSONDecoder().decode(User.self, from: data)
      return ["id": user.id ?? 0, "name": user.name as Any, "plan": user.plan as Any]
    }
    do {
      let found = try headlines(
        mapper, users(), as: "User", tolerating: [.missing, .null, .unknownCase])
      #expect(found == ["User reads an absent or null id as 0"])
    }
  }

  private struct Card: Decodable {
    enum Brand: String, Decodable {
      case visa, amex, unknown

      init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        self = Brand(rawValue: text) ?? .unknown
      }
    }

    let brand: Brand
  }

  @Test(
    "An enumeration case for unknown values is right for an open list",
    arguments: [("'visa' | 'amex' | String", []), ("'visa' | 'amex'", [.unknownCase])]
      as [(String, Tolerances)])
  func fallback(type: String, tolerating: Tolerances) throws {
    let trial = try Trial([
      "cards.contract.json": """
      { "contract": 1, "mappings": { "Card": { "map": { "brand": "brand: \(type)" } } } }
      """
    ])
    let contract = try Contract("cards", filePath: trial.filePath)
    #expect(
      try headlines(.decoding(Card.self), contract, as: "Card", tolerating: tolerating) == [])
    let swapped = MapperUnderTest.mapping { data in
      let card = try JSONDecoder().decode(Card.self, from: data)
      return ["brand": card.brand == .unknown ? Card.Brand.visa : card.brand]
    }
    let found = try headlines(swapped, contract, as: "Card", tolerating: tolerating)
    #expect(found.count == 1)
  }

  @Test("A trait tolerates for all mappers of a suite", .contract(tolerating: [.missing, .null]))
  func ofTrait() throws {
    do {
      let found = try headlines(
        .decoding(User.self), users(), as: "User", tolerating: [.unknownCase])
      #expect(found == [])
    }
  }

  @Test("Naming a property that no line maps is an error")
  func misspelt() throws {
    let contract = try users()
    #expect(
      complaint {
        _ = try MapperTest(
          .decoding(User.self), keeps: contract, as: "User", tolerating: ["nme": [.missing]])
      } == """
        tolerating: the contract "users" maps no property "nme"
          did you mean "name"?
        """)
  }

  @Test("A store may not treat an absent member as null")
  func stores() throws {
    final class Store {
      var items: [String: Item] = [:]
      struct Item {
        var id: String
        var note: String?
      }
    }
    let trial = try Trial([
      "items.contract.json": """
      { "contract": 1, "mappings": { "Item": { "identifiedBy": "id", "map": {
        "id": "id: String", "note?": "note: String?" } } } }
      """
    ])
    let contract = try Contract("items", filePath: trial.filePath)
    func mapper(keeps: Bool) -> MapperUnderTest {
      .mapping(into: Store()) { data, store in
        let json = try JSONSerialization.jsonObject(with: data)
        guard let members = json as? [String: Any], let id = members["id"] as? String,
          members["note"].map({ $0 is String || $0 is NSNull }) ?? true
        else { throw CocoaError(.coderReadCorrupt) }
        let note = members["note"].map { $0 as? String }
        let old = store.items[id]?.note
        store.items[id] = Store.Item(id: id, note: note ?? (keeps ? old : nil))
      } objects: {
        $0.items.values.sorted { $0.id < $1.id }
      }
    }
    do {
      let found = try headlines(mapper(keeps: true), contract, as: "Item")
      #expect(found == [])
    }
    do {
      let found = try headlines(mapper(keeps: false), contract, as: "Item")
      #expect(found == ["Item: a response without note sets it to nil"])
    }
  }
}
