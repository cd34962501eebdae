import ContractTesting
import Foundation
import NetworkTesting
import Testing

@testable import Reported

extension FaultyCode {
  @Test("A failed load is no empty account")
  func anyCollections() async throws {
    let contract = try Contract("clients")
    let stub = StubbedSession(contract)
    let client = FeedClient(session: stub.makeURLSession())
    try await expect(
      .loading(stub, "GET /v3/collections") { try await client.anyCollections() }, keeps: contract)
  }

  @Test("What is no JSON is no empty account")
  func collectionsOfJSON() async throws {
    let contract = try Contract("clients")
    let stub = StubbedSession(contract)
    let client = FeedClient(session: stub.makeURLSession())
    try await expect(
      .loading(stub, "GET /v3/collections") { try await client.collectionsOfJSON() },
      keeps: contract)
  }

  @Test("An error is not kept for the next 304")
  func keptError() async throws {
    let stub = StubbedSession(try Contract("clients"))
    let client = SubscriberClient(session: stub.makeURLSession(), keepsErrors: true)
    try await failThenNotModified(stub, client)
    #expect(stub.sent.last?.header("If-None-Match") == nil)
  }
}

extension MendedCode {
  @Test("A load that fails is an error")
  func collections() async throws {
    let contract = try Contract("clients")
    let stub = StubbedSession(contract)
    let client = FeedClient(session: stub.makeURLSession())
    try await expect(
      .loading(stub, "GET /v3/collections") { try await client.collections() }, keeps: contract)
  }

  @Test("A subscriber is loaded, and is the same after 304")
  func subscriberLoaded() async throws {
    let contract = try Contract("clients")
    let stub = StubbedSession(contract)
    let client = SubscriberClient(session: stub.makeURLSession(), keepsErrors: false)
    try await expect(
      .loading(stub, "GET /v1/subscribers/:id") { try await client.subscriber() }, keeps: contract)
  }

  @Test("An error is not kept")
  func keptError() async throws {
    let stub = StubbedSession(try Contract("clients"))
    let client = SubscriberClient(session: stub.makeURLSession(), keepsErrors: false)
    try await failThenNotModified(stub, client)
    #expect(stub.sent.last?.header("If-None-Match") == nil)
  }
}

/// Answers with an error that has a tag, and then with 304; both loads must fail by their status.
private func failThenNotModified(_ stub: StubbedSession, _ client: SubscriberClient) async throws {
  let error = #"{"code":1,"message":"a"}"#
  let refusal = StubbedResponse.json(error, status: 401, headers: ["ETag": "b"])
  try stub.answer("GET /v1/subscribers/:id", with: refusal)
  await #expect(throws: UnexpectedStatus.self) { try await client.subscriber() }
  try stub.answer("GET /v1/subscribers/:id", with: .json("", status: 304))
  await #expect(throws: UnexpectedStatus.self) { try await client.subscriber() }
}
