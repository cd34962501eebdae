import ContractTesting
import Foundation
import TestSupport
import Testing

@Suite("A mapper may return a part of the payload", .freshStore)
struct ReturnedPartTests {
  private struct Sport: Decodable {
    var id: Int
    var name: String
  }

  private struct Page: Decodable {
    struct Meta: Decodable { var total: Int }
    var items: [Sport]?
    var meta: Meta
  }

  private struct Deep: Decodable {
    struct Data: Decodable {
      var page: Page?
      var name: String
    }
    var data: Data
  }

  private struct NoItems: Error {}

  private let contract: Contract

  init() throws {
    let trial = try Trial([
      "sports.contract.json": """
      { "contract": 1,
        "endpoints": {
          "GET /sports": { "items?": "items: [Sport]", "meta.total": "total: Int" },
          "GET /page": "Page",
          "GET /deep": { "data": "data: Body" } },
        "mappings": {
          "Sport": { "map": { "id": "id: Int", "name": "name: String" } },
          "Meta": { "map": { "total": "total: Int" } },
          "Page": { "map": { "items?": "rows: [Sport]", "meta": "meta: Meta" } },
          "Body": { "map": { "page?": "page: Page?", "name": "String" } } } }
      """
    ])
    contract = try Contract("sports", filePath: trial.filePath)
  }

  private func violations(
    _ endpoint: String, _ part: String, _ map: @escaping (Foundation.Data) throws -> Any?
  ) throws -> [String] {
    try MapperTest(.mapping(map), keeps: contract, as: endpoint, returning: part).violations()
      .map(\.description)
  }

  private static func page(_ data: Foundation.Data) throws -> Page {
    try JSONDecoder().decode(Page.self, from: data)
  }

  private final class Row {
    let id: Int
    let name: String
    init(_ sport: Sport) { (id, name) = (sport.id, sport.name) }
  }

  static let styles: [@Sendable (Foundation.Data) throws -> Any?] = [
    { data in
      guard let items = try page(data).items else { throw NoItems() }
      return items
    },
    { try page($0).items ?? [] },
    { try page($0).items },
    { data in
      try page(data).items.map { $0.map { ["id": $0.id, "name": $0.name] as [String: Any] } }
    },
    { try page($0).items.map { $0.map { Row($0) } } ?? [] },
  ]

  @Test(
    "The items of an envelope may be returned in five styles", .enabled(if: TestDepth.isFull),
    arguments: styles.indices)
  func right(style: Int) throws {
    #expect(try violations("GET /sports", "items", Self.styles[style]) == [])
    #expect(try violations("GET /page", "items", Self.styles[style]) == [])
    #expect(try violations("Page", "items", Self.styles[style]) == [])
  }

  @Test("A test names the part")
  func guide() throws {
    try expect(
      .mapping { data in try JSONDecoder().decode(Page.self, from: data).items },
      keeps: contract, as: "GET /sports", returning: "items")
  }

  @Test("Nested parts and scalars may be returned")
  func deep() throws {
    let deep = { (data: Foundation.Data) in try JSONDecoder().decode(Deep.self, from: data).data }
    #expect(try violations("GET /deep", "data.page.items") { try deep($0).page?.items } == [])
    #expect(
      try violations("GET /deep", "data.page.meta.total") { try deep($0).page?.meta.total } == [])
    #expect(try violations("GET /deep", "data.name") { try deep($0).name } == [])
    #expect(try violations("GET /sports", "meta.total") { try Self.page($0).meta.total } == [])
  }

  @Test("Wrong items are one issue")
  func otherItems() throws {
    let texts = try violations("GET /sports", "items") { data in
      try Self.page(data).items?.map { Sport(id: $0.id &+ 1, name: $0.name) }
    }
    #expect(
      texts == [
        #"""
        Sport makes another value of id
          in        sports.contract.json:7:31  "id": "id: Int"
          when      the payload is valid
          payload   {"items":[{"id":10,"name":"a"}],"meta":{"total":11}}
          contract  items[0].id = 10
          mapper    items[0].id = 11
          also      on 73 other payloads
        """#
      ])
    let counts = try violations("GET /sports", "items") { try Self.page($0).items?.prefix(1) }
    #expect(counts.count == 1)
    #expect(counts.first?.contains("contract  items = 2 elements") ?? false)
  }

  @Test("Faults in the rest of the payload still have to be rejected")
  func rest() throws {
    struct Items: Decodable { var items: [Sport]? }
    let texts = try violations("GET /sports", "items") {
      try JSONDecoder().decode(Items.self, from: $0).items
    }
    #expect(texts.allSatisfy { $0.contains("total") })
    #expect(
      texts.first?.hasPrefix("the mapper takes an absent, null or invalid meta.total\n") ?? false,
      "\(texts)")
  }

  @Test("A valid part has to be returned")
  func refusesItems() throws {
    let texts = try violations("GET /sports", "items") { data -> Any? in
      guard let items = try Self.page(data).items, items.isEmpty else { throw NoItems() }
      return items
    }
    #expect(texts.count == 1)
    #expect(texts.first?.contains("contract  accepts it") ?? false)
  }

  @Test("Elements of a part are independent, and named by their positions")
  func dependent() throws {
    let texts = try violations("GET /sports", "items") { data in
      var known: Set<String> = []
      return try Self.page(data).items?.map { sport in
        // A second sport with the same name gets another name.
        known.insert(sport.name).inserted ? sport : Sport(id: sport.id, name: sport.name + "!")
      }
    }
    #expect(!texts.isEmpty)
  }

  @Test("A key path without a line is an error with a near one")
  func unknown() throws {
    #expect(
      complaint { _ = try violations("GET /sports", "itmes") { _ in nil } } == """
        returning: the contract "sports" makes no property of the key path "itmes"
          did you mean "items"?
        """)
    #expect(
      complaint { _ = try violations("GET /deep", "data.pages") { _ in nil } } == """
        returning: the contract "sports" makes no property of the key path "data.pages"
          did you mean "data.page"?
        """)
    #expect(
      complaint { _ = try violations("[Sport]", "items") { _ in nil } } == """
        returning: the contract "sports" makes no property of the key path "items"
        """)
  }

  @Test("A store has no returned part")
  func store() throws {
    let store = MapperUnderTest.mapping(into: [Sport]()) { data, store in
      store = try Self.page(data).items ?? []
    } objects: {
      $0
    }
    let message = #"returning "items": the mapper returns nothing, it writes to a store"#
    #expect(
      complaint {
        _ = try MapperTest(store, keeps: contract, as: "GET /sports", returning: "items")
      } == message)
    let keyPath = try #require(try contract.keyPaths(as: "GET /sports").first)
    #expect(
      MapperTest(store, handles: keyPath, returning: "items").violations().map(\.description) == [
        message
      ])
  }

  @Test("A single key path is checked with a part too")
  func handles() throws {
    for keyPath in try contract.keyPaths(as: "GET /sports") {
      expect(.mapping { try Self.page($0).items }, handles: keyPath, returning: "items")
    }
  }

  @Test("An asynchronous mapper may return a part too")
  func asynchronous() async throws {
    let violations = try await AsyncCheck(
      .mapping { data in
        await Task.yield()
        return try Self.page(data).items ?? []
      }, keeps: contract, as: "GET /sports", returning: "items"
    ).violations()
    #expect(violations.map(\.description) == [])
  }
}
