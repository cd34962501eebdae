package import ContractModel
package import ContractTesting
import Foundation
package import HTTPFixtures
import JSONParsing
package import MapperTesting
package import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Checks whether a store that loads responses through the app's own client keeps a contract over
/// histories.
///
/// `expect(stores:through:loading:objects:keeps:)` is the short form. The histories are generated
/// in the same way as for other stores. Each response goes through a stubbed session, and some
/// loads fail: an error status, no connection, a lost connection, a body without its last byte,
/// status 304. A failed load has to leave the store unchanged.
package struct ClientStoreTest {
  private let stub: StubbedSession
  private let contract: Contract
  /// The endpoints; the first one is loaded by a request, if any is.
  private let endpoints: [String]
  private let makeTest: (Rendezvous) throws -> MapperTest

  /// - Parameter makeStore: Creates a new and empty store with its client, for each history.
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
    let named = loads.pairs.map { ($0.load, Self.endpoints(of: $0.endpoint, in: contract)) }
    let (alone, several) = (named.filter { $0.1.count == 1 }, named.filter { $0.1.count > 1 })
    var endpoints = alone.map { $0.1[0] }
    let groups = several.map { load in
      load.1.map { name in
        let known = endpoints.lastIndex { MemberName($0) == MemberName(name) }
        if known == nil { endpoints.append(name) }
        return known ?? endpoints.count - 1
      }
    }
    self.endpoints = endpoints
    let requests = endpoints.map { contract.loadRequest(of: $0) }
    let served = ServedLoads(endpoints, requests, aloneCount: alone.count, groups: groups)
    let patience = Patience()
    let store = AsyncMapperUnderTest.loading(
      into: makeStore, served,
      { [endpoints] number, payload, store, turn in
        let failed = served.failed(number)
        let load = ClientLoad(
          stub: stub, endpoints: endpoints, served: served, number: number, turn: turn,
          patience: patience)
        let own = failed?.load ?? number
        let loads = own < endpoints.count ? alone[own] : several[own - endpoints.count]
        try await load.run(loads.0, payload, &store)
      }, objects: objects)
    makeTest = {
      try MapperTest(
        storing: store.answered($0), keeps: contract, reading: readings,
        ComparisonOptions(comparing: properties, named: names), tolerating, laws, settings)
    }
  }

  /// Runs the store over all histories.
  ///
  /// - Returns: The violations, like `MapperTest.violations()`.
  /// - Throws: `TestSetupError` if the contract does not have a named endpoint or property, an
  ///   endpoint has no payload, or no endpoint is loaded by a request; `StubError` if another check
  ///   uses the stub; `CancellationError` if the test is cancelled.
  package nonisolated(nonsending) func violations() async throws -> [MapperViolation] {
    try startServing()
    defer { stub.stopServing() }
    return try await looping { try makeTest($0).violations() }
  }

  /// Runs the store over all histories, and records an issue for each of `violations()`.
  ///
  /// - Returns: The coverage of the test.
  /// - Throws: The errors of `violations()`.
  @discardableResult
  package nonisolated(nonsending) func verify(
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> MapperCoverage {
    try startServing()
    defer { stub.stopServing() }
    return try await answering(at: sourceLocation) {
      try makeTest($0).verify(sourceLocation: sourceLocation)
    }
  }

  /// Returns the endpoints in the name of a load: one of the contract, or several with commas.
  private static func endpoints(of name: String, in contract: Contract) -> [String] {
    let parts = name.components(separatedBy: ServedLoads.separator)
    let areSeveral = parts.allSatisfy { contract.loadRequest(of: $0) != nil }
    return areSeveral && contract.loadRequest(of: name) == nil ? parts : [name]
  }

  private func startServing() throws {
    // The test reports an endpoint that the contract does not have.
    let asked = endpoints.first { contract.loadRequest(of: $0) != nil }
    if let asked { _ = try stub.startServing(asked, of: contract) }
  }
}

/// A load of one or several endpoints through an app's client.
private struct ClientLoad {
  let stub: StubbedSession
  let endpoints: [String]
  let served: ServedLoads
  let number: Int
  let turn: LoadTurn
  let patience: Patience

  /// Runs the load. Of two concurrent loads, the first gets its response when the second has ended,
  /// or has waited too long for that.
  nonisolated(nonsending) func run<Store>(
    _ load: @escaping ClientLoads<Store>.Load, _ payload: Data, _ store: inout Store
  ) async throws {
    switch turn {
    case .alone: try await send(load, payload, &store)
    case .first(let pair):
      defer { pair.endFirst() }
      try await send(load, payload, &store)
    case .second(let pair):
      await pair.firstAsked()
      // The task is not cancelled, because FoundationNetworking traps if a task ends while it is
      // cancelled.
      _ = startTask { [patience] in
        await patience.runOut { pair.isReleased }
        pair.release()
      }
      defer { pair.release() }
      try await send(load, payload, &store)
    }
  }

  private nonisolated(nonsending) func send<Store>(
    _ load: @escaping ClientLoads<Store>.Load, _ payload: Data, _ store: inout Store
  ) async throws {
    let parts = parts(of: Array(payload))
    guard served.requests[parts[0].endpoint] != nil else {
      return try await load(LoadParameters([:], payload: payload), &store)
    }
    served.answered.parts = []
    try serve(parts)
    let parameters = parts.reduce(into: [:]) { known, part in
      known.merge(served.requests[part.endpoint]?.parameters(for: part.payload) ?? [:]) {
        first, _ in first
      }
    }
    let asked = LoadParameters(parameters)
    let box = Box(store)
    let result = try await ClientUnderTest.outcome(
      of: Handover { try await load(asked, &box.store) }, stub)
    store = box.store
    let answered = stub.served?.answered ?? []
    served.answered.parts = answered
    if case .alone = turn { try checkSent(parts) }
    try result.get()
    if !answered.contains(where: { parts.count > 1 || ($0.number == 0) != isSecond }) {
      throw NothingSent(stub.sent, endpoints[parts[0].endpoint])
    }
  }

  private var isSecond: Bool { if case .second = turn { true } else { false } }

  private typealias Part = (endpoint: Int, payload: [UInt8])

  /// Returns the payloads of the loaded endpoints: for several endpoints, the members of an object.
  private func parts(of payload: [UInt8]) -> [Part] {
    let parts = served.parts(of: number)
    guard parts.count > 1 else { return [(parts[0], payload)] }
    let root = (try? JSONDocument(parsing: payload))?.root
    return parts.map { ($0, Array(root?[endpoints[$0]]?.rawBytes ?? [])) }
  }

  private func serve(_ parts: [Part]) throws {
    for (place, part) in parts.enumerated() {
      let endpoint = endpoints[part.endpoint]
      let whole = try stub.response(of: endpoint, part.payload)
      let failed = served.failed(number)
      var response =
        failed?.endpoint == part.endpoint ? failed?.failure.response(for: whole) ?? whole : whole
      if case .first(let pair) = turn { response.hold = { pair.hold($0) } }
      try stub.serve(endpoint, response, too: place > 0 || isSecond)
    }
  }

  private func checkSent(_ parts: [Part]) throws {
    // If a request was rejected, the load's result does not come from this response.
    if let refused = stub.firstRefused { throw refused }
    let other = endpoints.indices.first { number in
      !parts.contains { $0.endpoint == number } && stub.hasSent(endpoints[number])
    }
    if let other = other.map({ endpoints[$0] }) {
      let name = parts.map { endpoints[$0.endpoint] }.joined(separator: ServedLoads.separator)
      throw StubError(
        "the load of \(quoted(name)) sends \(quoted(other)), too",
        notes: ["name both for one load: \(quoted(name + ServedLoads.separator + other))"])
    }
  }
}

/// The time limit for a load that may itself wait for another one. It is not measured by a clock,
/// but by the time that a number of other requests take, one after the other, so that it depends on
/// the speed of the machine.
private final class Patience: Sendable {
  private static let requestCount = 30

  private let stub: StubbedSession?
  private let session: URLSession?

  init() {
    stub = try? StubbedSession { Stub("GET /", answer: .status(204)) }
    session = stub?.makeURLSession()
  }

  deinit { session?.invalidateAndCancel() }

  /// - Parameter isOver: Called before each request; `true` ends the wait.
  func runOut(until isOver: () -> Bool) async {
    guard let session, let url = URL(string: "https://localhost/") else { return }
    // Makes the stub forget the requests so far.
    stub?.serve(.status(204))
    for _ in 0..<Self.requestCount where !isOver() {
      _ = try? await session.data(from: url)
    }
  }
}

/// A store while a load changes it.
private final class Box<Store> {
  var store: Store

  init(_ store: Store) { self.store = store }
}
