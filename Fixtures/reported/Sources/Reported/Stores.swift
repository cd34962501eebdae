import Foundation

// MARK: - satsdisco/JellyAmp#41, 3lvis/SwiftSync#145: two loads at once make two objects of one

actor ItemStore {
  struct Item: Decodable {
    let id: Int
    let name: String
  }

  private(set) var items: [Item] = []

  /// Looks which items there are, waits, and writes by what it saw.
  func loadLookingFirst(_ data: Data) async throws {
    let new = try Self.items(in: data)
    let known = Set(items.map(\.id))
    await Task.yield()
    items.removeAll { item in known.contains(item.id) && new.contains { $0.id == item.id } }
    items += new
  }

  func load(_ data: Data) async throws {
    let new = try Self.items(in: data)
    await Task.yield()
    items.removeAll { item in new.contains { $0.id == item.id } }
    items += new
  }

  /// Of two items with one id, the later one.
  private static func items(in data: Data) throws -> [Item] {
    let items = try JSONDecoder().decode([Item].self, from: data)
    return Dictionary(items.map { ($0.id, $0) }) { $1 }.values.sorted { $0.id < $1.id }
  }
}

// MARK: - zhgchg.li, real-world Codable decode issues, part 2: a like comes with three keys, and the
// others are wiped

final class SongStore {
  final class Song {
    let id: Int
    var name: String?
    var file: String?
    var likeCount: Int?
    var like: Bool?

    init(id: Int) { self.id = id }
  }

  private struct Response: Decodable {
    let id: Int
    let name: String?
    let file: String?
    let likeCount: Int?
    let like: Bool?
  }

  /// Which keys came, whatever their values.
  private struct Presence: Decodable {
    enum CodingKeys: CodingKey { case id, name, file, likeCount, like }
    let keys: [CodingKeys]

    init(from decoder: any Decoder) throws {
      keys = try decoder.container(keyedBy: CodingKeys.self).allKeys
    }
  }

  private(set) var songs: [Song] = []

  /// Writes all that a response may have.
  func loadWiping(_ data: Data) throws {
    let response = try JSONDecoder().decode(Response.self, from: data)
    let song = song(response.id)
    song.name = response.name
    song.file = response.file
    song.likeCount = response.likeCount
    song.like = response.like
  }

  /// Writes what is not nil, so that a null clears nothing.
  func loadKeeping(_ data: Data) throws {
    let response = try JSONDecoder().decode(Response.self, from: data)
    let song = song(response.id)
    song.name = response.name ?? song.name
    song.file = response.file ?? song.file
    song.likeCount = response.likeCount ?? song.likeCount
    song.like = response.like ?? song.like
  }

  /// Writes what came.
  func load(_ data: Data) throws {
    let response = try JSONDecoder().decode(Response.self, from: data)
    let song = song(response.id)
    for key in try JSONDecoder().decode(Presence.self, from: data).keys {
      switch key {
      case .id: break
      case .name: song.name = response.name
      case .file: song.file = response.file
      case .likeCount: song.likeCount = response.likeCount
      case .like: song.like = response.like
      }
    }
  }

  private func song(_ id: Int) -> Song {
    if let song = songs.first(where: { $0.id == id }) { return song }
    songs.append(Song(id: id))
    return songs[songs.count - 1]
  }
}

// MARK: - 3lvis/SwiftSync#347, #281: a new user twice in a response becomes two

final class PostStore {
  final class User {
    let id: String
    var username = ""
    init(id: String) { self.id = id }
  }

  final class Post {
    let id: String
    var title = ""
    var user: User?
    init(id: String) { self.id = id }
  }

  private struct Response: Decodable {
    struct User: Decodable {
      let id: String
      let username: String
    }

    let id: String
    let title: String
    let user: User
  }

  private var users: [User] = []
  private var posts: [Post] = []
  var objects: [AnyObject] { users + posts }

  /// Looks for users among those that were there before the response.
  func loadLookingFirst(_ data: Data) throws {
    let known = users
    try load(data) { id in known.first { $0.id == id } }
  }

  func load(_ data: Data) throws {
    try load(data) { id in users.first { $0.id == id } }
  }

  private func load(_ data: Data, user known: (String) -> User?) throws {
    for response in try JSONDecoder().decode([Response].self, from: data) {
      let post = posts.first { $0.id == response.id } ?? Post(id: response.id)
      let user = known(response.user.id) ?? User(id: response.user.id)
      if !posts.contains(where: { $0 === post }) { posts.append(post) }
      if !users.contains(where: { $0 === user }) { users.append(user) }
      post.title = response.title
      post.user = user
      user.username = response.user.username
    }
  }
}

// MARK: - 3lvis/SwiftSync#137, #106: the second page removes the objects of the first

final class EntryStore {
  final class Entry {
    let id: Int
    var title = ""
    init(id: Int) { self.id = id }
  }

  private struct Response: Decodable {
    struct Entry: Decodable {
      let id: Int
      let title: String
    }

    let items: [Entry]
    let next: String?
  }

  private(set) var entries: [Entry] = []

  /// A page is all there is.
  func loadRemoving(_ data: Data) throws {
    let ids = try load(data)
    entries.removeAll { !ids.contains($0.id) }
  }

  @discardableResult
  func load(_ data: Data) throws -> Set<Int> {
    let page = try JSONDecoder().decode(Response.self, from: data)
    for item in page.items {
      let entry = entries.first { $0.id == item.id } ?? Entry(id: item.id)
      if !entries.contains(where: { $0 === entry }) { entries.append(entry) }
      entry.title = item.title
    }
    return Set(page.items.map(\.id))
  }
}
