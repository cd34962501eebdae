import Foundation

/// A session of an asynchronous mapper: the test's own task gives it payloads one after the other.
protocol AsyncMapperSession: AnyObject {
  nonisolated(nonsending) func map(_ payload: EndpointPayload) async -> MapperAnswer
  /// Maps two payloads at the same time; returns `nil` if the mapper cannot.
  nonisolated(nonsending) func mapAtOnce(
    _ first: EndpointPayload, _ second: EndpointPayload
  ) async -> [MapperAnswer]?
  /// Returns the objects in the mapper's store; `nil` if it has no store.
  nonisolated(nonsending) func stored() async -> StoredObjects?
}

extension AsyncMapperSession {
  nonisolated(nonsending) func mapAtOnce(
    _ first: EndpointPayload, _ second: EndpointPayload
  ) async -> [MapperAnswer]? { nil }
}

/// The session of a mapper that keeps nothing between payloads.
final class AsyncFunctionSession: AsyncMapperSession {
  private let map: nonisolated(nonsending) (Data) async throws -> Any

  init(_ map: nonisolated(nonsending) @escaping (Data) async throws -> Any) { self.map = map }

  nonisolated(nonsending) func map(_ payload: EndpointPayload) async -> MapperAnswer {
    do {
      return MapperAnswer(returned: try await map(Data(payload.bytes)))
    } catch {
      return .refused(Refusal(error: error))
    }
  }

  nonisolated(nonsending) func stored() async -> StoredObjects? { nil }
}

/// The session of a mapper with a store of its own, which is made where the mapper runs.
final class AsyncStoreSession<Store>: AsyncMapperSession {
  typealias Map = nonisolated(nonsending) (Data, inout Store, LoadTurn) async throws -> Void
  typealias Objects = nonisolated(nonsending) (Store) async -> StoredObjects

  private var store: Store?
  private let makeStore: () -> Store
  /// The functions that load a payload, by the number of the endpoint.
  private let maps: [Map]
  private let objects: Objects

  init(_ makeStore: @escaping () -> Store, _ maps: [Map], _ objects: @escaping Objects) {
    (self.makeStore, self.maps, self.objects) = (makeStore, maps, objects)
  }

  nonisolated(nonsending) func map(_ payload: EndpointPayload) async -> MapperAnswer {
    // Take the store out, so that it is uniquely referenced: otherwise each payload copies it.
    var store = self.store.take() ?? makeStore()
    defer { self.store = store }
    do {
      try await maps[payload.endpoint](Data(payload.bytes), &store, .alone)
      return .stored(await objects(store).of(store))
    } catch {
      return .refused(Refusal(error: error))
    }
  }

  nonisolated(nonsending) func mapAtOnce(
    _ first: EndpointPayload, _ second: EndpointPayload
  ) async -> [MapperAnswer]? {
    guard #available(macOS 15, iOS 18, *) else { return nil }
    let store = store ?? makeStore()
    self.store = store
    // Each load would change its own copy of a value type.
    guard Swift.type(of: store as Any) is AnyClass else { return nil }
    let pair = LoadPair()
    let refusals = await atOnce(
      { await self.refusal(of: first, store, .first(pair)) },
      { await self.refusal(of: second, store, .second(pair)) })
    let objects = await objects(store).of(store)
    return refusals.map { $0.map { .refused($0) } ?? .stored(objects) }
  }

  private nonisolated(nonsending) func refusal(
    of payload: EndpointPayload, _ store: Store, _ turn: LoadTurn
  ) async -> Refusal? {
    var store = store
    do {
      try await maps[payload.endpoint](Data(payload.bytes), &store, turn)
      return nil
    } catch {
      return Refusal(error: error)
    }
  }

  nonisolated(nonsending) func stored() async -> StoredObjects? {
    let store = store ?? makeStore()
    self.store = store
    return await objects(store).of(store)
  }
}

/// The session of a synchronous mapper, used where an asynchronous mapper is expected.
final class ImmediateSession: AsyncMapperSession {
  private lazy var session = makeSession()
  private let makeSession: () -> any MapperSession

  init(_ makeSession: @escaping () -> any MapperSession) { self.makeSession = makeSession }

  nonisolated(nonsending) func map(_ payload: EndpointPayload) async -> MapperAnswer {
    session.map(payload)
  }

  nonisolated(nonsending) func stored() async -> StoredObjects? { session.stored }
}

/// A mapper as the checking loop sees it: the test's task answers its calls.
struct AnsweredSession: MapperSession {
  let rendezvous: Rendezvous
  let session: any AsyncMapperSession

  let awaits = true
  var stored: StoredObjects? { rendezvous.ask { await session.stored() } }

  func map(_ payload: EndpointPayload, noting begin: @escaping () -> () -> Void) -> MapperAnswer {
    // After cancellation, no result is used.
    if rendezvous.isCancelled { return .refused(Refusal(error: CancellationError())) }
    return rendezvous.ask {
      let end = begin()
      defer { end() }
      return await session.map(payload)
    }
  }

  func mapAtOnce(
    _ first: EndpointPayload, _ second: EndpointPayload,
    noting begin: @escaping () -> () -> Void
  ) -> [MapperAnswer]? {
    if rendezvous.isCancelled { return nil }
    return rendezvous.ask {
      let end = begin()
      defer { end() }
      return await session.mapAtOnce(first, second)
    }
  }
}
