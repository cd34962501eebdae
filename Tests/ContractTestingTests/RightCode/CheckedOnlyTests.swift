import ContractTesting
import Foundation
import TestSupport
import Testing

@Suite("A mapper may ignore checked-only lines with their content", .freshStore)
struct CheckedOnlyTests {
  private func code() throws -> RightCode {
    try RightCode(
      """
      "Order": { "identifiedBy": "id", "map": {
        "id": "id: Int", "total": "_: Cash", "kids": "_: [Kid]", "by_name?": "_: [String: Kid]",
        "pet?": "_: Pet", "first": "first: Kid" } },
      "Cash": { "map": { "amount": "amount: Decimal", "currency": "currency: 'EUR' | 'USD'" } },
      "Kid": { "identifiedBy": "kidId", "map": { "kid_id": "kidId: Int", "name": "name: String" } },
      "Pet": { "map": { "kind": "kind: String" }, "switch": "kind",
        "cases": { "cat": { "purrs": "purrs: Bool" }, "dog": { "barks": "barks: Bool" } } }
      """, as: "Order")
  }

  private final class Kid: Decodable {
    let kidId: Int
    var name: String

    init(kidId: Int, name: String) { (self.kidId, self.name) = (kidId, name) }

    enum CodingKeys: String, CodingKey {
      case kidId = "kid_id"
      case name
    }
  }

  private struct Order: Decodable {
    var id: Int
    var first: Kid
  }

  @Test("Codable types may ignore or read them", .enabled(if: TestDepth.isFull))
  func codable() throws {
    struct Strict: Decodable {
      var id: Int
      var first: Kid
      var total: Cash
      var kids: [Kid]
      var byName: [String: Kid]?

      enum CodingKeys: String, CodingKey {
        case id, first, total, kids
        case byName = "by_name"
      }

      struct Cash: Decodable {
        var amount: Decimal
        var currency: Currency
      }

      enum Currency: String, Decodable {
        case euro = "EUR"
        case dollar = "USD"
      }
    }
    struct ByHand: Decodable {
      var id: Int
      var first: Kid

      enum CodingKeys: CodingKey { case id, first, total, amount }

      init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(Int.self, forKey: .id)
        first = try values.decode(Kid.self, forKey: .first)
        let total = try? values.nestedContainer(keyedBy: CodingKeys.self, forKey: .total)
        _ = try? total?.decode(Double.self, forKey: .amount)
      }
    }
    let found = try code().issues([
      "Codable": .decoding(Order.self), "strict": .decoding(Strict.self),
      "by hand": .decoding(ByHand.self),
    ])
    #expect(found == [])
  }

  // MARK: - By hand

  private static func kid(_ json: Any?) throws -> Kid {
    let json = try ByHand.object(json)
    return Kid(kidId: try ByHand.int(json["kid_id"]), name: try ByHand.text(json["name"]))
  }

  private static func order(_ json: Any) throws -> Order {
    let json = try ByHand.object(json)
    return Order(id: try ByHand.int(json["id"]), first: try kid(json["first"]))
  }

  /// - Parameter keepsAll: Whether the store also keeps the kids that are only checked.
  private static func store(keepsAll: Bool, name: String? = nil) -> MapperUnderTest {
    .mapping(into: (orders: [Int: Order](), kids: [Int: Kid]())) { data, store in
      let json = try JSONSerialization.jsonObject(with: data)
      let order = try order(json)
      order.first.name = name ?? order.first.name
      let all = try ByHand.object(json)
      let others = keepsAll ? try ByHand.list(all["kids"]).map(kid) : []
      let named = try keepsAll ? ByHand.optional(all["by_name"], ByHand.object) ?? [:] : [:]
      let values = try named.sorted { $0.key < $1.key }.map { try kid($0.value) }
      store.orders[order.id] = order
      for kid in others + values + [order.first] {
        let known = store.kids[kid.kidId] ?? kid
        (known.name, store.kids[kid.kidId]) = (kid.name, known)
      }
      store.orders[order.id]?.first = store.kids[order.first.kidId] ?? order.first
    } objectsByType: { store in
      [
        "Order": store.orders.sorted { $0.key < $1.key }.map(\.value),
        "Kid": store.kids.sorted { $0.key < $1.key }.map(\.value),
      ]
    }
  }

  @Test(
    "Hand-written mappers of dictionaries, and stores, may ignore them",
    .enabled(if: TestDepth.isFull))
  func byHand() throws {
    let found = try code().issues([
      "closure": .mappingJSON { try Self.order($0) }, "store": Self.store(keepsAll: false),
    ])
    #expect(found == [])
  }

  @Test("Asynchronous mappers may ignore them")
  func awaiting() async throws {
    let found = try await code().issues(
      .mappingJSON { json in
        await Task.yield()
        return try Self.order(json)
      })
    #expect(found == [])
  }

  @Test("Mapped properties are still checked")
  func wrong() throws {
    let found = try code().issues([
      "closure": .mappingJSON { json in
        let order = try Self.order(json)
        order.first.name = "?"
        return order
      }
    ])
    #expect(found == ["closure: Kid makes another value of name"])
    let ofStore = try code().issues(["store": Self.store(keepsAll: false, name: "?")])
    #expect(ofStore.first == "store: Kid makes another value of name")
  }
}
