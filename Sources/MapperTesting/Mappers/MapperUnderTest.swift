public import Foundation
import JSONParsing

/// A mapper of an app, as something that can be asked what it makes of a payload.
///
///     .decoding([Avatar].self, with: decoder)                      // Codable
///     .mapping { data in try AvatarMapper.map(data) }              // by hand
///     .mappingJSON { json in Avatar.list(from: json) }             // over [String: Any]
///     .mapping(into: AvatarStore()) { data, store in try store.load(data) }
///       objects: { store in store.avatars }                        // into a store of the app's own
///
/// It returns, or throws to refuse a payload; returning `nil` refuses too. It runs on the caller's
/// thread, and never needs to be `Sendable`. On the main actor it must not wait for the main thread,
/// which is its own. An asynchronous one is an `AsyncMapperUnderTest`.
public struct MapperUnderTest {
  /// The name in texts.
  package let name: String
  /// A mapper that has mapped nothing yet.
  package internal(set) var makeSession: () -> any MapperSession
  /// Decodes once more, and watches what the model reads; of `Codable` types.
  package let watch: (([UInt8]) -> DecodingWatch)?
  /// Writes a value that it made as JSON again, if the app can.
  package private(set) var encode: ((Any) throws -> [UInt8])?

  /// The endpoints that it loads, as the contract calls them; none, of a mapper of one type.
  package internal(set) var endpoints: [String] = []
  /// Whether two of them may come at the same time: not to a synchronous store.
  package var mayOverlap: Bool { !endpoints.isEmpty && rendezvous != nil }
  /// How it asks for its responses, if it does so itself.
  package internal(set) var served: ServedLoads?
  /// The requests that its responses answer, by the numbers of the endpoints; none, where a load is not
  /// told of them.
  package var requests: [LoadRequest?] = []
  /// Whether it keeps its objects, and finds them again.
  package let keepsObjects: Bool
  /// The names of the properties that key paths read of its values.
  package private(set) var readNames: [String] = []
  /// What it makes where no response comes, of a client that makes a value then.
  var fallback: Fallback?
  /// Where the test's task answers for it, if it does not run on the caller's thread.
  var rendezvous: Rendezvous?

  /// A `Codable` type, decoded by the app's own decoder.
  ///
  /// - Parameters:
  ///   - type: What the payload is.
  ///   - decoder: With the app's strategies; it is not changed.
  public static func decoding<Model: Decodable>(
    _ type: Model.Type = Model.self, with decoder: JSONDecoder = JSONDecoder()
  ) -> MapperUnderTest {
    MapperUnderTest(
      name: "\(type)",
      makeSession: { FunctionSession { try decoder.decode(type, from: $0) } },
      watch: { DecodingWatch(DecodingRecorder(decoder).record(type, from: $0)) }, encode: nil,
      keepsObjects: false)
  }

  /// A `Codable` type, decoded and encoded by the app's own coders: then it has to round-trip too.
  ///
  /// - Parameters:
  ///   - type: What the payload is.
  ///   - decoder: With the app's strategies; it is not changed.
  ///   - encoder: With the app's strategies.
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
      name: "\(Result.self)", makeSession: { FunctionSession(map) }, watch: nil, encode: nil,
      keepsObjects: false
    )
  }

  /// A mapper over what `JSONSerialization` reads: dictionaries, arrays, `NSNumber`, `NSNull`.
  ///
  /// A payload that is not JSON is refused before the mapper sees it.
  public static func mappingJSON<Result>(
    _ map: @escaping (_ json: Any) throws -> Result
  ) -> MapperUnderTest {
    mapping { try map(JSONSerialization.jsonObject(with: $0, options: .fragmentsAllowed)) }
  }

  /// A mapper that writes to a store of the app's own, where counts, updates and de-duplication are
  /// checked.
  ///
  /// - Parameters:
  ///   - makeStore: An empty store; evaluated for each payload.
  ///   - map: Maps a payload into the store.
  ///   - objects: The objects in it. An object is of the contract's type that its own type is
  ///     called by.
  public static func mapping<Store>(
    into makeStore: @autoclosure @escaping () -> Store,
    _ map: @escaping (_ payload: Data, _ store: inout Store) throws -> Void,
    objects: @escaping (_ store: Store) -> [Any]
  ) -> MapperUnderTest {
    storing(makeStore, [map]) { StoredObjects(objects($0)) }
  }

  /// A mapper that writes to a store of the app's own.
  ///
  /// - Parameters:
  ///   - makeStore: An empty store; evaluated for each payload.
  ///   - map: Maps a payload into the store.
  ///   - objectsByType: The objects in it, by the contract's names of their types.
  public static func mapping<Store>(
    into makeStore: @autoclosure @escaping () -> Store,
    _ map: @escaping (_ payload: Data, _ store: inout Store) throws -> Void,
    objectsByType: @escaping (_ store: Store) -> [String: [Any]]
  ) -> MapperUnderTest {
    storing(makeStore, [map]) { StoredObjects(byType: objectsByType($0)) }
  }

  /// The mapper with properties of its values that `Mirror` does not show: computed ones, those of
  /// Core Data, getters of classes. They go before those that it shows.
  ///
  ///     .mapping { try importer.load($0) }
  ///       .reading(["remoteId": \Avatar.remoteId, "city": \.address.city])
  ///
  /// Where such a type is compared as a whole, as the laws do, it is by what is named of it.
  ///
  /// - Parameter properties: By the contract's names, or those that `named:` says; a test with another
  ///   name throws.
  public func reading<Value>(
    _ properties: KeyValuePairs<String, PartialKeyPath<Value>>
  ) -> MapperUnderTest {
    var mapper = readingEach { (value: Value) in
      properties.map { ($0.key, value[keyPath: $0.value]) }
    }
    mapper.readNames += properties.map(\.key)
    return mapper
  }

  /// The mapper with properties of its values that `Mirror` does not show, where a key path will not
  /// do.
  ///
  ///     .reading { (avatar: Avatar) in ["remoteId": avatar.value(forKey: "remoteId")] }
  ///
  /// - Parameter properties: By the contract's names, or those that `named:` says; others are not
  ///   looked at. It is asked wherever a value is looked at.
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
    let readers = PropertyReaders().adding(read)
    return withSessions { session in
      TransformedSession(
        session: session, value: { ReadableValue(value: $0, readers: readers) },
        objects: { $0.readable(by: readers) })
    }
  }

  /// The mapper with the contract's names of the types of its objects, where those of the app have a
  /// prefix or suffix.
  func naming(_ types: [MemberName]) -> MapperUnderTest {
    guard keepsObjects else { return self }
    return withSessions { session in
      TransformedSession(session: session, objects: { $0.named(types) })
    }
  }

  /// A store that loads responses of several endpoints.
  ///
  /// - Parameter loads: By the contract's names of the endpoints.
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
      makeSession: { StoreSession(store: makeStore(), maps: maps, objects: objects) }, watch: nil,
      encode: nil,
      keepsObjects: true)
  }

  /// Whether the test is cancelled that its calls are part of; then they say nothing.
  package var isCancelled: Bool { rendezvous?.isCancelled ?? false }

  /// Called right before something is read of the things that it made; what it returns, right after.
  package var noteReading: (() -> () -> Void)?

  /// Returns what is read of the things that it made, where they may be read. Nothing is mapped
  /// there.
  package func read<Answer>(_ work: @escaping () -> Answer) -> Answer {
    let noted = { [noteReading] in
      let end = noteReading?()
      defer { end?() }
      return work()
    }
    return rendezvous?.read(noted) ?? noted()
  }

  /// The endpoint of a load, whether it fails or not; of several, the first.
  package func endpoint(of number: Int) -> Int { served?.parts(of: number)[0] ?? number }

  /// The request that responses of an endpoint answer, if a load is told of it.
  func request(of endpoint: Int) -> LoadRequest? {
    requests.indices.contains(endpoint) ? requests[endpoint] : nil
  }

  /// Whether a load asks for several endpoints.
  func asksForSeveral(_ number: Int) -> Bool {
    served.map { $0.parts(of: number).count > 1 } ?? false
  }

  /// The way in which a load fails, if it does.
  package func failure(of number: Int) -> LoadFailure? { served?.failed(number)?.failure }

  /// The mapper with something around each of its sessions.
  package func withSessions(
    _ wrap: @escaping (any MapperSession) -> any MapperSession
  ) -> MapperUnderTest {
    var mapper = self
    mapper.makeSession = { [makeSession] in wrap(makeSession()) }
    return mapper
  }
}
