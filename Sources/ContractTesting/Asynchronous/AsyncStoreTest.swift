public import ContractModel
public import Foundation
import JSONParsing
public import MapperTesting
public import Testing

/// Whether a store of an app that waits for something, such as an actor, keeps a contract over
/// histories.
///
/// `expect(stores:loading:objects:keeps:)` is the short way to say it. What is checked and reported is
/// what `StoreTest` does with stores that wait for nothing; besides, where the store is an actor or a
/// class, some responses are loaded two at once: what comes out has to be what one of the two orders
/// makes.
///
/// It runs as an `AsyncMapperTest` does. Of two responses at once, each goes on where the other waits;
/// code outside of actors never runs twice at the same time.
package struct AsyncStoreTest {
  private let test: AsyncMapperTest

  /// - Parameters:
  ///   - makeStore: Makes a new and empty store, for each history, on the actor of the test.
  ///   - loads: How the store loads a response, by the contract's name of what it is: `GET /groups`,
  ///     `event avatar.updated`, `[Avatar]`.
  ///   - objects: The objects in it. An object is of the contract's type that its own type is
  ///     called by.
  ///   - contract: What it has to keep.
  ///   - properties: Properties that are compared in a way of their own, or not at all.
  ///   - names: The app's names of properties, by the contract's, where they differ.
  ///   - tolerating: The things that the store may take though the contract refuses them.
  ///   - laws: Without `refusedPayloadsChangeNothing`, a history ends where a response is refused.
  ///   - settings: How many histories there are, and how long they are.
  package init<Store>(
    _ makeStore: @escaping () -> Store, loading loads: AsyncStoreLoads<Store>,
    objects: nonisolated(nonsending) @escaping (_ store: Store) async -> [Any],
    keeps contract: Contract,
    reading readings: [ObjectReading] = [],
    comparing properties: [PropertyComparison] = [], named names: [String: String] = [:],
    tolerating: Tolerances = [], laws: [Law] = Law.ofStores,
    settings: MapperTestSettings = .current
  ) {
    self.init(
      .loading(into: makeStore, loads.pairs) { store in StoredObjects(await objects(store)) },
      contract, readings, ComparisonOptions(comparing: properties, named: names), tolerating,
      laws, settings)
  }

  /// As with `objects`, where the app calls types otherwise: `objectsByType` gives the objects in the
  /// store by the contract's names of their types.
  package init<Store>(
    _ makeStore: @escaping () -> Store, loading loads: AsyncStoreLoads<Store>,
    objectsByType: nonisolated(nonsending) @escaping (_ store: Store) async -> [String: [Any]],
    keeps contract: Contract,
    reading readings: [ObjectReading] = [],
    comparing properties: [PropertyComparison] = [], named names: [String: String] = [:],
    tolerating: Tolerances = [], laws: [Law] = Law.ofStores,
    settings: MapperTestSettings = .current
  ) {
    self.init(
      .loading(into: makeStore, loads.pairs) { store in
        StoredObjects(byType: await objectsByType(store))
      }, contract, readings, ComparisonOptions(comparing: properties, named: names), tolerating,
      laws, settings)
  }

  package init(
    _ store: AsyncMapperUnderTest, _ contract: Contract, _ readings: [ObjectReading],
    _ options: ComparisonOptions, _ tolerating: Tolerances, _ laws: [Law],
    _ settings: MapperTestSettings
  ) {
    test = AsyncMapperTest { rendezvous in
      let store = readings.reduce(store.answered(rendezvous)) { $1.apply($0) }
      return try StoreTest(store, contract, options, tolerating, laws, settings)
    }
  }

  /// Runs the store over all histories.
  ///
  /// - Returns: What `StoreTest.violations()` returns.
  /// - Throws: `TestSetupError`, if the contract does not have an endpoint or a property that something
  ///   is said of, or no payload of an endpoint; `CancellationError`, if the test is cancelled.
  package nonisolated(nonsending) func violations() async throws -> [MapperViolation] {
    try await test.violations()
  }

  /// Runs the store over all histories.
  ///
  /// - Throws: `MapperViolations`, if there are any; what `violations()` throws.
  package nonisolated(nonsending) func check() async throws { try await test.check() }

  /// Runs the store over all histories, and records an issue for each of `violations()`.
  ///
  /// - Returns: What the store was tested on.
  /// - Throws: What `violations()` throws.
  @discardableResult
  package nonisolated(nonsending) func verify(
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> MapperCoverage {
    try await test.verify(sourceLocation: sourceLocation)
  }
}

/// How a store that waits for something loads responses, by the contract's names of them, in the order
/// in which they are written.
///
///     ["GET /groups": { data, store in try await store.loadGroups(data) }]
public struct AsyncStoreLoads<Store>: ExpressibleByDictionaryLiteral {
  /// Loads a response into a store; throwing refuses it.
  public typealias Load =
    nonisolated(nonsending) (
      _ response: Data, _ store: inout Store
    ) async throws -> Void

  let pairs: [(endpoint: String, load: Load)]

  public init(dictionaryLiteral loads: (String, Load)...) {
    pairs = loads.map { (endpoint: $0.0, load: $0.1) }
  }
}

/// Expects that a store of the app that waits for something keeps a contract over histories.
///
///     @Test("The store keeps one of each")
///     func keepsOne() async throws {
///       try await expect(
///         stores: AvatarStore.init,
///         loading: ["GET /groups/avatars": { data, store in try await store.load(data) }],
///         objects: { await $0.avatars }, keeps: Contract("groups"))
///     }
///
/// An issue is recorded at this line for each cause to disagree; see `AsyncStoreTest`.
///
/// - Returns: What the store was tested on.
/// - Throws: `TestSetupError`, if the contract does not have an endpoint, or no payload of it;
///   `CancellationError`, if the test is cancelled, which is an issue.
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
  try await AsyncStoreTest(
    makeStore, loading: loads, objects: objects, keeps: contract, reading: readings,
    comparing: properties, named: names, tolerating: tolerating, laws: laws
  ).verify(sourceLocation: sourceLocation)
}

/// Expects that a store of the app that waits for something keeps a contract over histories, where its
/// objects' types have other names than the contract's.
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
  try await AsyncStoreTest(
    makeStore, loading: loads, objectsByType: objectsByType, keeps: contract, reading: readings,
    comparing: properties, named: names, tolerating: tolerating, laws: laws
  ).verify(sourceLocation: sourceLocation)
}
