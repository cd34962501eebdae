public import ContractModel
public import ContractTesting
import HTTPFixtures
public import MapperTesting
public import Testing

/// Expects that a store of the app keeps a contract over histories of responses that the app's own
/// client loads through a stubbed session, and over loads that fail.
///
///     @Test("The store is what the server said, whatever failed in between")
///     func keepsWhatItHas() async throws {
///       let contract = try Contract("groups")
///       let stub = StubbedSession(contract)
///       let session = stub.makeURLSession()
///       try await expect(
///         stores: { AvatarStore(client: AvatarClient(session: session)) }, through: stub,
///         loading: ["GET /groups/avatars": { _, store in try await store.refresh() }],
///         objects: { await $0.avatars }, keeps: contract)
///     }
///
/// An issue is recorded at this line for each cause; see `ClientStoreTest`.
///
/// - Returns: The coverage of the test.
/// - Throws: `TestSetupError` if the contract does not have an endpoint, or no payload of it;
///   `StubError` if another check uses the stub at the same time; `CancellationError` if the test
///   is cancelled, which is an issue.
@discardableResult
public nonisolated(nonsending) func expect<Store>(
  stores makeStore: @escaping () -> Store, through stub: StubbedSession,
  loading loads: ClientLoads<Store>,
  objects: nonisolated(nonsending) @escaping (_ store: Store) async -> [Any],
  keeps contract: Contract, reading readings: [ObjectReading] = [],
  comparing properties: [PropertyComparison] = [], named names: [String: String] = [:],
  tolerating: Tolerances = [], laws: [Law] = Law.ofStores,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws -> MapperCoverage {
  try await ClientStoreTest(
    makeStore, through: stub, loading: loads, objects: { StoredObjects(await objects($0)) },
    keeps: contract, reading: readings, comparing: properties, named: names, tolerating: tolerating,
    laws: laws
  ).verify(sourceLocation: sourceLocation)
}

/// Expects that a store of the app keeps a contract over histories of responses that the app's own
/// client loads, for objects whose types have other names than the contract's.
@discardableResult
public nonisolated(nonsending) func expect<Store>(
  stores makeStore: @escaping () -> Store, through stub: StubbedSession,
  loading loads: ClientLoads<Store>,
  objectsByType: nonisolated(nonsending) @escaping (_ store: Store) async -> [String: [Any]],
  keeps contract: Contract, reading readings: [ObjectReading] = [],
  comparing properties: [PropertyComparison] = [], named names: [String: String] = [:],
  tolerating: Tolerances = [], laws: [Law] = Law.ofStores,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws -> MapperCoverage {
  try await ClientStoreTest(
    makeStore, through: stub, loading: loads,
    objects: { StoredObjects(byType: await objectsByType($0)) }, keeps: contract, reading: readings,
    comparing: properties, named: names, tolerating: tolerating, laws: laws
  ).verify(sourceLocation: sourceLocation)
}
