import ContractTesting
import Foundation
import MapperTesting
import NetworkTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("A store behind the app's client is held against a contract over histories")
struct ClientStoreTests {
  private let contract: Contract
  private let stub: StubbedSession
  private let client: NoteClient
  private var settings = MapperTestSettings()

  init() throws {
    contract = try NoteClient.contract()
    stub = StubbedSession(contract)
    client = NoteClient(session: stub.makeURLSession())
    settings.histories = 200
  }

  private nonisolated(nonsending) func texts<Store>(
    _ makeStore: @escaping () -> Store, _ loads: ClientLoads<Store>, reading: [ObjectReading] = [],
    objects: nonisolated(nonsending) @escaping (Store) async -> [Any]
  ) async throws -> [String] {
    try await ClientStoreTest(
      makeStore, through: stub, loading: loads, objects: { StoredObjects(await objects($0)) },
      keeps: contract, reading: reading, settings: settings
    ).violations().map(\.description)
  }

  // MARK: - Right stores

  @Test("An actor whose client asks for what is new, and takes its copy again")
  func actor() async throws {
    let found = try await texts(
      { NoteActor(client) },
      [
        "GET /notes": { _, store in try await store.refresh() },
        "GET /notes/:id": { asked, store in try await store.load(asked.int("id")) },
        "GET /authors": { _, store in try await store.loadAuthors() },
        "DELETE /notes/:id -> 204": { asked, store in try await store.delete(asked.int("id")) },
        "event note.deleted": { asked, store in try await store.apply(asked.payload) },
      ], objects: { await $0.objects })
    #expect(found == [])
  }

  @Test("An actor that changes what it has at once, and takes that back")
  func optimistic() async throws {
    let found = try await texts(
      { OptimisticNotes(client) },
      [
        "GET /notes": { _, store in try await store.refresh() },
        "GET /notes/:id": { asked, store in try await store.load(asked.int("id")) },
        "GET /authors": { _, store in try await store.loadAuthors() },
        "DELETE /notes/:id -> 204": { asked, store in try await store.delete(asked.int("id")) },
        "event note.deleted": { asked, store in try await store.apply(asked.payload) },
      ], objects: { await $0.objects })
    #expect(found == [])
  }

  @Test("A class with a lock")
  func locked() async throws {
    let found = try await ClientStoreTest(
      { NoteGraph(client) }, through: stub,
      loading: [
        "GET /notes": { _, store in try await store.refresh() },
        "GET /notes/:id": { asked, store in try await store.load(asked.int("id")) },
        "GET /authors": { _, store in try await store.loadAuthors() },
        "DELETE /notes/:id -> 204": { asked, store in try await store.delete(asked.int("id")) },
        "event note.deleted": { asked, store in try store.apply(asked.payload) },
      ], objects: { StoredObjects(byType: $0.objectsByType) }, keeps: contract, settings: settings
    ).violations().map(\.description)
    #expect(found == [])
  }

  @Test("A structure that is changed in place, and whose client hands on values")
  func values() async throws {
    let client = client
    let found = try await texts(
      { NoteValues() },
      [
        "GET /notes": { _, store in store.replace(with: try await client.notes()) },
        "GET /notes/:id": { asked, store in store.add(try await client.note(asked.int("id"))) },
        "GET /authors": { _, store in
          for author in try await client.authors() { store.add(author) }
        },
        "DELETE /notes/:id -> 204": { asked, store in
          let id = try asked.int("id")
          try await client.deleteNote(id)
          store.removeNote(id)
        },
        "event note.deleted": { asked, store in
          store.removeNote(try NoteDeletion(asked.payload).id)
        },
      ], objects: { $0.objects })
    #expect(found == [])
  }

  @Test("Objects of a context, as Core Data has them")
  @MainActor
  func managed() async throws {
    let client = client
    let found = try await texts(
      { ManagedNotes(client) },
      [
        "GET /notes": { _, store in try await store.refresh() },
        "GET /notes/:id": { asked, store in try await store.load(asked.int("id")) },
        "GET /authors": { _, store in try await store.loadAuthors() },
        "DELETE /notes/:id -> 204": { asked, store in try await store.delete(asked.int("id")) },
        "event note.deleted": { asked, store in try store.apply(asked.payload) },
      ],
      reading: [
        .properties { (note: CDNote) in
          ["id": note.id, "text": note.text, "title": note.title, "author": note.author]
        },
        .properties { (author: CDAuthor) in ["id": author.id, "name": author.name] },
      ], objects: { $0.objects })
    #expect(found == [])
  }

  @Test("A model on the main actor")
  @MainActor
  func model() async throws {
    let client = client
    let found = try await texts(
      { NoteModel(client) },
      [
        "GET /notes": { _, store in try await store.refresh() },
        "GET /notes/:id": { asked, store in try await store.load(asked.int("id")) },
        "GET /authors": { _, store in try await store.loadAuthors() },
        "DELETE /notes/:id -> 204": { asked, store in try await store.delete(asked.int("id")) },
        "event note.deleted": { asked, store in try store.apply(asked.payload) },
      ], objects: { $0.notes as [Any] + $0.authors })
    #expect(found == [])
  }

  // MARK: - Mistakes

  @MainActor
  private func texts(
    _ mistake: FaultyNotes.Mistake
  ) async throws -> [String] {
    try await texts(
      { FaultyNotes(client, mistake) },
      [
        "GET /notes": { _, store in try await store.refresh() },
        "GET /notes/:id": { asked, store in try await store.load(asked.int("id")) },
        "GET /authors": { _, store in try await store.loadAuthors() },
        "DELETE /notes/:id -> 204": { asked, store in try await store.delete(asked.int("id")) },
      ], objects: { $0.objects })
  }

  @Test(
    "A mistake of a store is one issue, of three responses at most",
    arguments: FaultyNotes.Mistake.allCases)
  @MainActor
  func mistake(_ mistake: FaultyNotes.Mistake) async throws {
    let texts = try await texts(mistake)
    for text in texts { print(text) }
    #expect(texts.count == 1, "\(texts)")
    let rows = texts.first?.split(separator: "\n").count { $0.contains(/^  [0-9]/) } ?? 0
    #expect((1...3).contains(rows))
  }
}
