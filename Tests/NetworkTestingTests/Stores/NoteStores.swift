import Foundation
import JSONParsing

struct Author: Sendable {
  var id: Int
  var name: String
}

struct Note: Sendable {
  var id: Int
  var text: String
  var title: String?
  var author: Author?
}

/// A store of values in dictionaries.
struct NoteValues: Sendable {
  private struct Row {
    var text: String
    var title: String?
    var author: Int?
  }

  private var rows: [Int: Row] = [:]
  private var authors: [Int: Author] = [:]
  private var listed: Set<Int> = []

  /// Removes all authors, also from the notes.
  mutating func removeAuthors() {
    authors = [:]
    for id in rows.keys { rows[id]?.author = nil }
  }

  var objects: [any Sendable] {
    let notes = rows.map { id, row in
      Note(id: id, text: row.text, title: row.title, author: row.author.flatMap { authors[$0] })
    }
    return notes as [any Sendable] + Array(authors.values)
  }

  mutating func replace(with notes: [NoteResponse]) {
    let ids = Set(notes.map(\.id))
    for id in listed.subtracting(ids) { rows[id] = nil }
    listed = ids
    for note in notes { add(note) }
  }

  mutating func add(_ note: NoteResponse) {
    var row = rows[note.id] ?? Row(text: note.text)
    row.text = note.text
    if let title = note.title { row.title = title }
    if let author = note.author {
      row.author = author?.id
      if let author { add(author) }
    }
    rows[note.id] = row
  }

  mutating func add(_ author: AuthorResponse) {
    authors[author.id] = Author(id: author.id, name: author.name)
  }

  mutating func removeNote(_ id: Int) {
    rows[id] = nil
    listed.remove(id)
  }
}

/// An actor around the values, with a client that keeps bodies.
actor NoteActor {
  private let client: NoteClient
  private let copies: ConditionalClient
  private var values = NoteValues()

  init(_ client: NoteClient) {
    self.client = client
    copies = ConditionalClient(client)
  }

  var objects: [any Sendable] { values.objects }

  func refresh() async throws {
    values.replace(with: try NoteResponse.list(await copies.data("/notes")))
  }

  func load(_ id: Int) async throws {
    values.add(
      try JSONDecoder().decode(NoteResponse.self, from: await copies.data("/notes/\(id)")))
  }

  func loadAuthors() async throws {
    for author in try await client.authors() { values.add(author) }
  }

  func delete(_ id: Int) async throws {
    try await client.deleteNote(id)
    values.removeNote(id)
  }

  func apply(_ event: Data) throws { values.removeNote(try NoteDeletion(event).id) }
}

/// An actor that changes its objects before the server does, and reverts the change if the request
/// fails.
actor OptimisticNotes {
  private let client: NoteClient
  private var values = NoteValues()

  init(_ client: NoteClient) { self.client = client }

  var objects: [any Sendable] { values.objects }

  func refresh() async throws { values.replace(with: try await client.notes()) }

  /// Deletes the note here if the server no longer has it.
  func load(_ id: Int) async throws {
    do {
      values.add(try await client.note(id))
    } catch let error as NoteClient.BadStatus where error.status == 404 {
      values.removeNote(id)
      throw error
    }
  }

  func loadAuthors() async throws {
    for author in try await client.authors() { values.add(author) }
  }

  func delete(_ id: Int) async throws {
    let before = values
    values.removeNote(id)
    do {
      try await client.deleteNote(id)
    } catch {
      values = before
      throw error
    }
  }

  func apply(_ event: Data) throws { values.removeNote(try NoteDeletion(event).id) }
}

/// An actor that keeps track of running loads.
actor CarefulNotes {
  enum Style: CaseIterable {
    case loadsOneAfterTheOther, appliesInOrder, joinsTheSame, cancelsTheOlder, dropsTheOlder
    case forgetsTheOlder, ignoresWhileItLoads
  }

  private let client: NoteClient
  private let style: Style
  private var values = NoteValues()
  private var last: Task<Void, any Error>?
  private var flights: [String: Task<Void, any Error>] = [:]
  private var number = 0

  init(_ client: NoteClient, _ style: Style) { (self.client, self.style) = (client, style) }

  var objects: [any Sendable] { values.objects }

  func refresh() async throws {
    try await load("/notes") {
      try await $0.notes()
    } apply: {
      $0.replace(with: $1)
    }
  }

  func load(_ id: Int) async throws {
    try await load("/notes/\(id)") {
      try await $0.note(id)
    } apply: {
      $0.add($1)
    }
  }

  func loadAuthors() async throws {
    try await load("/authors") {
      try await $0.authors()
    } apply: { values, authors in
      for author in authors { values.add(author) }
    }
  }

  func delete(_ id: Int) async throws {
    try await load("DELETE /notes/\(id)") {
      try await $0.deleteNote(id)
    } apply: { values, _ in
      values.removeNote(id)
    }
  }

  func apply(_ event: Data) throws { values.removeNote(try NoteDeletion(event).id) }

  private func load<Response: Sendable>(
    _ request: String, _ ask: @escaping @Sendable (NoteClient) async throws -> Response,
    apply: @escaping @Sendable (inout NoteValues, Response) -> Void
  ) async throws {
    if style == .joinsTheSame, let flight = flights[request] { return try await flight.value }
    if style == .ignoresWhileItLoads, !flights.isEmpty { return }
    if style == .cancelsTheOlder || style == .forgetsTheOlder { last?.cancel() }
    let former = last
    number += 1
    let task = Task { [client, style, number] in
      if style == .loadsOneAfterTheOther { _ = await former?.result }
      let response = try await ask(client)
      if style == .appliesInOrder { _ = await former?.result }
      try Task.checkCancellation()
      if style == .dropsTheOlder, number < self.number { return }
      apply(&values, response)
    }
    (last, flights[request]) = (task, task)
    defer { flights[request] = nil }
    do {
      try await task.value
    } catch  where style == .forgetsTheOlder && task.isCancelled {
      return
    }
  }
}

/// A graph of objects behind a lock.
final class NoteGraph: Sendable {
  final class StoredAuthor {
    let id: Int
    var name: String

    init(_ response: AuthorResponse) { (id, name) = (response.id, response.name) }
  }

  final class StoredNote {
    let id: Int
    var text: String
    var title: String?
    var author: StoredAuthor?
    var isListed = false

    init(_ response: NoteResponse) { (id, text) = (response.id, response.text) }
  }

  private struct State {
    var notes: [StoredNote] = []
    var authors: [StoredAuthor] = []
  }

  private let client: NoteClient
  private let state = Mutex(Unchecked(State()))

  private struct Unchecked: @unchecked Sendable {
    var state: State

    init(_ state: State) { self.state = state }
  }

  init(_ client: NoteClient) { self.client = client }

  var objectsByType: [String: [Any]] {
    state.withLock { ["Note": $0.state.notes, "Author": $0.state.authors] }
  }

  func refresh() async throws {
    let notes = try await client.notes()
    state.withLock { unchecked in
      let ids = Set(notes.map(\.id))
      unchecked.state.notes.removeAll { $0.isListed && !ids.contains($0.id) }
      for note in notes { Self.add(note, &unchecked.state).isListed = true }
    }
  }

  func load(_ id: Int) async throws {
    let note = try await client.note(id)
    state.withLock { _ = Self.add(note, &$0.state) }
  }

  func loadAuthors() async throws {
    let authors = try await client.authors()
    state.withLock { unchecked in
      for author in authors { _ = Self.add(author, &unchecked.state) }
    }
  }

  func delete(_ id: Int) async throws {
    try await client.deleteNote(id)
    state.withLock { $0.state.notes.removeAll { $0.id == id } }
  }

  func apply(_ event: Data) throws {
    let id = try NoteDeletion(event).id
    state.withLock { $0.state.notes.removeAll { $0.id == id } }
  }

  private static func add(_ response: NoteResponse, _ state: inout State) -> StoredNote {
    let note = state.notes.first { $0.id == response.id } ?? StoredNote(response)
    if !state.notes.contains(where: { $0 === note }) { state.notes.append(note) }
    note.text = response.text
    if let title = response.title { note.title = title }
    if let author = response.author { note.author = author.map { add($0, &state) } }
    return note
  }

  private static func add(_ response: AuthorResponse, _ state: inout State) -> StoredAuthor {
    let author = state.authors.first { $0.id == response.id } ?? StoredAuthor(response)
    if !state.authors.contains(where: { $0 === author }) { state.authors.append(author) }
    author.name = response.name
    return author
  }
}

/// Values for a view: all work is done on the main actor, without other tasks.
@MainActor
final class NoteModel {
  private let client: NoteClient
  private(set) var notes: [Note] = []
  private(set) var authors: [Author] = []
  private var listed: Set<Int> = []

  init(_ client: NoteClient) { self.client = client }

  func refresh() async throws {
    let responses = try await client.notes()
    let ids = Set(responses.map(\.id))
    notes.removeAll { listed.subtracting(ids).contains($0.id) }
    listed = ids
    for response in responses { add(response) }
  }

  func load(_ id: Int) async throws { add(try await client.note(id)) }

  func loadAuthors() async throws { for author in try await client.authors() { add(author) } }

  func delete(_ id: Int) async throws {
    try await client.deleteNote(id)
    remove(id)
  }

  func apply(_ event: Data) throws { remove(try NoteDeletion(event).id) }

  private func remove(_ id: Int) {
    notes.removeAll { $0.id == id }
    listed.remove(id)
  }

  private func add(_ response: NoteResponse) {
    let place = notes.firstIndex { $0.id == response.id } ?? notes.count
    if place == notes.count { notes.append(Note(id: response.id, text: response.text)) }
    notes[place].text = response.text
    if let title = response.title { notes[place].title = title }
    guard let author = response.author else { return }
    notes[place].author = author.map { Author(id: $0.id, name: $0.name) }
    if let author { add(author) }
  }

  private func add(_ response: AuthorResponse) {
    let author = Author(id: response.id, name: response.name)
    authors.removeAll { $0.id == author.id }
    authors.append(author)
    for place in notes.indices where notes[place].author?.id == author.id {
      notes[place].author = author
    }
  }
}
