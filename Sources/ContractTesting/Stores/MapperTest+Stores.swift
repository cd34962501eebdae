public import ContractModel
public import Foundation
import JSONParsing
public import MapperTesting
public import Testing

extension MapperTest {
  /// Creates a check that a store of an app keeps a contract over histories: responses of several
  /// endpoints that come one after the other.
  ///
  /// The responses are generated from the contract. They mention the same few objects again and
  /// again: in other roles, with other values, with fewer members, in lists that lost an element,
  /// or in the same response once more; about one in six has a fault. After each response, the
  /// store has to have the contract's objects, each once, with their values and with the objects
  /// that they refer to; a rejected response changes nothing.
  ///
  /// - Parameters:
  ///   - store: Loads responses, by the contract's names of their types: `GET /groups`,
  ///     `event avatar.updated`, `[Avatar]`.
  ///   - readings: The properties to read from objects that `Mirror` does not show.
  ///   - tolerating: The faults that the store may accept although the contract rejects them.
  ///   - laws: The laws; without `refusedPayloadsChangeNothing`, a history ends at a rejected
  ///     response.
  /// - Throws: `TestSetupError` if the contract does not have an endpoint or a property that the
  ///   test names, or no payload of an endpoint.
  package init(
    storing store: MapperUnderTest, keeps contract: Contract,
    reading readings: [ObjectReading] = [],
    _ options: ComparisonOptions = ComparisonOptions(), _ tolerating: Tolerances = [],
    _ laws: [Law] = Law.ofStores, _ settings: MapperTestSettings = .current
  ) throws {
    let store = readings.reduce(store) { $1.apply($0) }
    let contract = contract.withRequestsAsPayloads
    let names = store.endpoints.prefix(store.served?.requests.count ?? store.endpoints.count)
    let endpoints = try names.map { try TestTarget($0, in: contract) }
    guard let first = endpoints.first else {
      throw TestSetupError("loading: names no endpoint, so that nothing would be loaded")
    }
    for (number, name) in store.endpoints.enumerated()
    where store.endpoints[..<number].contains(where: { MemberName($0) == MemberName(name) }) {
      throw TestSetupError("loading: names \(quoted(name)) twice")
    }
    try contract.check(tolerating)
    try contract.check(options, reading: store.readNames, as: endpoints.map(\.stated))
    let setup = MapperTestSetup(
      mapper: store, target: first, as: names.joined(separator: ", "), options: options,
      settings: settings, tolerating: tolerating, laws: laws)
    self.init(setup, try setup.keeping(endpoints))
  }
}

/// The loads of a store, by the contract's names of the responses, in the order in which they are
/// written.
///
///     ["GET /groups": { data, store in try store.loadGroups(data) }]
///
/// For an endpoint without a body that deletes an object by its path, such as `DELETE /groups/:id`,
/// the data is an object of the parameters that identify it: `{"id":3}`.
public struct StoreLoads<Store>: ExpressibleByDictionaryLiteral {
  /// Loads a response into a store, or rejects it by throwing.
  public typealias Load = (_ response: Data, _ store: inout Store) throws -> Void

  let pairs: [(endpoint: String, load: Load)]

  public init(dictionaryLiteral loads: (String, Load)...) {
    pairs = loads.map { (endpoint: $0.0, load: $0.1) }
  }
}

extension Law {
  /// The laws that a store is checked against over histories.
  public static let ofStores: [Law] = [.agreesWithTheContract, .refusedPayloadsChangeNothing]
}

/// Expects that a store of the app keeps a contract over histories: responses of several endpoints
/// that come one after the other, and that mention the same few objects.
///
///     @Test("The store keeps one of each")
///     func keepsOne() throws {
///       try expect(
///         stores: AvatarStore.init,
///         loading: [
///           "GET /groups": { data, store in try store.loadGroups(data) },
///           "GET /groups/avatars": { data, store in try store.loadAvatars(data) },
///         ],
///         objects: { $0.allObjects }, keeps: Contract("groups"))
///     }
///
/// Each cause of a disagreement is an issue at this line, with the fewest responses and the
/// simplest payloads that show it; see `MapperTest`.
///
/// - Throws: `TestSetupError` if the contract does not have an endpoint, or no payload of it.
@discardableResult
public func expect<Store>(
  stores makeStore: @escaping () -> Store, loading loads: StoreLoads<Store>,
  objects: @escaping (_ store: Store) -> [Any], keeps contract: Contract,
  reading readings: [ObjectReading] = [],
  comparing properties: [PropertyComparison] = [], named names: [String: String] = [:],
  tolerating: Tolerances = [], laws: [Law] = Law.ofStores,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> MapperCoverage {
  try MapperTest(
    storing: .loading(into: makeStore, loads.pairs) { StoredObjects(objects($0)) },
    keeps: contract, reading: readings, ComparisonOptions(comparing: properties, named: names),
    tolerating, laws
  ).verify(sourceLocation: sourceLocation)
}

/// Expects that a store of the app keeps a contract over histories, for a store whose types have
/// other names than the contract's.
@discardableResult
public func expect<Store>(
  stores makeStore: @escaping () -> Store, loading loads: StoreLoads<Store>,
  objectsByType: @escaping (_ store: Store) -> [String: [Any]], keeps contract: Contract,
  reading readings: [ObjectReading] = [],
  comparing properties: [PropertyComparison] = [], named names: [String: String] = [:],
  tolerating: Tolerances = [], laws: [Law] = Law.ofStores,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> MapperCoverage {
  try MapperTest(
    storing: .loading(into: makeStore, loads.pairs) { StoredObjects(byType: objectsByType($0)) },
    keeps: contract, reading: readings, ComparisonOptions(comparing: properties, named: names),
    tolerating, laws
  ).verify(sourceLocation: sourceLocation)
}
