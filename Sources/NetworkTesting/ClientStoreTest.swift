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
  /// The first is one that is asked for, if any is.
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
    let named = loads.pairs.map { ($0.load, Self.endpoints(of: $0.endpoint, in: contract)) }
    let (alone, several) = (named.filter { $0.1.count == 1 }, named.filter { $0.1.count > 1 })
    var known: [MemberName: Int] = [:]
    var endpoints = alone.map { $0.1[0] }
    for (number, name) in endpoints.enumerated() { known[MemberName(name)] = number }
    let groups = several.map { load in
      load.1.map { name in
        if let number = known[MemberName(name)] { return number }
        known[MemberName(name)] = endpoints.count
        endpoints.append(name)
        return endpoints.count - 1
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
    test = AsyncMapperTest(store) {
      try MapperTest(
        storing: $0, keeps: contract, reading: readings,
        ComparisonOptions(comparing: properties, named: names), tolerating, laws, settings)
    }
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

  /// The endpoints that a load's name says: one of the contract, or several with commas.
  private static func endpoints(of name: String, in contract: Contract) -> [String] {
    let names = contract.endpoints.filter { LoadRequest($0) != nil }
      .map { MemberName($0.selector.description) }
    let parts = name.components(separatedBy: ServedLoads.separator)
    guard !names.contains(MemberName(name)), parts.allSatisfy({ names.contains(MemberName($0)) })
    else { return [name] }
    return parts
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

/// A load of an endpoint, or of several, by an app's client.
private struct ClientLoad {
  let stub: StubbedSession
  /// All of the test's.
  let endpoints: [String]
  let served: ServedLoads
  let number: Int
  let turn: LoadTurn
  let patience: Patience

  /// Loads; the second of two has the first get its response when it has ended, or waits too long
  /// for that.
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
      // Not cancelled: FoundationNetworking traps where a task ends as it is cancelled.
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
    let answered = stub.served?.answered ?? []
    served.answered.parts = answered
    if case .alone = turn { try checkSent(parts) }
    try result.get()
    let isSecond = if case .second = turn { true } else { false }
    if !answered.contains(where: { parts.count > 1 || ($0.number == 0) != isSecond }) {
      throw NothingSent(stub.sent, endpoints[parts[0].endpoint])
    }
  }

  private typealias Part = (endpoint: Int, payload: [UInt8])

  /// The payloads of the endpoints that are loaded: of several, the members of an object.
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
      let isSecond = if case .second = turn { true } else { false }
      guard place == 0, !isSecond else {
        try stub.serveToo(endpoint, response)
        continue
      }
      try stub.serve(endpoint: endpoint)
      stub.serve(response)
    }
  }

  private func checkSent(_ parts: [Part]) throws {
    // Whatever it did or threw, it was not of this response.
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

/// How long a load is waited for that may itself wait for another one: not by a clock, but for as
/// long as some other requests take, one behind the other, however slow the machine is.
private final class Patience: Sendable {
  private static let requestCount = 30

  private let stub: StubbedSession?
  private let session: URLSession?

  init() {
    stub = try? StubbedSession { Stub("GET /", answer: .status(204)) }
    session = stub?.makeURLSession()
  }

  deinit { session?.invalidateAndCancel() }

  /// - Parameter isOver: Asked before each request.
  func runOut(until isOver: () -> Bool) async {
    guard let session, let url = URL(string: "https://localhost/") else { return }
    // Forgets the requests so far.
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
