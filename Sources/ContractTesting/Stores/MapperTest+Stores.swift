public import ContractModel
public import Foundation
import JSONParsing
public import MapperTesting
public import Testing

extension MapperTest {
  /// Whether a store of an app keeps a contract over histories: responses of several endpoints that
  /// come one after the other.
  ///
  /// The responses are made of the contract. They speak of the same few objects again and again: in
  /// other roles, with other values, with fewer members, in lists that lost an element, the same
  /// response once more; about one in six has a fault. After each of them the store has to have the
  /// objects that the contract says, each once, with their values and with the objects that they lead
  /// to; a response that is refused changes nothing.
  ///
  /// - Parameters:
  ///   - store: Loads responses, by the contract's names of what they are: `GET /groups`,
  ///     `event avatar.updated`, `[Avatar]`.
  ///   - contract: What it has to keep.
  ///   - readings: What is read of objects that `Mirror` does not show.
  ///   - options: How properties are compared.
  ///   - tolerating: The things that the store may take though the contract refuses them.
  ///   - laws: Without `refusedPayloadsChangeNothing`, a history ends where a response is refused.
  ///   - settings: How many histories there are, and how long they are.
  /// - Throws: `TestSetupError`, if the contract does not have an endpoint or a property that something
  ///   is said of, or no payload of an endpoint.
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

/// How a store loads responses, by the contract's names of them, in the order in which they are written.
///
///     ["GET /groups": { data, store in try store.loadGroups(data) }]
///
/// Of an endpoint without a body that deletes an object by its path, such as `DELETE /groups/:id`, the
/// data is an object of the parameters that name it: `{"id":3}`.
public struct StoreLoads<Store>: ExpressibleByDictionaryLiteral {
  /// Loads a response into a store; throwing refuses it.
  public typealias Load = (_ response: Data, _ store: inout Store) throws -> Void

  let pairs: [(endpoint: String, load: Load)]

  public init(dictionaryLiteral loads: (String, Load)...) {
    pairs = loads.map { (endpoint: $0.0, load: $0.1) }
  }
}

extension Law {
  /// The laws that a store is held to over histories.
  public static let ofStores: [Law] = [.agreesWithTheContract, .refusedPayloadsChangeNothing]
}

/// Expects that a store of the app keeps a contract over histories: responses of several endpoints
/// that come one after the other, each of which speaks of the same few objects.
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
/// An issue is recorded at this line for each cause to disagree, with the fewest responses and the
/// simplest payloads that show it; see `MapperTest`.
///
/// - Returns: What the store was tested on.
/// - Throws: `TestSetupError`, if the contract does not have an endpoint, or no payload of it.
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

/// Expects that a store of the app keeps a contract over histories, where its objects' types have other
/// names than the contract's.
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
