import ContractTesting
import Foundation
import MapperTesting
import TestSupport
import Testing

@testable import NetworkTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("A store behind the app's client is checked against a contract over histories")
struct ClientStoreTests {
  private let contract: Contract
  private let stub: StubbedSession
  private let client: NoteClient

  init() throws {
    contract = try NoteClient.contract()
    stub = StubbedSession(contract)
    client = NoteClient(session: stub.makeURLSession())
  }

  /// - Parameter count: The number of histories, unless the environment sets it.
  private func settings(_ count: Int) -> MapperTestSettings {
    var settings = MapperTestSettings()
    settings.histories =
      ProcessInfo.processInfo.environment["CONTRACTCHECK_HISTORIES"].flatMap { Int($0) } ?? count
    return settings
  }

  private nonisolated(nonsending) func texts<Store>(
    _ makeStore: @escaping () -> Store, _ loads: ClientLoads<Store>, reading: [ObjectReading] = [],
    histories: Int = 60,
    objects: nonisolated(nonsending) @escaping (Store) async -> [Any]
  ) async throws -> [String] {
    try await ClientStoreTest(
      makeStore, through: stub, loading: loads, objects: { StoredObjects(await objects($0)) },
      keeps: contract, reading: reading, settings: settings(histories)
    ).violations().map(\.description)
  }

  // MARK: - Right stores

  @Test("An actor whose client asks conditionally, and reuses its copy, passes")
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

  @Test("An actor that changes its objects at once, and reverts failed changes, passes")
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

  @Test("A class with a lock passes")
  func locked() async throws {
    let found = try await ClientStoreTest(
      { NoteGraph(client) }, through: stub,
      loading: [
        "GET /notes": { _, store in try await store.refresh() },
        "GET /notes/:id": { asked, store in try await store.load(asked.int("id")) },
        "GET /authors": { _, store in try await store.loadAuthors() },
        "DELETE /notes/:id -> 204": { asked, store in try await store.delete(asked.int("id")) },
        "event note.deleted": { asked, store in try store.apply(asked.payload) },
      ], objects: { StoredObjects(byType: $0.objectsByType) }, keeps: contract,
      settings: settings(60)
    ).violations().map(\.description)
    #expect(found == [])
  }

  @Test(
    "An actor that queues loads, or cancels them, passes", .enabled(if: TestDepth.isFull),
    arguments: CarefulNotes.Style.allCases)
  func careful(_ style: CarefulNotes.Style) async throws {
    let found = try await texts(
      { CarefulNotes(client, style) },
      [
        "GET /notes": { _, store in try await store.refresh() },
        "GET /notes/:id": { asked, store in try await store.load(asked.int("id")) },
        "GET /authors": { _, store in try await store.loadAuthors() },
        "DELETE /notes/:id -> 204": { asked, store in try await store.delete(asked.int("id")) },
        "event note.deleted": { asked, store in try await store.apply(asked.payload) },
      ], objects: { await $0.objects })
    #expect(found == [])
  }

  @Test("A structure that is changed in place, and whose client returns values, passes")
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

  @Test("Objects of a context, as in Core Data, pass")
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

  @Test("A model on the main actor passes")
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

  @Test("A few lines of a test check the store of a client")
  func shortWay() async throws {
    let coverage = try await expect(
      stores: { NoteActor(client) }, through: stub,
      loading: [
        "GET /notes": { _, store in try await store.refresh() },
        "GET /notes/:id": { asked, store in try await store.load(asked.int("id")) },
        "DELETE /notes/:id -> 204": { asked, store in try await store.delete(asked.int("id")) },
        "event note.deleted": { asked, store in try await store.apply(asked.payload) },
      ],
      objects: { await $0.objects }, keeps: contract)
    #expect(coverage.histories == 200)
    // After the check, the stub answers as before it.
    #expect(try await client.notes().map(\.id) == [1])
    try await expect(
      stores: { NoteGraph(client) }, through: stub,
      loading: ["GET /notes": { _, store in try await store.refresh() }],
      objectsByType: { $0.objectsByType }, keeps: contract)
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
        "event note.deleted": { asked, store in try store.apply(asked.payload) },
      ], histories: 200, objects: { $0.objects })
  }

  @Test(
    "A mistake of a store is one issue, of three responses at most",
    arguments: TestDepth.some(TestDepth.some(FaultyNotes.Mistake.allCases)))
  @MainActor
  func mistake(_ mistake: FaultyNotes.Mistake) async throws {
    let texts = try await texts(mistake)
    #expect(texts.count == 1, "\(texts)")
    let rows = texts.first?.split(separator: "\n").count { $0.contains(/^  [0-9]/) } ?? 0
    #expect((1...3).contains(rows))
  }

  @Test("The guide shows the issue that is reported")
  @MainActor
  func guide() async throws {
    let text = try #require(try await texts(.takesAnErrorForAnEmptyList).first)
    let shown = text.split(separator: "\n").prefix(5).joined(separator: "\n")
    #expect(Guide.named("TestingStores").shows(shown), "\(text)")
  }

  @Test(
    "An error that removes objects of other requests is reported", .enabled(if: TestDepth.isFull))
  @MainActor
  func otherRequests() async throws {
    let text = try #require(try await texts(.forgetsAuthorsIfTheyCannotBeLoaded).first)
    #expect(
      text.hasPrefix(
        #"""
        the store changes where a load fails
          1         GET /authors  [{"id":1,"name":"a"}]
          2         GET /authors, status 500  {"error":{"code":500,"message":"Internal Server Error"}}
          contract  a load that fails changes nothing: 1 Author
          mapper    rejects it, and then has nothing

        """#), "\(text)")
  }

  @Test(
    "An object that a waiting load overwrites is reported with both loads",
    .enabled(if: TestDepth.isFull))
  @MainActor
  func overwritten() async throws {
    let text = try #require(try await texts(.overwritesWhatCameMeanwhile).first)
    #expect(
      text.hasPrefix(
        #"""
        the store has 0 Author objects, and the contract 1 Author object, after 2 responses, two at once
          in        a.contract.json:14:54  "id": "id: Int"
          1         GET /notes  [{"id":1,"text":"a"}]
          2 at once GET /notes  [{"id":1,"text":"a","author":{"id":1,"name":"a"}}]
          contract  1 Author object
          mapper    0 Author objects

        """#), "\(text)")
  }

  @Test(
    "A history with a load that fails is replayed by its id",
    .replay("history:5451609833995953879:25"))
  @MainActor
  func replayed() async throws {
    let found = try await texts(.takesAnErrorForAnEmptyList)
    #expect(found.count == 1)
    #expect(found.first?.contains("  2         GET /notes, status 500  ") == true, "\(found)")
    #expect(found.first?.contains("other histor") == false, "\(found)")
  }

  // MARK: - Invalid tests

  @Test("A load that sends nothing, or the request of another load, is reported")
  func otherLoads() async throws {
    let client = client
    func text(_ load: @escaping ClientLoads<NoteValues>.Load) async throws -> String? {
      try await texts(
        { NoteValues() },
        ["GET /notes": load, "GET /authors": { _, _ in _ = try await client.authors() }],
        objects: { $0.objects }
      ).first { $0.contains("GET /notes") }
    }
    let silent = try await text { _, _ in }
    #expect(
      silent?.contains("the client did not send GET /notes: it sent nothing") == true, "\(silent)")
    let both = try await text { _, store in
      store.replace(with: try await client.notes())
      for author in try await client.authors() { store.add(author) }
    }
    #expect(
      both?.contains(#"the load of "GET /notes" sends "GET /authors", too"#) == true, "\(both)")
  }

  @Test("A parameter that the path does not have is an error that names those of the path")
  func parameters() throws {
    let asked = LoadParameters(["id": "7", "name": "x"])
    #expect(try asked.int("id") == 7)
    #expect(try asked["name"] == "x")
    #expect(throws: TestSetupError.self) { try asked["ID"] }
    #expect(throws: TestSetupError.self) { try asked.int("name") }
  }
}
