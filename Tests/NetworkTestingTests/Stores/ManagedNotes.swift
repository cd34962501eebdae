import Foundation

/// Notes as in Core Data: an object's values are in its context, which only one actor may read; a
/// relationship that was not read yet is a fault; and saved changes are permanent.
@MainActor
final class NoteContext {
  fileprivate enum Value {
    case scalar(Any)
    /// The identity of an object that is created when it is first read.
    case fault(Int)
  }

  fileprivate typealias Rows = [Int: (entity: String, values: [String: Value])]

  fileprivate var rows: Rows = [:]
  private var saved: Rows = [:]
  private var objects: [Int: ManagedNote] = [:]
  private var lastNumber = 0

  nonisolated init() {}

  func save() { saved = rows }
  func rollback() { rows = saved }

  func fetch(_ entity: String, id: Int? = nil) -> [ManagedNote] {
    rows.filter { number, row in
      guard row.entity == entity else { return false }
      guard let id else { return true }
      if case .scalar(let value)? = row.values["id"] { return value as? Int == id }
      return false
    }.keys.sorted().map(object)
  }

  func insert(_ entity: String) -> ManagedNote {
    lastNumber += 1
    rows[lastNumber] = (entity, [:])
    return object(lastNumber)
  }

  func delete(_ object: ManagedNote) {
    rows[object.number] = nil
    objects[object.number] = nil
  }

  fileprivate func object(_ number: Int) -> ManagedNote {
    if let object = objects[number] { return object }
    let object =
      rows[number]?.entity == "Note"
      ? CDNote(self, number) as ManagedNote : CDAuthor(self, number)
    objects[number] = object
    return object
  }
}

@MainActor
class ManagedNote {
  unowned let context: NoteContext
  let number: Int

  fileprivate init(_ context: NoteContext, _ number: Int) {
    (self.context, self.number) = (context, number)
  }

  func value(_ key: String) -> Any? {
    switch context.rows[number]?.values[key] {
    case .scalar(let value)?: value
    case .fault(let number)?: context.object(number)
    case nil: nil
    }
  }

  func set(_ value: Any?, _ key: String) {
    context.rows[number]?.values[key] =
      switch value {
      case let object as ManagedNote: .fault(object.number)
      case let value?: .scalar(value)
      case nil: nil
      }
  }

  var id: Int { value("id") as? Int ?? 0 }
}

@MainActor
final class CDAuthor: ManagedNote {
  var name: String { value("name") as? String ?? "" }
}

@MainActor
final class CDNote: ManagedNote {
  var text: String { value("text") as? String ?? "" }
  var title: String? { value("title") as? String }
  var author: CDAuthor? { value("author") as? CDAuthor }
}

/// A store that imports into the context, and saves at the end.
@MainActor
final class ManagedNotes {
  private let client: NoteClient
  private let context = NoteContext()
  private var listed: Set<Int> = []

  nonisolated init(_ client: NoteClient) { self.client = client }

  var objects: [ManagedNote] { context.fetch("Note") + context.fetch("Author") }

  func refresh() async throws {
    let responses = try await client.notes()
    let ids = Set(responses.map(\.id))
    for id in listed.subtracting(ids) { context.fetch("Note", id: id).forEach(context.delete) }
    listed = ids
    for response in responses { add(response) }
    context.save()
  }

  func load(_ id: Int) async throws {
    add(try await client.note(id))
    context.save()
  }

  func loadAuthors() async throws {
    for author in try await client.authors() { _ = add(author) }
    context.save()
  }

  func delete(_ id: Int) async throws {
    try await client.deleteNote(id)
    remove(id)
  }

  func apply(_ event: Data) throws { remove(try NoteDeletion(event).id) }

  private func remove(_ id: Int) {
    context.fetch("Note", id: id).forEach(context.delete)
    listed.remove(id)
    context.save()
  }

  private func add(_ response: NoteResponse) {
    let note = object("Note", response.id)
    note.set(response.text, "text")
    if let title = response.title { note.set(title, "title") }
    if let author = response.author { note.set(author.map(add), "author") }
  }

  private func add(_ response: AuthorResponse) -> ManagedNote {
    let author = object("Author", response.id)
    author.set(response.name, "name")
    return author
  }

  private func object(_ entity: String, _ id: Int) -> ManagedNote {
    if let known = context.fetch(entity, id: id).first { return known }
    let object = context.insert(entity)
    object.set(id, "id")
    return object
  }
}
