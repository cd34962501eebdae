import ContractModel
import ContractTesting
import Foundation
import HTTPFixtures
import MapperTesting
import NetworkTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Clients that read more of a response than its body, or return more than a value.
@Suite("Clients read headers, and may return nothing or a Result")
struct ExchangeTests {
  private struct Item: Decodable { var id: Int }
  private struct Page { var items: [Item], total: Int }
  private struct Failure: Error {}

  private let contract: Contract
  private let stub: StubbedSession
  private let session: URLSession

  init() throws {
    contract = try OneContract.contract(
      """
      { "contract": 1, "host": "a.example",
        "endpoints": {
          "GET /page": { "": "items: [Item]", "@header.X-Total": "total: Int(string)" },
          "GET /items/:id": { "": "item: Item", "@path.id": "number: Int(string)" },
          "GET /items": "[Item]", "PUT /items -> 204": null },
        "mappings": { "Item": { "map": { "id": "Int" } } } }
      """)
    stub = StubbedSession(contract)
    session = stub.makeURLSession()
  }

  private func send(_ path: String, _ method: String = "GET") async throws -> (
    Data, HTTPURLResponse
  ) {
    var request = URLRequest(url: try #require(URL(string: "https://a.example\(path)")))
    request.httpMethod = method
    let (data, response) = try await session.data(for: request)
    let http = try #require(response as? HTTPURLResponse)
    guard 200...299 ~= http.statusCode else { throw Failure() }
    return (data, http)
  }

  private func violations<Value>(
    _ endpoint: String, _ load: @escaping () async throws -> Value
  ) async throws -> [String] {
    try await ClientTest(.loading(stub, endpoint, load), keeps: contract).violations()
      .map { "\($0.description.prefix { $0 != "\n" })" }
  }

  private func page(_ change: (Int) -> Int) async throws -> Page {
    let (data, response) = try await send("/page")
    guard let total = response.value(forHTTPHeaderField: "X-Total").flatMap(Int.init) else {
      throw Failure()
    }
    return Page(items: try JSONDecoder().decode([Item].self, from: data), total: change(total))
  }

  @Test("Responses have the headers that the contract reads")
  func headers() async throws {
    #expect(try await violations("GET /page") { try await page { $0 } } == [])
    let wrong = try await violations("GET /page") { try await page { $0 + 1 } }
    #expect(wrong == ["the mapper makes another value of @header.X-Total"])
  }

  @Test("A value of the request is that of the client's own request")
  func path() async throws {
    struct Numbered { var item: Item, number: Int }
    func load(_ number: Int) async throws -> Numbered {
      Numbered(
        item: try JSONDecoder().decode(Item.self, from: try await send("/items/7").0),
        number: number)
    }
    #expect(try await violations("GET /items/:id") { try await load(7) } == [])
    let wrong = try await violations("GET /items/:id") { try await load(8) }
    #expect(wrong == ["the mapper makes another value of @path.id"])
  }

  @Test("A mapper of bodies is judged without the values that only a response has")
  func bodies() throws {
    struct Items { var items: [Item] }
    func issues(_ change: @escaping ([Item]) -> [Item]) throws -> [String] {
      try MapperTest(
        .mapping { Items(items: change(try JSONDecoder().decode([Item].self, from: $0))) },
        keeps: contract, as: "GET /page"
      ).violations().map { "\($0.description.prefix { $0 != "\n" })" }
    }
    #expect(try issues { $0 } == [])
    let wrong = try issues { Array($0.dropFirst()) }
    #expect(wrong == ["the mapper makes another value of items"])
  }

  @Test("For a response without a body, a client may return nil")
  func nothing() async throws {
    let issues = try await violations("PUT /items -> 204") { () async throws -> Item? in
      _ = try await send("/items", "PUT")
      return nil
    }
    #expect(issues == [])
    let thrown = try await violations("PUT /items -> 204") { () async throws -> Item? in
      throw try await send("/items", "PUT").1.statusCode == 204 ? Failure() : CancellationError()
    }
    #expect(thrown == ["PUT /items -> 204: the client refuses the response of the contract"])
  }

  @Test("A Result is a value or an error, of clients and of mappers")
  func result() async throws {
    func load(hides: Bool) async -> Result<[Item], Failure> {
      do {
        return .success(try JSONDecoder().decode([Item].self, from: try await send("/items").0))
      } catch {
        return hides ? .success([]) : .failure(Failure())
      }
    }
    #expect(try await violations("GET /items") { await load(hides: false) } == [])
    let hidden = try await violations("GET /items") { await load(hides: true) }
      .map { $0.prefix { $0 != "," } }
    #expect(hidden == ["GET /items: the client takes 19 failed loads for a value"])
    let issues = try MapperTest(
      .mapping { data in Result { try JSONDecoder().decode([Item].self, from: data) } },
      keeps: contract, as: "[Item]"
    ).violations()
    #expect(issues.isEmpty)
  }
}
