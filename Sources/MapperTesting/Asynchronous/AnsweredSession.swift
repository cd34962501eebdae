/// The checking loop's side of a session with an asynchronous mapper. The test's task answers the
/// calls of the loop, one after the other, and creates the store.
final class AnsweredSession<Store>: MapperSession {
  /// Loads a payload. Returns `nil` if the answer is the content of the store after the load.
  typealias Load =
    nonisolated(nonsending) (EndpointPayload, inout Store, LoadTurn) async throws -> MapperAnswer?
  /// Returns the objects in the store; `nil` if the mapper keeps nothing between payloads.
  typealias Objects = nonisolated(nonsending) (Store) async -> StoredObjects?

  private let rendezvous: Rendezvous
  private var store: Store?
  private let makeStore: () -> Store
  private let load: Load
  private let objects: Objects

  init(
    _ rendezvous: Rendezvous, _ makeStore: @escaping () -> Store, _ load: @escaping Load,
    _ objects: @escaping Objects
  ) {
    (self.rendezvous, self.makeStore) = (rendezvous, makeStore)
    (self.load, self.objects) = (load, objects)
  }

  let awaits = true

  var stored: StoredObjects? {
    rendezvous.ask {
      let store = self.store ?? self.makeStore()
      self.store = store
      return await self.objects(store)?.of(store)
    }
  }

  func map(_ payload: EndpointPayload, noting begin: @escaping () -> () -> Void) -> MapperAnswer {
    // After cancellation, no result is used.
    if rendezvous.isCancelled { return .refused(Refusal(error: CancellationError())) }
    return rendezvous.ask {
      let end = begin()
      defer { end() }
      return await self.answer(to: payload)
    }
  }

  private nonisolated(nonsending) func answer(to payload: EndpointPayload) async -> MapperAnswer {
    // Take the store out, so that it is uniquely referenced: otherwise each payload copies it.
    var store = self.store.take() ?? makeStore()
    defer { self.store = store }
    do {
      if let answer = try await load(payload, &store, .alone) { return answer }
      return await answer(of: store)
    } catch {
      return .refused(Refusal(error: error))
    }
  }

  private nonisolated(nonsending) func answer(of store: Store) async -> MapperAnswer {
    .stored(await objects(store)?.of(store) ?? StoredObjects([]))
  }

  func mapAtOnce(
    _ first: EndpointPayload, _ second: EndpointPayload,
    noting begin: @escaping () -> () -> Void
  ) -> [MapperAnswer]? {
    if rendezvous.isCancelled { return nil }
    return rendezvous.ask {
      let end = begin()
      defer { end() }
      return await self.answers(to: first, second)
    }
  }

  private nonisolated(nonsending) func answers(
    to first: EndpointPayload, _ second: EndpointPayload
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
    let answer = await answer(of: store)
    return refusals.map { $0.map { .refused($0) } ?? answer }
  }

  private nonisolated(nonsending) func refusal(
    of payload: EndpointPayload, _ store: Store, _ turn: LoadTurn
  ) async -> Refusal? {
    var store = store
    do {
      _ = try await load(payload, &store, turn)
      return nil
    } catch {
      return Refusal(error: error)
    }
  }
}
