public import Foundation

/// A mapper of an app that waits for something: for an actor, for the app's own store, for a client.
///
///     .mapping { data in try await importer.load(data) }
///     .mappingJSON { json in try await importer.avatars(from: json) }
///     .mapping(into: AvatarStore()) { data, store in try await store.load(data) }
///       objects: { store in await store.avatars }                  // an actor, a class, a struct
///
/// It runs in the test's own task, on the actor of the test, and never needs to be `Sendable`. What
/// it makes is read there too, and `comparing:` is asked there. A `CancellationError` refuses a payload
/// like any other error, unless the test is cancelled: then the check ends, and the one issue is that
/// nothing is judged.
///
/// In a test on the main actor, a mapper that *blocks* until the main thread has done something, by a
/// semaphore or `DispatchQueue.main.sync`, waits for ever: it holds that thread itself. Such a mapper
/// is tested off the main actor, by a test that is not on it or by `{ @concurrent data in … }`. One
/// that suspends, by `await`, may wait for the main actor anywhere.
public struct AsyncMapperUnderTest {
  /// Returns the mapper as a loop on another thread knows it, while the test's task answers for it.
  package private(set) var answered: (_ rendezvous: Rendezvous) -> MapperUnderTest

  /// A mapper that is a function of the payload.
  public static func mapping<Result>(
    _ map: @escaping (_ payload: Data) async throws -> Result
  ) -> AsyncMapperUnderTest {
    // It runs while the test's task waits for it, and never twice at once.
    let map = Handover(map)
    return AsyncMapperUnderTest("\(Result.self)", keepsObjects: false) {
      AsyncFunctionSession { try await map.value($0) }
    }
  }

  /// A mapper over what `JSONSerialization` reads: dictionaries, arrays, `NSNumber`, `NSNull`.
  ///
  /// A payload that is not JSON is refused before the mapper sees it.
  public static func mappingJSON<Result>(
    _ map: @escaping (_ json: Any) async throws -> Result
  ) -> AsyncMapperUnderTest {
    let map = Handover(map)
    return mapping {
      try await map.value(JSONSerialization.jsonObject(with: $0, options: .fragmentsAllowed))
    }
  }

  /// A mapper that writes to a store of the app's own, where counts, updates and de-duplication are
  /// checked.
  ///
  /// - Parameters:
  ///   - makeStore: An empty store; evaluated for each payload, on the actor of the test.
  ///   - map: Maps a payload into the store.
  ///   - objects: The objects in it. An object is of the contract's type that its own type is
  ///     called by.
  public static func mapping<Store>(
    into makeStore: @autoclosure @escaping () -> Store,
    _ map:
      nonisolated(nonsending) @escaping (_ payload: Data, _ store: inout Store) async throws
      -> Void,
    objects: nonisolated(nonsending) @escaping (_ store: Store) async -> [Any]
  ) -> AsyncMapperUnderTest {
    storing(makeStore, [{ data, store, _ in try await map(data, &store) }]) {
      StoredObjects(await objects($0))
    }
  }

  /// A mapper that writes to a store of the app's own.
  ///
  /// - Parameters:
  ///   - makeStore: An empty store; evaluated for each payload, on the actor of the test.
  ///   - map: Maps a payload into the store.
  ///   - objectsByType: The objects in it, by the contract's names of their types.
  public static func mapping<Store>(
    into makeStore: @autoclosure @escaping () -> Store,
    _ map:
      nonisolated(nonsending) @escaping (_ payload: Data, _ store: inout Store) async throws
      -> Void,
    objectsByType: nonisolated(nonsending) @escaping (_ store: Store) async -> [String: [Any]]
  ) -> AsyncMapperUnderTest {
    storing(makeStore, [{ data, store, _ in try await map(data, &store) }]) {
      StoredObjects(byType: await objectsByType($0))
    }
  }

  private static func storing<Store>(
    _ makeStore: @escaping () -> Store, _ maps: [AsyncStoreSession<Store>.Map],
    _ objects: @escaping AsyncStoreSession<Store>.Objects
  ) -> AsyncMapperUnderTest {
    AsyncMapperUnderTest("\(Store.self)", keepsObjects: true) {
      AsyncStoreSession(makeStore, maps, objects)
    }
  }

  /// A store that loads responses of several endpoints.
  ///
  /// - Parameter loads: By the contract's names of the endpoints.
  package static func loading<Store>(
    into makeStore: @escaping () -> Store,
    _ loads: [(
      endpoint: String, load: nonisolated(nonsending) (Data, inout Store) async throws -> Void
    )],
    objects: nonisolated(nonsending) @escaping (Store) async -> StoredObjects
  ) -> AsyncMapperUnderTest {
    loading(
      into: makeStore, loads.map(\.endpoint),
      loads.map { load in { data, store, _ in try await load.load(data, &store) } }, objects)
  }

  /// A store that asks for its responses itself, through the app's client.
  ///
  /// - Parameters:
  ///   - load: Loads by the number of the load, alone or beside another one.
  package static func loading<Store>(
    into makeStore: @escaping () -> Store, _ served: ServedLoads,
    _ load:
      nonisolated(nonsending) @escaping (
        _ number: Int, Data, inout Store, LoadTurn
      ) async throws -> Void,
    objects: nonisolated(nonsending) @escaping (Store) async -> StoredObjects
  ) -> AsyncMapperUnderTest {
    let names = served.names
    return loading(
      into: makeStore, names,
      names.indices.map { number in
        { data, store, turn in try await load(number, data, &store, turn) }
      }, objects, served)
  }

  private static func loading<Store>(
    into makeStore: @escaping () -> Store, _ endpoints: [String],
    _ maps: [AsyncStoreSession<Store>.Map],
    _ objects: @escaping AsyncStoreSession<Store>.Objects, _ served: ServedLoads? = nil
  ) -> AsyncMapperUnderTest {
    storing(makeStore, maps, objects).changed { mapper in
      var mapper = mapper
      (mapper.endpoints, mapper.served) = (endpoints, served)
      mapper.requests = served?.requests ?? []
      return mapper
    }
  }

  /// A synchronous mapper, such as `.decoding([Avatar].self)`, to be compared with one that
  /// does.
  public init(_ mapper: MapperUnderTest) {
    answered = { rendezvous in
      var answered = mapper
      answered.makeSession = {
        AnsweredSession(
          rendezvous: rendezvous, session: ImmediateSession(mapper.makeSession))
      }
      answered.rendezvous = rendezvous
      return answered
    }
  }

  /// - Parameter makeSession: Calls nothing of the app's: that waits for the first payload.
  private init(
    _ name: String, keepsObjects: Bool, makeSession: @escaping () -> any AsyncMapperSession
  ) {
    answered = { rendezvous in
      MapperUnderTest(
        name: name,
        makeSession: { AnsweredSession(rendezvous: rendezvous, session: makeSession()) },
        watch: nil, encode: nil, keepsObjects: keepsObjects, rendezvous: rendezvous)
    }
  }
}

extension AsyncMapperUnderTest {
  /// The mapper with properties of its values that `Mirror` does not show, read in the test's task:
  /// see `MapperUnderTest.reading(_:)`.
  public func reading<Value>(
    _ properties: KeyValuePairs<String, PartialKeyPath<Value>>
  ) -> AsyncMapperUnderTest {
    changed { $0.reading(properties) }
  }

  /// The mapper with properties of its values that `Mirror` does not show, where a key path will not
  /// do, read in the test's task.
  public func reading<Value>(
    _ properties: @escaping (_ value: Value) -> [String: Any?]
  ) -> AsyncMapperUnderTest {
    changed { $0.reading(properties) }
  }

  /// The mapper of a client whose errors may be hidden.
  package func hidingErrors(in fallback: Fallback) -> AsyncMapperUnderTest {
    let fallback = Handover(fallback)
    return changed { mapper in
      var mapper = mapper
      mapper.fallback = fallback.value
      return mapper
    }
  }

  private func changed(
    _ change: @escaping (MapperUnderTest) -> MapperUnderTest
  ) -> AsyncMapperUnderTest {
    var mapper = self
    mapper.answered = { [answered] in change(answered($0)) }
    return mapper
  }
}
