public import ContractModel
public import Foundation
public import MapperTesting
public import Testing

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
