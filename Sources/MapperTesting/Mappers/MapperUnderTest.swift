public import Foundation
import JSONParsing

/// A mapper of an app, in a form in which it can be tested with payloads.
///
///     .decoding([Avatar].self, with: decoder)                      // Codable
///     .mapping { data in try AvatarMapper.map(data) }              // by hand
///     .mappingJSON { json in Avatar.list(from: json) }             // over [String: Any]
///     .mapping(into: AvatarStore()) { data, store in try store.load(data) }
///       objects: { store in store.avatars }                        // into a store of the app's own
///
/// The mapper returns a value, or rejects a payload by throwing or by returning `nil`. It runs on
/// the caller's thread, and never needs to be `Sendable`. On the main actor it must not wait for
/// the main thread, on which it runs itself. For asynchronous mappers, see `AsyncMapperUnderTest`.
public struct MapperUnderTest {
  package let name: String
  /// Makes a session in which nothing has been mapped yet.
  package internal(set) var makeSession: () -> any MapperSession
  /// Decodes a payload once more and watches what the model reads; only for `Codable` types.
  package private(set) var watch: (([UInt8]) -> DecodingRecord)?
  /// Encodes a value that the mapper made as JSON, if the app can.
  package private(set) var encode: ((Any) throws -> [UInt8])?

  /// The endpoints that the mapper loads, by the contract's names; empty for a mapper of one type.
  package internal(set) var endpoints: [String] = []
  /// Whether two responses may be loaded at the same time; never for a synchronous store.
  package var mayOverlap: Bool { !endpoints.isEmpty && rendezvous != nil }
  /// The loads of a mapper that requests its responses itself.
  package internal(set) var served: ServedLoads?
  /// The requests that the responses answer, by endpoint; empty if loads do not get them.
  package var requests: [LoadRequest?] = []
  /// Whether the mapper keeps its objects, and finds them again.
  package let keepsObjects: Bool
  /// The names of the properties that are read by key paths.
  package private(set) var readNames: [String] = []
  /// The value that a client returns although it got no response; `nil` for other mappers.
  var fallback: Fallback?
  /// The rendezvous with the test's task, if the mapper runs there and not on the caller's thread.
  var rendezvous: Rendezvous?

  /// A `Codable` type, decoded by the app's own decoder.
  ///
  /// - Parameter decoder: The app's decoder, with its strategies; it is not changed.
  public static func decoding<Model: Decodable>(
    _ type: Model.Type = Model.self, with decoder: JSONDecoder = JSONDecoder()
  ) -> MapperUnderTest {
    MapperUnderTest(
      name: "\(type)",
      makeSession: { ImmediateSession { try decoder.decode(type, from: $0) } },
      watch: { DecodingRecorder(decoder).record(type, from: $0) },
      keepsObjects: false)
  }

  /// A `Codable` type, decoded and encoded by the app's own coders, so that it has to round-trip,
  /// too.
  ///
  /// - Parameters:
  ///   - decoder: The app's decoder, with its strategies; it is not changed.
  ///   - encoder: The app's encoder, with its strategies.
  public static func coding<Model: Codable>(
    _ type: Model.Type = Model.self, with decoder: JSONDecoder = JSONDecoder(),
    _ encoder: JSONEncoder = JSONEncoder()
  ) -> MapperUnderTest {
    var mapper = decoding(type, with: decoder)
    mapper.encode = { value in
      guard let model = ReflectedValue(value)?.value as? Model else { return [] }
      return Array(try encoder.encode(model))
    }
    return mapper
  }

  /// A mapper that is a function of the payload.
  public static func mapping<Result>(
    _ map: @escaping (_ payload: Data) throws -> Result
  ) -> MapperUnderTest {
    MapperUnderTest(
      name: "\(Result.self)", makeSession: { ImmediateSession(map) }, keepsObjects: false)
  }

  /// A mapper of the objects that `JSONSerialization` returns: dictionaries, arrays, `NSNumber`,
  /// `NSNull`.
  ///
  /// A payload that is not JSON is rejected before the mapper sees it.
  public static func mappingJSON<Result>(
    _ map: @escaping (_ json: Any) throws -> Result
  ) -> MapperUnderTest {
    mapping { try map(JSONSerialization.jsonObject(with: $0, options: .fragmentsAllowed)) }
  }

  /// A mapper that writes to a store of the app's own, so that counts, updates and de-duplication
  /// are checked.
  ///
  /// - Parameters:
  ///   - makeStore: An empty store; evaluated for each payload.
  ///   - objects: The objects in the store. The name of an object's own type says which type of the
  ///     contract it has.
  public static func mapping<Store>(
    into makeStore: @autoclosure @escaping () -> Store,
    _ map: @escaping (_ payload: Data, _ store: inout Store) throws -> Void,
    objects: @escaping (_ store: Store) -> [Any]
  ) -> MapperUnderTest {
    storing(makeStore, [map]) { StoredObjects(objects($0)) }
  }

  /// A mapper that writes to a store of the app's own, whose objects are given by type.
  ///
  /// - Parameters:
  ///   - makeStore: An empty store; evaluated for each payload.
  ///   - objectsByType: The objects in the store, by the contract's names of their types.
  public static func mapping<Store>(
    into makeStore: @autoclosure @escaping () -> Store,
    _ map: @escaping (_ payload: Data, _ store: inout Store) throws -> Void,
    objectsByType: @escaping (_ store: Store) -> [String: [Any]]
  ) -> MapperUnderTest {
    storing(makeStore, [map]) { StoredObjects(byType: objectsByType($0)) }
  }

  /// Returns the mapper with properties of its values that `Mirror` does not show, such as computed
  /// properties, Core Data properties and getters of classes. They take precedence over the
  /// properties that `Mirror` shows.
  ///
  ///     .mapping { try importer.load($0) }
  ///       .reading(["remoteId": \Avatar.remoteId, "city": \.address.city])
  ///
  /// Where values of such a type are compared as a whole, as by the laws, only the named properties
  /// are compared.
  ///
  /// - Parameter properties: The key paths by the contract's names, or by the names that `named:`
  ///   states; a test with another name throws.
  public func reading<Value>(
    _ properties: KeyValuePairs<String, PartialKeyPath<Value>>
  ) -> MapperUnderTest {
    var mapper = readingEach { (value: Value) in
      properties.map { ($0.key, value[keyPath: $0.value]) }
    }
    mapper.readNames += properties.map(\.key)
    return mapper
  }

  /// Returns the mapper with properties of its values that `Mirror` does not show, for properties
  /// that a key path cannot express.
  ///
  ///     .reading { (avatar: Avatar) in ["remoteId": avatar.value(forKey: "remoteId")] }
  ///
  /// - Parameter properties: Returns the values by the contract's names, or by the names that
  ///   `named:` states; others are ignored. It is called wherever a value is examined.
  public func reading<Value>(
    _ properties: @escaping (_ value: Value) -> [String: Any?]
  ) -> MapperUnderTest {
    readingEach { (value: Value) in
      properties(value).sorted { MemberName($0.key) < MemberName($1.key) }
        .map { ($0.key, $0.value as Any) }
    }
  }

  private func readingEach<Value>(
    _ read: @escaping (Value) -> [(label: String, value: Any)]
  ) -> MapperUnderTest {
    let readers = PropertyReaders(read)
    return withSessions { session in
      TransformedSession(
        session: session, value: { ReadableValue(value: $0, readers: readers) },
        objects: { $0.readable(by: readers) })
    }
  }

  /// Returns the mapper with the contract's names for the types of its objects, where the app's
  /// names have a prefix or suffix.
  func naming(_ types: [MemberName]) -> MapperUnderTest {
    guard keepsObjects else { return self }
    return withSessions { session in
      TransformedSession(session: session, objects: { $0.named(types) })
    }
  }

  /// A store that loads responses of several endpoints.
  package static func loading<Store>(
    into makeStore: @escaping () -> Store,
    _ loads: [(endpoint: String, load: (Data, inout Store) throws -> Void)],
    objects: @escaping (Store) -> StoredObjects
  ) -> MapperUnderTest {
    var mapper = storing(makeStore, loads.map(\.load), objects)
    mapper.endpoints = loads.map(\.endpoint)
    return mapper
  }

  private static func storing<Store>(
    _ makeStore: @escaping () -> Store,
    _ maps: [(_ payload: Data, _ store: inout Store) throws -> Void],
    _ objects: @escaping (_ store: Store) -> StoredObjects
  ) -> MapperUnderTest {
    MapperUnderTest(
      name: "\(Store.self)",
      makeSession: {
        ImmediateSession(
          store: makeStore(), load: { try maps[$0.endpoint](Data($0.bytes), &$1) },
          objects: objects)
      },
      keepsObjects: true)
  }

  /// Returns the answer of a new session to the last of several payloads, at least one.
  func answer(to payloads: some BidirectionalCollection<[UInt8]>) -> MapperAnswer {
    var session = makeSession()
    for payload in payloads.dropLast() { _ = session.map(payload) }
    return session.map(payloads.last ?? [])
  }

  /// Whether the test that calls the mapper is cancelled; then the answers mean nothing.
  package var isCancelled: Bool { rendezvous?.isCancelled ?? false }

  /// Called right before the mapper's results are read; the returned function, right after.
  package var noteReading: (() -> () -> Void)?

  /// Reads the mapper's results, on the actor of the test if needed. The closure must not map
  /// anything.
  package func read<Answer>(_ work: @escaping () -> Answer) -> Answer {
    let noted = { [noteReading] in
      let end = noteReading?()
      defer { end?() }
      return work()
    }
    return rendezvous?.read(noted) ?? noted()
  }

  /// Returns the endpoint of a load, whether it fails or not; of several, the first.
  package func endpoint(of number: Int) -> Int { served?.parts(of: number)[0] ?? number }

  /// Returns the request that responses of an endpoint answer, if a load gets the request.
  func request(of endpoint: Int) -> LoadRequest? {
    requests.indices.contains(endpoint) ? requests[endpoint] : nil
  }

  func asksForSeveral(_ number: Int) -> Bool {
    served.map { $0.parts(of: number).count > 1 } ?? false
  }

  package func failure(of number: Int) -> LoadFailure? { served?.failed(number)?.failure }

  package func withSessions(
    _ wrap: @escaping (any MapperSession) -> any MapperSession
  ) -> MapperUnderTest {
    var mapper = self
    mapper.makeSession = { [makeSession] in wrap(makeSession()) }
    return mapper
  }
}
