package import ContractModel
package import ContractTesting
import Foundation
package import HTTPFixtures
import JSONParsing
package import MapperTesting
package import Testing

/// Whether a store of an app that asks for its responses by the app's own client keeps a contract over
/// histories.
///
/// `expect(stores:through:loading:objects:keeps:)` is the short way to say it. The histories are those of
/// other stores. Each response goes through a stubbed session, and some loads fail: an error
/// status, no connection, one that is lost, a body without its last byte, status 304. Of those, the
/// store has to be as it was.
package struct ClientStoreTest {
  private let stub: StubbedSession
  private let contract: Contract
  private let endpoints: [String]
  private let test: AsyncMapperTest

  /// - Parameters:
  ///   - makeStore: Makes a new and empty store with its client, for each history.
  ///   - stub: The client's session is one of its own.
  ///   - loads: How the store has the client load a response.
  ///   - objects: The objects in it.
  ///   - contract: What it has to keep.
  package init<Store>(
    _ makeStore: @escaping () -> Store, through stub: StubbedSession,
    loading loads: ClientLoads<Store>,
    objects: nonisolated(nonsending) @escaping (_ store: Store) async -> StoredObjects,
    keeps contract: Contract, reading readings: [ObjectReading] = [],
    comparing properties: [PropertyComparison] = [], named names: [String: String] = [:],
    tolerating: Tolerances = [], laws: [Law] = Law.ofStores,
    settings: MapperTestSettings = .current
  ) {
    (self.stub, self.contract) = (stub, contract)
    let endpoints = loads.pairs.map(\.endpoint)
    self.endpoints = endpoints
    let requests = endpoints.map { name in
      contract.endpoints.first { MemberName($0.selector.description) == MemberName(name) }
        .flatMap { LoadRequest($0) }
    }
    let store = AsyncMapperUnderTest.loading(
      into: makeStore, endpoints, ServedLoads(requests),
      { number, failure, payload, store in
        let load = ClientLoad(
          stub: stub, endpoint: endpoints[number], request: requests[number], others: endpoints)
        try await load.run(loads.pairs[number].load, payload, failure, &store)
      }, objects: objects)
    test = AsyncMapperTest(
      storing: store, keeps: contract, reading: readings,
      ComparisonOptions(comparing: properties, named: names), tolerating,
      laws, settings)
  }

  /// Runs the store over all histories.
  ///
  /// - Returns: What `MapperTest.violations()` returns.
  /// - Throws: `TestSetupError`, if the contract does not have an endpoint or a property that something
  ///   is said of, or no payload of an endpoint, or none is asked for; `StubError`, if the stub is used
  ///   by another check; `CancellationError`, if the test is cancelled.
  package nonisolated(nonsending) func violations() async throws -> [MapperViolation] {
    try startServing()
    defer { stub.stopServing() }
    return try await test.violations()
  }

  /// Runs the store over all histories, and records an issue for each of `violations()`.
  ///
  /// - Returns: What the store was tested on.
  /// - Throws: What `violations()` throws.
  @discardableResult
  package nonisolated(nonsending) func verify(
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> MapperCoverage {
    try startServing()
    defer { stub.stopServing() }
    return try await test.verify(sourceLocation: sourceLocation)
  }

  private func startServing() throws {
    // One that the contract does not have is told by the test.
    let requests = contract.endpoints.filter { LoadRequest($0) != nil }.map {
      $0.selector.description
    }
    let asked = endpoints.first { name in
      requests.contains { MemberName($0) == MemberName(name) }
    }
    if let asked { _ = try stub.startServing(asked, of: contract) }
  }
}

/// A load of an endpoint by an app's client.
private struct ClientLoad {
  let stub: StubbedSession
  let endpoint: String
  /// `nil`, of an event.
  let request: LoadRequest?
  /// The endpoints that have loads of their own.
  let others: [String]

  nonisolated(nonsending) func run<Store>(
    _ load: @escaping ClientLoads<Store>.Load, _ payload: Data, _ failure: LoadFailure?,
    _ store: inout Store
  ) async throws {
    guard let request else {
      return try await load(LoadParameters(parameters: [:], payload: payload), &store)
    }
    let bytes = Array(payload)
    try stub.serve(endpoint: endpoint)
    guard let whole = stub.served?.taggedResponse(bytes) else { return }
    stub.serve(failure?.response(for: whole) ?? whole)
    let asked = LoadParameters(
      parameters: request.parameters(for: bytes) ?? [:], payload: Data())
    let result: Result<Void, any Error>
    let box = Box(store)
    do {
      result = .success(
        try await ClientUnderTest.result(of: Handover { try await load(asked, &box.store) }, stub))
    } catch {
      result = .failure(error)
    }
    if case .failure(let error as any UnansweredError) = result { throw error }
    store = box.store
    // Whatever it did or threw, it was not of this response.
    if let refused = stub.firstRefused { throw refused }
    if let other = others.first(where: stub.hasSent) {
      throw StubError(
        "the load of \(quoted(endpoint)) sends \(quoted(other)), too",
        notes: ["what is loaded apart can fail apart: give each endpoint a load of its own"])
    }
    try result.get()
    if stub.servedCount == 0 { throw NothingSent(stub.sent, endpoint) }
  }
}

/// A store while a load changes it.
private final class Box<Store> {
  var store: Store

  init(_ store: Store) { self.store = store }
}
