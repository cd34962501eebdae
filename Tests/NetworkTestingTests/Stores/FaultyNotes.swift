import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A store of notes with one mistake.
@MainActor
final class FaultyNotes {
  enum Mistake: CaseIterable {
    case clearsBeforeItLoads
    case isEmptyIfNothingHasChanged
    case appliesAPartOfATruncatedBody
    case takesAnErrorForAnEmptyList
    case deletesBeforeTheServerHas
    case forgetsAuthorsIfTheyCannotBeLoaded
    case overwritesWhatCameMeanwhile
  }

  private let client: NoteClient
  private let mistake: Mistake
  private var values = NoteValues()

  init(_ client: NoteClient, _ mistake: Mistake) {
    (self.client, self.mistake) = (client, mistake)
  }

  var objects: [any Sendable] { values.objects }

  func refresh() async throws {
    if mistake == .clearsBeforeItLoads { values.replace(with: []) }
    let before = values
    let notes = try await list()
    if mistake == .overwritesWhatCameMeanwhile { values = before }
    values.replace(with: notes)
  }

  private func list() async throws -> [NoteResponse] {
    switch mistake {
    case .isEmptyIfNothingHasChanged:
      do {
        return try await client.notes()
      } catch let error as NoteClient.BadStatus where error.status == 304 {
        return []
      }
    case .appliesAPartOfATruncatedBody:
      let body = try await client.data("/notes")
      do {
        return try NoteResponse.list(body)
      } catch DecodingError.dataCorrupted {
        for note in try NoteResponse.list(body + Data("]".utf8)) { values.add(note) }
        throw URLError(.cannotParseResponse)
      }
    case .takesAnErrorForAnEmptyList:
      var client = client
      client.checksStatus = false
      let body = try await client.data("/notes")
      // As a [String: Any], the body of an error is an object without notes.
      let json = try JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed)
      if let object = json as? [String: Any], object["error"] != nil { return [] }
      return try NoteResponse.list(body)
    default: return try await client.notes()
    }
  }

  func apply(_ event: Data) throws { values.removeNote(try NoteDeletion(event).id) }

  func load(_ id: Int) async throws { values.add(try await client.note(id)) }

  func loadAuthors() async throws {
    do {
      for author in try await client.authors() { values.add(author) }
    } catch {
      if mistake == .forgetsAuthorsIfTheyCannotBeLoaded { values.removeAuthors() }
      throw error
    }
  }

  func delete(_ id: Int) async throws {
    if mistake == .deletesBeforeTheServerHas { values.removeNote(id) }
    try await client.deleteNote(id)
    values.removeNote(id)
  }
}
