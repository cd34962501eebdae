public import ContractModel
public import Foundation
public import MapperTesting
public import Testing

/// The loads of a store that need the requested parameters, by the contract's names of the
/// responses, in the order in which they are written.
///
///     ["GET /groups/:id": { data, asked, store in try store.load(data, id: asked.int("id")) }]
///
/// For an endpoint without a body, such as `DELETE /groups/:id`, the data is empty.
public struct AskedStoreLoads<Store>: ExpressibleByDictionaryLiteral {
  /// Loads a response into a store, or rejects it by throwing.
  public typealias Load = (
    _ response: Data, _ asked: LoadParameters, _ store: inout Store
  ) throws -> Void

  private let loads: [(endpoint: String, load: Load)]

  public init(dictionaryLiteral loads: (String, Load)...) {
    self.loads = loads.map { (endpoint: $0.0, load: $0.1) }
  }

  /// Returns the loads without the parameters, which are taken from the payload's values.
  fileprivate func pairs(
    of contract: Contract
  ) -> [(endpoint: String, load: StoreLoads<Store>.Load)] {
    loads.map { endpoint, load in
      let asked = contract.asked(of: endpoint)
      return (
        endpoint,
        { data, store in
          let (body, asked) = asked(data)
          try load(body, asked, &store)
        }
      )
    }
  }
}

extension MapperUnderTest {
  /// Returns the store, given the requests that its responses answer.
  func asking(_ contract: Contract) -> MapperUnderTest {
    var store = self
    store.requests = endpoints.map { contract.loadRequest(of: $0) }
    return store
  }
}

/// Expects that a store of the app keeps a contract over histories, for loads that need the
/// requested parameters of the path.
///
///     try expect(
///       stores: AvatarStore.init,
///       loading: [
///         "GET /groups/:id": { data, asked, store in try store.load(data, id: asked.int("id")) },
///         "DELETE /avatars/:id -> 204": { _, asked, store in store.remove(try asked.int("id")) },
///       ],
///       objects: { $0.allObjects }, keeps: Contract("groups"))
///
/// The value of a parameter is the payload's value of the same name, or else 1. Lines at `@path`
/// read it, too.
///
/// - Throws: `TestSetupError` if the contract does not have an endpoint, or no payload of it.
@discardableResult
public func expect<Store>(
  stores makeStore: @escaping () -> Store, loading loads: AskedStoreLoads<Store>,
  objects: @escaping (_ store: Store) -> [Any], keeps contract: Contract,
  reading readings: [ObjectReading] = [],
  comparing properties: [PropertyComparison] = [], named names: [String: String] = [:],
  tolerating: Tolerances = [], laws: [Law] = Law.ofStores,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> MapperCoverage {
  try MapperTest(
    storing: .loading(into: makeStore, loads.pairs(of: contract)) { StoredObjects(objects($0)) }
      .asking(contract), keeps: contract, reading: readings,
    ComparisonOptions(comparing: properties, named: names), tolerating, laws
  ).verify(sourceLocation: sourceLocation)
}
