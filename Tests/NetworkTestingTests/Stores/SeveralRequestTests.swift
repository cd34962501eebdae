import ContractModel
import ContractTesting
import Foundation
import MapperTesting
import TestSupport
import Testing

@testable import NetworkTesting

@Suite("A load that sends several requests is compared with the response to each of them")
struct SeveralRequestTests {
  private let contract: Contract
  private let stub: StubbedSession
  private let client: NoteClient

  init() throws {
    contract = try OneContract.contract(
      """
      { "contract": 1, "host": "api.example.com",
        "endpoints": {
          "GET /orders": { "": { "to": "orders", "type": "[Order]", "assign": "replace" } },
          "GET /orders/:id/lines": { "": { "to": "lines", "type": "[Line]", "assign": "replace" } },
          "GET /customers": "[Customer]" },
        "mappings": {
          "Order": {
            "identifiedBy": "id",
            "map": { "id": "Int", "total": "Int", "customer?": "customer: Customer?" } },
          "Line": {
            "identifiedBy": ["order", "id"],
            "map": { "@path.id": "order: Int", "id": "Int", "count": "Int" } },
          "Customer": { "identifiedBy": "id", "map": { "id": "Int", "name": "String" } } } }
      """)
    stub = StubbedSession(contract)
    client = NoteClient(session: stub.makeURLSession())
  }

  private func texts(
    _ style: OrderStore.Style = .oneByOne, _ mistake: OrderStore.Mistake? = nil
  ) async throws -> [String] {
    var settings = MapperTestSettings()
    settings.histories = mistake == nil ? 60 : 200
    return try await ClientStoreTest(
      { OrderStore(client, style, mistake) }, through: stub,
      loading: [
        "GET /orders, GET /orders/:id/lines, GET /customers": { _, store in
          try await store.refresh()
        },
        "GET /orders/:id/lines": { asked, store in try await store.loadLines(asked.int("id")) },
        "GET /customers": { _, store in try await store.loadCustomers() },
      ], objects: { StoredObjects(await $0.objects) }, keeps: contract, settings: settings
    ).violations().map(\.description)
  }

  @Test(
    "A store may keep the responses that came, or discard all of them, if another one failed",
    .enabled(if: TestDepth.isFull),
    arguments: OrderStore.Style.allCases)
  fileprivate func right(_ style: OrderStore.Style) async throws {
    let texts = try await texts(style)
    #expect(texts == [])
  }

  @Test(
    "A mistake is one issue, of two loads at most", .enabled(if: TestDepth.isFull),
    arguments: OrderStore.Mistake.allCases)
  fileprivate func mistake(_ mistake: OrderStore.Mistake) async throws {
    let texts = try await texts(.oneByOne, mistake)
    #expect(texts.count == 1, "\(texts)")
    let rows = texts.first?.split(separator: "\n").count { $0.contains(/^  [0-9]/) } ?? 0
    #expect((1...2).contains(rows), "\(texts)")
  }

  @Test("The guide shows the issue that is reported")
  func guide() async throws {
    let text = try #require(try await texts(.oneByOne, .takesAnErrorForNoLines).first)
    let shown = text.split(separator: "\n").prefix(6).joined(separator: "\n")
    #expect(Guide.named("TestingStores").shows(shown), "\(text)")
  }
}

/// Orders, each loaded with two requests, and customers, which come alone and in orders.
private actor OrderStore {
  enum Style: CaseIterable { case oneByOne, allOrNothing, asTheyCome, ignoresErrors }

  enum Mistake: CaseIterable {
    case takesAnErrorForNoLines, deletesOrdersWithoutLines
  }

  struct Order: Sendable {
    var id: Int
    var total: Int
    var customer: Customer?
  }

  struct Line: Decodable, Sendable {
    var order = 0
    var id: Int
    var count: Int

    private enum CodingKeys: CodingKey { case id, count }
  }

  struct Customer: Decodable, Sendable {
    var id: Int
    var name: String
  }

  private struct Row: Decodable, Sendable {
    var id: Int
    var total: Int
    var customer: Customer??

    private enum CodingKeys: CodingKey { case id, total, customer }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(Int.self, forKey: .id)
      total = try container.decode(Int.self, forKey: .total)
      if container.contains(.customer) {
        customer = .some(try container.decode(Customer?.self, forKey: .customer))
      }
    }
  }

  private let client: NoteClient
  private let style: Style
  private let mistake: Mistake?
  private var orders: [Int: (total: Int, customer: Int?)] = [:]
  private var lines: [Int: [Int: Line]] = [:]
  private var customers: [Int: Customer] = [:]

  init(_ client: NoteClient, _ style: Style, _ mistake: Mistake?) {
    (self.client, self.style, self.mistake) = (client, style, mistake)
  }

  var objects: [any Sendable] {
    let orders = orders.map { id, row in
      Order(id: id, total: row.total, customer: row.customer.flatMap { customers[$0] })
    }
    return orders as [any Sendable] + lines.values.flatMap(\.values) + Array(customers.values)
  }

  func refresh() async throws {
    switch style {
    case .oneByOne:
      let rows = try await read([Row].self, "/orders")
      apply(rows)
      for row in rows {
        do {
          try await loadLines(row.id)
        } catch {
          switch mistake {
          case .takesAnErrorForNoLines: lines[row.id] = [:]
          case .deletesOrdersWithoutLines: orders[row.id] = nil
          default: throw error
          }
        }
      }
      try await loadCustomers()
    case .allOrNothing:
      async let rows = read([Row].self, "/orders")
      async let customers = read([Customer].self, "/customers")
      var lines: [(Int, [Line])] = []
      for row in try await rows { lines.append((row.id, try await self.lines(of: row.id))) }
      let all = try await (rows, customers)
      apply(all.0)
      for (id, list) in lines { apply(list, of: id) }
      for customer in all.1 { self.customers[customer.id] = customer }
    case .asTheyCome:
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await self.loadCustomers() }
        let rows = try await read([Row].self, "/orders")
        apply(rows)
        for row in rows { group.addTask { try await self.loadLines(row.id) } }
        var failure: (any Error)?
        while let result = await group.nextResult() {
          if case .failure(let error) = result { failure = error }
        }
        if let failure { throw failure }
      }
    case .ignoresErrors:
      if let rows = try? await read([Row].self, "/orders") {
        apply(rows)
        for row in rows { try? await loadLines(row.id) }
      }
      try? await loadCustomers()
    }
  }

  func loadLines(_ id: Int) async throws { apply(try await lines(of: id), of: id) }

  func loadCustomers() async throws {
    for customer in try await read([Customer].self, "/customers") {
      customers[customer.id] = customer
    }
  }

  private func read<Value: Decodable & Sendable>(
    _ type: Value.Type, _ path: String
  ) async throws -> Value {
    try JSONDecoder().decode(type, from: await client.data(path))
  }

  private func lines(of id: Int) async throws -> [Line] {
    try await read([Line].self, "/orders/\(id)/lines")
  }

  private func apply(_ rows: [Row]) {
    let ids = Set(rows.map(\.id))
    orders = orders.filter { ids.contains($0.key) }
    for row in rows {
      var order = orders[row.id] ?? (row.total, nil)
      order.total = row.total
      if let customer = row.customer {
        order.customer = customer?.id
        if let customer { customers[customer.id] = customer }
      }
      orders[row.id] = order
    }
  }

  private func apply(_ list: [Line], of id: Int) {
    lines[id] = Dictionary(
      list.map { ($0.id, Line(order: id, id: $0.id, count: $0.count)) }, uniquingKeysWith: { $1 })
  }
}
