import ContractModel
import ContractTesting
import Foundation
import HTTPFixtures
import NetworkTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A client as in most apps: a plain class without isolation.
private final class PlainClient {
  struct Page: Decodable {
    struct Meta: Decodable { var total: Int }
    var items: [Avatar]?
    var meta: Meta
  }

  let client: AvatarClient
  private(set) var count = 0

  init(_ session: URLSession) { client = AvatarClient(session: session) }

  func avatars() async throws -> [Avatar] {
    count += 1
    return try await client.load(Page.self, "/page").items ?? []
  }
}

/// A result type that is not `Sendable`.
private final class Album {
  let items: [Avatar]
  init(_ items: [Avatar]) { self.items = items }
}

@MainActor private final class MainClient {
  let client: AvatarClient

  init(_ session: URLSession) { client = AvatarClient(session: session) }

  func album() async throws -> Album {
    MainActor.assertIsolated()
    return Album(try await client.load(PlainClient.Page.self, "/page").items ?? [])
  }
}

@Suite("Clients are tested in the forms that apps use")
struct PlainClientTests {
  private let stub: StubbedSession
  private let contract: Contract

  init() throws {
    contract = try OneContract.contract(
      """
      { "contract": 1, "basePath": "/v1",
        "endpoints": { "GET /page": { "items?": "items: [Avatar]", "meta.total": "total: Int" } },
        "mappings": {
          "Avatar": { "map": { "id": "remoteId: Int", "file_url": "url: String" } } } }
      """)
    stub = StubbedSession(contract)
  }

  @Test("A plain class is awaited on the actor of the test, and returns a part of the body")
  func plainClass() async throws {
    let client = PlainClient(stub.makeURLSession())
    try await expect(
      .loading(stub, "GET /page") { try await client.avatars() }, keeps: contract,
      returning: "items")
    #expect(client.count > 50)
    try await expect(
      .loading(stub, "GET /page") { @concurrent in try await client.avatars() }, keeps: contract,
      returning: "items")
  }

  @Test(
    "A client of the main actor runs there, whatever type it returns",
    .enabled(if: TestDepth.isFull))
  @MainActor func mainActor() async throws {
    let client = MainClient(stub.makeURLSession())
    try await expect(
      .loading(stub, "GET /page") {
        MainActor.assertIsolated()
        return try await client.album().items
      }, keeps: contract, returning: "items")
    let albums = try await ClientTest(
      .loading(stub, "GET /page") { try await client.album() }, keeps: contract
    ).violations()
    // `Album` has no property for the rest of the body.
    #expect(!albums.isEmpty)
  }

  @Test("A part that the client changes is reported as one issue")
  func otherPart() async throws {
    let client = PlainClient(stub.makeURLSession())
    let texts = try await ClientTest(
      .loading(stub, "GET /page") { Array(try await client.avatars().dropFirst()) },
      keeps: contract, returning: "items"
    ).violations().map(\.description)
    #expect(
      texts == [
        """
        the mapper makes another value of items
          in        a.contract.json:2:43  "items?": "items: [Avatar]"
          when      the payload is valid
          payload   {"items":[{"id":10,"file_url":"a"}],"meta":{"total":11}}
          contract  items = 1 element
          mapper    items = 0 elements
          also      on 69 other payloads
        """
      ])
  }

  @Test("A key path that the body does not have is an error")
  func unknownPart() async throws {
    let client = PlainClient(stub.makeURLSession())
    await #expect(throws: TestSetupError.self) {
      try await ClientTest(
        .loading(stub, "GET /page") { try await client.avatars() }, keeps: contract,
        returning: "itmes"
      ).violations()
    }
  }

  @Test("An asynchronous mapper may await a plain class, too")
  func mapper() async throws {
    final class Importer {
      var count = 0
      func load(_ data: Data) async throws -> [Avatar] {
        count += 1
        return try JSONDecoder().decode([Avatar].self, from: data)
      }
    }
    let importer = Importer()
    try await expect(
      .mapping { try await importer.load($0) }, keeps: contract, as: "[Avatar]")
    #expect(importer.count > 50)
  }
}
