public import ContractModel
public import Foundation
public import MapperTesting
public import Testing

/// The loads of an asynchronous store, by the contract's names of the responses, in the order in
/// which they are written.
///
///     ["GET /groups": { data, store in try await store.loadGroups(data) }]
public struct AsyncStoreLoads<Store>: ExpressibleByDictionaryLiteral {
  /// Loads a response into a store, or rejects it by throwing.
  public typealias Load =
    nonisolated(nonsending) (
      _ response: Data, _ store: inout Store
    ) async throws -> Void

  let pairs: [(endpoint: String, load: Load)]

  public init(dictionaryLiteral loads: (String, Load)...) {
    pairs = loads.map { (endpoint: $0.0, load: $0.1) }
  }
}

/// Expects that an asynchronous store of the app keeps a contract over histories.
///
///     @Test("The store keeps one of each")
///     func keepsOne() async throws {
///       try await expect(
///         stores: AvatarStore.init,
///         loading: ["GET /groups/avatars": { data, store in try await store.load(data) }],
///         objects: { await $0.avatars }, keeps: Contract("groups"))
///     }
///
/// In addition to the checks of synchronous stores, some pairs of responses are loaded concurrently
/// if the store is an actor or a class. The store then has to have the contract's result for one of
/// the two orders. Each load proceeds while the other one suspends; code outside of actors never
/// runs twice at the same time.
///
/// Each cause of a disagreement is an issue at this line; see `MapperTest`.
///
/// - Throws: `TestSetupError` if the contract does not have an endpoint, or no payload of it;
///   `CancellationError` if the test is cancelled, which is also an issue.
@discardableResult
public nonisolated(nonsending) func expect<Store>(
  stores makeStore: @escaping () -> Store, loading loads: AsyncStoreLoads<Store>,
  objects: nonisolated(nonsending) @escaping (_ store: Store) async -> [Any],
  keeps contract: Contract,
  reading readings: [ObjectReading] = [],
  comparing properties: [PropertyComparison] = [], named names: [String: String] = [:],
  tolerating: Tolerances = [], laws: [Law] = Law.ofStores,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws -> MapperCoverage {
  let store = AsyncMapperUnderTest.loading(into: makeStore, loads.pairs) {
    StoredObjects(await objects($0))
  }
  return try await answering(at: sourceLocation) {
    try MapperTest(
      storing: store.answered($0), keeps: contract, reading: readings,
      ComparisonOptions(comparing: properties, named: names), tolerating, laws
    ).verify(sourceLocation: sourceLocation)
  }
}

/// Expects that an asynchronous store of the app keeps a contract over histories, for a store whose
/// types have other names than the contract's.
@discardableResult
public nonisolated(nonsending) func expect<Store>(
  stores makeStore: @escaping () -> Store, loading loads: AsyncStoreLoads<Store>,
  objectsByType: nonisolated(nonsending) @escaping (_ store: Store) async -> [String: [Any]],
  keeps contract: Contract,
  reading readings: [ObjectReading] = [],
  comparing properties: [PropertyComparison] = [], named names: [String: String] = [:],
  tolerating: Tolerances = [], laws: [Law] = Law.ofStores,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws -> MapperCoverage {
  let store = AsyncMapperUnderTest.loading(into: makeStore, loads.pairs) {
    StoredObjects(byType: await objectsByType($0))
  }
  return try await answering(at: sourceLocation) {
    try MapperTest(
      storing: store.answered($0), keeps: contract, reading: readings,
      ComparisonOptions(comparing: properties, named: names), tolerating, laws
    ).verify(sourceLocation: sourceLocation)
  }
}

/// The loads of an asynchronous store that need the requested parameters.
///
///     ["GET /groups/:id": { data, asked, store in try await store.load(data, asked.int("id")) }]
public struct AsyncAskedStoreLoads<Store>: ExpressibleByDictionaryLiteral {
  /// Loads a response into a store, or rejects it by throwing.
  public typealias Load =
    nonisolated(nonsending) (
      _ response: Data, _ asked: LoadParameters, _ store: inout Store
    ) async throws -> Void

  private let loads: [(endpoint: String, load: Load)]

  public init(dictionaryLiteral loads: (String, Load)...) {
    self.loads = loads.map { (endpoint: $0.0, load: $0.1) }
  }

  fileprivate func pairs(
    of contract: Contract
  ) -> [(endpoint: String, load: AsyncStoreLoads<Store>.Load)] {
    loads.map { endpoint, load in
      let asked = contract.asked(of: endpoint)
      return (
        endpoint,
        { data, store in
          let (body, asked) = asked(data)
          try await load(body, asked, &store)
        }
      )
    }
  }
}

/// Expects that an asynchronous store of the app keeps a contract over histories, for loads that
/// need the requested parameters of the path.
///
/// - Throws: `TestSetupError` if the contract does not have an endpoint, or no payload of it;
///   `CancellationError` if the test is cancelled, which is also an issue.
@discardableResult
public nonisolated(nonsending) func expect<Store>(
  stores makeStore: @escaping () -> Store, loading loads: AsyncAskedStoreLoads<Store>,
  objects: nonisolated(nonsending) @escaping (_ store: Store) async -> [Any],
  keeps contract: Contract,
  reading readings: [ObjectReading] = [],
  comparing properties: [PropertyComparison] = [], named names: [String: String] = [:],
  tolerating: Tolerances = [], laws: [Law] = Law.ofStores,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws -> MapperCoverage {
  let store = AsyncMapperUnderTest.loading(into: makeStore, loads.pairs(of: contract)) {
    StoredObjects(await objects($0))
  }
  return try await answering(at: sourceLocation) {
    try MapperTest(
      storing: store.answered($0).asking(contract), keeps: contract, reading: readings,
      ComparisonOptions(comparing: properties, named: names), tolerating, laws
    ).verify(sourceLocation: sourceLocation)
  }
}
