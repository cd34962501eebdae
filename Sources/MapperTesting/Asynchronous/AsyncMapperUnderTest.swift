public import Foundation

/// A mapper of an app that is asynchronous: it awaits an actor, the app's own store or a client.
///
///     .mapping { data in try await importer.load(data) }
///     .mappingJSON { json in try await importer.avatars(from: json) }
///     .mapping(into: AvatarStore()) { data, store in try await store.load(data) }
///       objects: { store in await store.avatars }                  // an actor, a class, a struct
///
/// The mapper runs in the test's own task, on the actor of the test, and never needs to be
/// `Sendable`. Its results are read there too, and `comparing:` is called there. A
/// `CancellationError` rejects a payload like any other error, unless the test is cancelled: then
/// the check ends and reports one issue, which says that nothing was judged.
///
/// In a test on the main actor, a mapper that *blocks* until the main thread has done something, by
/// a semaphore or `DispatchQueue.main.sync`, waits forever, because it holds that thread itself.
/// Test such a mapper off the main actor: in a test that is not on it, or by
/// `{ @concurrent data in … }`. A mapper that suspends, by `await`, may wait for the main actor
/// anywhere.
public struct AsyncMapperUnderTest {
  /// Returns a mapper for a loop on another thread. The test's task answers the calls of this
  /// mapper.
  package private(set) var answered: (_ rendezvous: Rendezvous) -> MapperUnderTest

  /// A mapper that is a function of the payload.
  public static func mapping<Result>(
    _ map: @escaping (_ payload: Data) async throws -> Result
  ) -> AsyncMapperUnderTest {
    // The mapper runs while the test's task waits for it, and never runs twice at once.
    let map = Handover(map)
    return AsyncMapperUnderTest(
      "\(Result.self)", keepsObjects: false, {},
      load: { payload, _, _ in MapperAnswer(returned: try await map.value(Data(payload.bytes))) },
      objects: { _ in nil })
  }

  /// A mapper of the objects that `JSONSerialization` returns: dictionaries, arrays, `NSNumber`,
  /// `NSNull`.
  ///
  /// A payload that is not JSON is rejected before the mapper sees it.
  public static func mappingJSON<Result>(
    _ map: @escaping (_ json: Any) async throws -> Result
  ) -> AsyncMapperUnderTest {
    let map = Handover(map)
    return mapping {
      try await map.value(JSONSerialization.jsonObject(with: $0, options: .fragmentsAllowed))
    }
  }

  /// A mapper that writes to a store of the app's own, so that counts, updates and de-duplication
  /// are checked.
  ///
  /// - Parameters:
  ///   - makeStore: An empty store; evaluated for each payload, on the actor of the test.
  ///   - objects: The objects in the store. The name of an object's own type says which type of the
  ///     contract it has.
  public static func mapping<Store>(
    into makeStore: @autoclosure @escaping () -> Store,
    _ map:
      nonisolated(nonsending) @escaping (_ payload: Data, _ store: inout Store) async throws
      -> Void,
    objects: nonisolated(nonsending) @escaping (_ store: Store) async -> [Any]
  ) -> AsyncMapperUnderTest {
    storing(
      makeStore, { payload, store, _ in try await map(Data(payload.bytes), &store) },
      { StoredObjects(await objects($0)) })
  }

  /// A mapper that writes to a store of the app's own, whose objects are given by type.
  ///
  /// - Parameters:
  ///   - makeStore: An empty store; evaluated for each payload, on the actor of the test.
  ///   - objectsByType: The objects in the store, by the contract's names of their types.
  public static func mapping<Store>(
    into makeStore: @autoclosure @escaping () -> Store,
    _ map:
      nonisolated(nonsending) @escaping (_ payload: Data, _ store: inout Store) async throws
      -> Void,
    objectsByType: nonisolated(nonsending) @escaping (_ store: Store) async -> [String: [Any]]
  ) -> AsyncMapperUnderTest {
    storing(
      makeStore, { payload, store, _ in try await map(Data(payload.bytes), &store) },
      { StoredObjects(byType: await objectsByType($0)) })
  }

  private static func storing<Store>(
    _ makeStore: @escaping () -> Store,
    _ load:
      nonisolated(nonsending) @escaping (EndpointPayload, inout Store, LoadTurn) async throws
      -> Void,
    _ objects: nonisolated(nonsending) @escaping (Store) async -> StoredObjects,
    _ endpoints: [String] = [], _ served: ServedLoads? = nil
  ) -> AsyncMapperUnderTest {
    AsyncMapperUnderTest("\(Store.self)", keepsObjects: true, makeStore) {
      try await load($0, &$1, $2)
      return nil
    } objects: {
      await objects($0)
    }.changed {
      ($0.endpoints, $0.served, $0.requests) = (endpoints, served, served?.requests ?? [])
    }
  }

  /// A store that loads responses of several endpoints.
  package static func loading<Store>(
    into makeStore: @escaping () -> Store,
    _ loads: [(
      endpoint: String, load: nonisolated(nonsending) (Data, inout Store) async throws -> Void
    )],
    objects: nonisolated(nonsending) @escaping (Store) async -> StoredObjects
  ) -> AsyncMapperUnderTest {
    storing(
      makeStore,
      { payload, store, _ in
        try await loads[payload.endpoint].load(Data(payload.bytes), &store)
      }, objects, loads.map(\.endpoint))
  }

  /// A store that requests its responses itself, through the app's client; `load` performs the load
  /// with the number, alone or at the same time as another one.
  package static func loading<Store>(
    into makeStore: @escaping () -> Store, _ served: ServedLoads,
    _ load:
      nonisolated(nonsending) @escaping (
        _ number: Int, Data, inout Store, LoadTurn
      ) async throws -> Void,
    objects: nonisolated(nonsending) @escaping (Store) async -> StoredObjects
  ) -> AsyncMapperUnderTest {
    storing(
      makeStore, { try await load($0.endpoint, Data($0.bytes), &$1, $2) }, objects, served.names,
      served)
  }

  /// A synchronous mapper, such as `.decoding([Avatar].self)`, to compare with an asynchronous one.
  public init(_ mapper: MapperUnderTest) {
    answered = { rendezvous in
      var answered = mapper
      answered.makeSession = {
        AnsweredSession(
          rendezvous, mapper.makeSession, { payload, session, _ in session.map(payload) },
          { $0.stored })
      }
      answered.rendezvous = rendezvous
      return answered
    }
  }

  /// - Parameter makeStore: Makes the store in the test's task, for the first payload.
  private init<Store>(
    _ name: String, keepsObjects: Bool, _ makeStore: @escaping () -> Store,
    load: @escaping AnsweredSession<Store>.Load,
    objects: @escaping AnsweredSession<Store>.Objects
  ) {
    answered = { rendezvous in
      MapperUnderTest(
        name: name, makeSession: { AnsweredSession(rendezvous, makeStore, load, objects) },
        keepsObjects: keepsObjects, rendezvous: rendezvous)
    }
  }
}

extension AsyncMapperUnderTest {
  /// Returns the mapper with properties of its values that `Mirror` does not show; they are read in
  /// the test's task. See `MapperUnderTest.reading(_:)`.
  public func reading<Value>(
    _ properties: KeyValuePairs<String, PartialKeyPath<Value>>
  ) -> AsyncMapperUnderTest {
    changed { $0 = $0.reading(properties) }
  }

  /// Returns the mapper with properties of its values that `Mirror` does not show, for properties
  /// that a key path cannot express; they are read in the test's task.
  public func reading<Value>(
    _ properties: @escaping (_ value: Value) -> [String: Any?]
  ) -> AsyncMapperUnderTest {
    changed { $0 = $0.reading(properties) }
  }

  /// Returns the mapper as one of a client that may hide its errors.
  package func hidingErrors(in fallback: Fallback) -> AsyncMapperUnderTest {
    let fallback = Handover(fallback)
    return changed { $0.fallback = fallback.value }
  }

  private func changed(_ change: @escaping (inout MapperUnderTest) -> Void) -> Self {
    var mapper = self
    mapper.answered = { [answered] in
      var mapper = answered($0)
      change(&mapper)
      return mapper
    }
    return mapper
  }
}
