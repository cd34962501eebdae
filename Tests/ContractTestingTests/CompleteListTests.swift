import Foundation
import MapperTesting
import TestSupport
import Testing

@testable import ContractTesting

@Suite("A store of complete lists deletes exactly the lost objects", .freshStore)
struct CompleteListTests {
  private final class Customer {
    let id: Int
    init(id: Int) { self.id = id }
  }

  private struct Address { var street: String }

  private final class Order {
    let id: Int
    var total: Int?
    var customer: Customer?
    var address: Address?
    init(id: Int) { self.id = id }
  }

  private struct Missing: Error {}

  private enum Mistake: CaseIterable {
    case keepsLost, deletesListed, deletesPages, keepsNull, keepsDeleted, deletesAll
    case keepsParts, cascadesTooFar, deletesOtherType, deletesAnotherTheSecondTime
  }

  /// Orders that are loaded as a complete list, by pages, and one by one.
  private final class Shop {
    private let mistake: Mistake?
    private let cascades: Bool
    private var orders: [Int: Order] = [:]
    private var customers: [Int: Customer] = [:]
    private var complete: Set<Int> = []
    private var listed: Set<Int> = []
    private var parts: [Address] = []

    init(_ mistake: Mistake? = nil, cascades: Bool = false) {
      (self.mistake, self.cascades) = (mistake, cascades)
    }

    var objects: [String: [Any]] {
      let orders = orders.values.sorted { $0.id < $1.id }
      return [
        "Order": orders, "Customer": customers.values.sorted { $0.id < $1.id },
        "Address": orders.compactMap(\.address) + parts,
      ]
    }

    func loadAll(_ data: Data) throws {
      let ids = try apply(data)
      let lost = complete.subtracting(ids)
      complete = ids
      guard mistake != .keepsLost else { return }
      delete(mistake == .deletesListed ? lost : lost.subtracting(listed))
    }

    func loadPage(_ data: Data) throws {
      let ids = try apply(data)
      if mistake == .deletesPages { delete(listed.subtracting(ids).subtracting(complete)) }
      listed.formUnion(ids)
    }

    /// - Parameter isStrict: Whether removing an absent object is an error.
    func remove(_ data: Data, isStrict: Bool = false) throws {
      struct Event: Decodable { var id: Int }
      let id = try JSONDecoder().decode(Event.self, from: data).id
      if isStrict, orders[id] == nil { throw Missing() }
      complete.remove(id)
      listed.remove(id)
      switch mistake {
      case .keepsDeleted: break
      case .deletesAll: delete(Set(orders.keys))
      case .deletesOtherType:
        delete([id])
        customers[id] = nil
      case .deletesAnotherTheSecondTime where orders[id] == nil:
        delete(Set(orders.keys.sorted().prefix(1)))
      default: delete([id])
      }
    }

    private func delete(_ ids: Set<Int>) {
      let gone = ids.compactMap { orders.removeValue(forKey: $0) }
      if mistake == .keepsParts { parts += gone.compactMap(\.address) }
      guard cascades || mistake == .cascadesTooFar else { return }
      for customer in gone.compactMap(\.customer) {
        let isHeld = orders.values.contains { $0.customer === customer }
        if !isHeld || mistake == .cascadesTooFar { customers[customer.id] = nil }
      }
    }

    private struct Item: Decodable {
      struct Reference: Decodable { var id: Int }
      struct Place: Decodable { var street: String }

      var id: Int
      var total: Int??
      var customer: Reference??
      var address: Place??

      private enum CodingKeys: String, CodingKey { case id, total, customer, address }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func value<Value: Decodable>(_ type: Value.Type, _ key: CodingKeys) throws -> Value?? {
          guard container.contains(key) else { return nil }
          return .some(try container.decodeIfPresent(type, forKey: key))
        }
        id = try container.decode(Int.self, forKey: .id)
        total = try value(Int.self, .total)
        customer = try value(Reference.self, .customer)
        address = try value(Place.self, .address)
      }
    }

    /// - Returns: The identities of the list; either all of its objects are stored or none.
    private func apply(_ data: Data) throws -> Set<Int> {
      let items = try JSONDecoder().decode([Item].self, from: data)
      for item in items {
        let order = orders[item.id] ?? Order(id: item.id)
        orders[item.id] = order
        if let total = item.total, total != nil || mistake != .keepsNull { order.total = total }
        if let reference = item.customer {
          order.customer = reference.map { reference in
            let customer = customers[reference.id] ?? Customer(id: reference.id)
            customers[reference.id] = customer
            return customer
          }
        }
        if let address = item.address {
          order.address = address.map { Address(street: $0.street) }
        }
      }
      return Set(items.map(\.id))
    }
  }

  private func texts(isStrict: Bool = false, _ make: @escaping () -> Shop) throws -> [String] {
    let trial = try Trial([
      "shop.contract.json": #"""
      {
        "contract": 1,
        "endpoints": {
          "GET /orders": { "": { "to": "orders", "type": "[Order]", "assign": "replace" } },
          "GET /recent": "[Order]",
          "event order.deleted": { "@deletes": "Order(id: @document.id)" },
          "DELETE /orders/:id -> 204": { "@deletes": "Order(id: @path.id)" }
        },
        "mappings": {
          "Order": {
            "identifiedBy": "id",
            "map": {
              "id": "Int", "total?": "Int?", "customer?": "Customer?", "address?": "Address?"
            }
          },
          "Customer": { "identifiedBy": "id", "map": { "id": "Int" } },
          "Address": { "map": { "street": "String" } }
        }
      }
      """#
    ])
    var settings = MapperTestSettings()
    settings.histories = 300
    let store = MapperUnderTest.loading(
      into: make,
      [
        ("GET /orders", { try $1.loadAll($0) }), ("GET /recent", { try $1.loadPage($0) }),
        ("event order.deleted", { try $1.remove($0, isStrict: isStrict) }),
        ("DELETE /orders/:id -> 204", { try $1.remove($0, isStrict: isStrict) }),
      ]
    ) { store in StoredObjects(byType: store.objects) }
    return try MapperTest(
      storing: store, keeps: Contract("shop", filePath: trial.filePath), ComparisonOptions(), [],
      Law.ofStores,
      settings
    ).violations().map(\.description)
  }

  @Test(
    "A store that deletes lost objects passes, whether it keeps their parts or not",
    .enabled(if: TestDepth.isFull))
  func right() throws {
    for cascades in [false, true] {
      let texts = try texts { Shop(cascades: cascades) }
      #expect(texts == [])
    }
    // Deleting an absent object may be an error.
    let strict = try texts(isStrict: true) { Shop() }
    #expect(strict == [])
  }

  @Test(
    "A store that keeps lost objects or deletes others is reported in at most three responses",
    arguments: TestDepth.some(Mistake.allCases))
  private func wrong(_ mistake: Mistake) throws {
    let texts = try texts { Shop(mistake) }
    #expect(texts.count == 1, "\(texts)")
    let rows = texts.first?.split(separator: "\n").count { $0.contains(/^  [0-9]/) } ?? 0
    #expect((1...3).contains(rows), "\(texts)")
  }

  @Test("The guide shows the issue that is reported")
  func guide() throws {
    let text = try #require(try texts { Shop(.keepsLost) }.first)
    let shown = text[..<(text.firstRange(of: "\n  shrunk")?.lowerBound ?? text.endIndex)]
    #expect(Guide.named("TestingStores").shows(String(shown)), "\(text)")
  }
}
