import ContractModel
import Foundation
import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The networking code of an app with notes.
struct NoteClient {
  struct BadStatus: Error { var status: Int }

  let session: URLSession
  /// Whether the client checks the status.
  var checksStatus = true

  static func contract() throws -> Contract {
    try OneContract.contract(
      """
      { "contract": 1, "host": "api.example.com",
        "endpoints": {
          "GET /notes": { "": { "to": "notes", "type": "[Note]", "assign": "replace" } },
          "GET /notes/:id": "Note",
          "GET /authors": "[Author]",
          "DELETE /notes/:id -> 204": { "@deletes": "Note(id: @path.id)" },
          "event note.deleted": { "@deletes": "Note(id: @document.id)" } },
        "mappings": {
          "Note": {
            "identifiedBy": "id",
            "map": {
              "id": "Int", "text": "String", "title?": "title: String?", "author?": "author: Author?"
            } },
          "Author": { "identifiedBy": "id", "map": { "id": "Int", "name": "String" } } } }
      """)
  }

  func data(_ path: String, method: String = "GET") async throws -> Data {
    var request = URLRequest(
      url: URL(string: "https://api.example.com\(path)") ?? URL(filePath: "/"))
    request.httpMethod = method
    let (data, response) = try await session.data(for: request)
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    if checksStatus, !(200...299 ~= status) { throw BadStatus(status: status) }
    return data
  }

  func notes() async throws -> [NoteResponse] { try NoteResponse.list(await data("/notes")) }

  func note(_ id: Int) async throws -> NoteResponse {
    try JSONDecoder().decode(NoteResponse.self, from: await data("/notes/\(id)"))
  }

  func authors() async throws -> [AuthorResponse] {
    try JSONDecoder().decode([AuthorResponse].self, from: await data("/authors"))
  }

  func deleteNote(_ id: Int) async throws { _ = try await data("/notes/\(id)", method: "DELETE") }
}

/// A client that keeps a copy of a body, and sends conditional requests.
actor ConditionalClient {
  private let client: NoteClient
  private var copies: [String: (tag: String, body: Data)] = [:]

  init(_ client: NoteClient) { self.client = client }

  func data(_ path: String) async throws -> Data {
    var request = URLRequest(
      url: URL(string: "https://api.example.com\(path)") ?? URL(filePath: "/"))
    let copy = copies[path]
    if let copy { request.setValue(copy.tag, forHTTPHeaderField: "If-None-Match") }
    let (data, response) = try await client.session.data(for: request)
    let http = response as? HTTPURLResponse
    if http?.statusCode == 304, let copy { return copy.body }
    guard let http, 200...299 ~= http.statusCode else {
      throw NoteClient.BadStatus(status: http?.statusCode ?? 0)
    }
    if let tag = http.value(forHTTPHeaderField: "ETag") { copies[path] = (tag, data) }
    return data
  }
}

struct AuthorResponse: Decodable, Sendable {
  var id: Int
  var name: String
}

struct NoteResponse: Decodable, Sendable {
  /// `nil` if the response does not have the key.
  var title: String??
  var author: AuthorResponse??
  var id: Int
  var text: String

  enum CodingKeys: CodingKey { case id, text, title, author }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(Int.self, forKey: .id)
    text = try container.decode(String.self, forKey: .text)
    if container.contains(.title) {
      title = .some(try container.decode(String?.self, forKey: .title))
    }
    if container.contains(.author) {
      author = .some(try container.decode(AuthorResponse?.self, forKey: .author))
    }
  }

  static func list(_ data: Data) throws -> [NoteResponse] {
    try JSONDecoder().decode([NoteResponse].self, from: data)
  }
}

/// The payload of an event that deletes a note.
struct NoteDeletion: Decodable {
  var id: Int

  init(_ data: Data) throws { self = try JSONDecoder().decode(NoteDeletion.self, from: data) }
}
