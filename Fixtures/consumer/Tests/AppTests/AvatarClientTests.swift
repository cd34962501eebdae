import ContractTesting
import Foundation
import NetworkTesting
import Testing

@testable import App

@Suite("Avatar client")
struct AvatarClientTests {
  let contract: Contract
  let stub: StubbedSession
  let client: AvatarClient

  init() throws {
    contract = try Contract("avatar-api")
    stub = StubbedSession(contract)
    client = AvatarClient(session: stub.makeURLSession())
  }

  @Test("Avatars are loaded as the contract says")
  func loads() async throws {
    try await expect(.loading(stub, "GET /avatars") { try await client.avatars() }, keeps: contract)
  }

  @Test("A new avatar is sent and read as the contract says")
  func adds() async throws {
    try await expect(
      .loading(stub, "POST /avatars") {
        try await client.add(NewAvatar(fileUrlString: "a.png"))
      }, keeps: contract)
    #expect(stub.sent.last?.json("file_url") == "a.png")
  }

  @Test("An avatar is removed, or an error is thrown")
  func removes() async throws {
    try await expect(
      .loading(stub, "DELETE /avatars/:id") { try await client.remove(id: 7) }, keeps: contract)
  }

  @Test("An avatar is removed, and nothing else is asked for", .answeredRequests)
  func removesAlone() async throws {
    try await client.remove(id: 7)
    #expect(stub.sent.count == 1)
  }

  @Test("What is searched for is in the query, and what is found comes back")
  func searches() async throws {
    try stub.answer("GET /avatars", with: [["remoteId": 5], ["remoteId": 6]])
    let found = try await client.avatars(matching: "cat & dog")
    #expect(stub.sent[0].query("q") == "cat & dog")
    #expect(found.map(\.remoteId) == [5, 6])
  }

  @Test("Without a network it throws")
  func offline() async throws {
    try stub.answer("GET /avatars", with: .failure(.notConnectedToInternet))
    await #expect(throws: URLError.self) { try await client.avatars() }
  }

  @Test("A new avatar is written as the contract says")
  func encodes() throws {
    try expect(
      .encoding([NewAvatar(fileUrlString: "a.png")], with: JSONEncoder(), JSONDecoder()),
      keeps: contract, as: "NewAvatar")
  }
}
