import Foundation

/// A store of tables, in transactions.
final class ClubDatabase {
  struct Avatar {
    var remoteId: Int
    var fileURL: String
    var title: String?
  }

  struct Owner {
    var ownerId: Int
    var name: String
  }

  struct Group {
    var groupId: Int
    var name: String
    var owner: Owner?
    var members: [Avatar]
  }

  private let database: SystemSQLite?

  init() {
    database = SystemSQLite()
    for table in [
      "avatars (id INTEGER PRIMARY KEY, url TEXT, title TEXT)",
      "owners (id INTEGER PRIMARY KEY, name TEXT)",
      "groups (id INTEGER PRIMARY KEY, name TEXT, owner INTEGER)",
      "members (grp INTEGER, place INTEGER, avatar INTEGER)",
    ] {
      _ = try? database?.run("CREATE TABLE \(table)")
    }
  }

  // MARK: - Objects

  var objects: [Any] { avatars("SELECT * FROM avatars") as [Any] + owners as [Any] + groups }

  private func rows(_ query: String, _ id: Int? = nil) -> [[SystemSQLite.Value]] {
    (try? id.map { try database?.run(query, .integer($0)) } ?? database?.run(query)) ?? []
  }

  private func avatars(_ query: String, _ id: Int? = nil) -> [Avatar] {
    rows(query, id).map {
      Avatar(remoteId: $0[0].integer, fileURL: $0[1].text ?? "", title: $0[2].text)
    }
  }

  private var owners: [Owner] {
    rows("SELECT * FROM owners").map { Owner(ownerId: $0[0].integer, name: $0[1].text ?? "") }
  }

  private var groups: [Group] {
    rows("SELECT * FROM groups").map { row in
      let members = avatars(
        "SELECT avatars.* FROM members JOIN avatars ON avatars.id = members.avatar "
          + "WHERE grp = ? ORDER BY place", row[0].integer)
      var owner: Owner?
      if case .integer(let id) = row[2] { owner = owners.first { $0.ownerId == id } }
      return Group(
        groupId: row[0].integer, name: row[1].text ?? "", owner: owner, members: members)
    }
  }

  // MARK: - Loading

  func loadGroups(_ data: Data) throws {
    let groups: [ClubResponses.Group] = try ClubResponses.decode(data)
    try database?.run("BEGIN")
    for group in groups { try add(group) }
    try database?.run("COMMIT")
  }

  func loadAvatars(_ data: Data) throws {
    let avatars: [ClubResponses.Avatar] = try ClubResponses.decode(data)
    for avatar in avatars { try add(avatar) }
  }

  func apply(_ data: Data) throws {
    let avatar: ClubResponses.Avatar = try ClubResponses.decode(data)
    try add(avatar)
  }

  private func add(_ avatar: ClubResponses.Avatar) throws {
    let id = SystemSQLite.Value.integer(avatar.id)
    try database?.run("INSERT OR IGNORE INTO avatars VALUES (?, '', NULL)", id)
    try database?.run("UPDATE avatars SET url = ?2 WHERE id = ?1", id, .text(avatar.fileURL))
    if case .set(let title) = avatar.title {
      try database?.run(
        "UPDATE avatars SET title = ?2 WHERE id = ?1", id, title.map { .text($0) } ?? .null)
    }
  }

  private func add(_ group: ClubResponses.Group) throws {
    let id = SystemSQLite.Value.integer(group.id)
    try database?.run("INSERT OR IGNORE INTO groups VALUES (?, '', NULL)", id)
    try database?.run("UPDATE groups SET name = ?2 WHERE id = ?1", id, .text(group.name))
    if case .set(let owner) = group.owner {
      if let owner {
        try database?.run(
          "INSERT OR REPLACE INTO owners VALUES (?, ?)", .integer(owner.id), .text(owner.name))
      }
      try database?.run(
        "UPDATE groups SET owner = ?2 WHERE id = ?1", id,
        owner.map { .integer($0.id) } ?? .null)
    }
    guard let members = group.members else { return }
    try database?.run("DELETE FROM members WHERE grp = ?", id)
    for (place, member) in members.enumerated() {
      try add(member)
      try database?.run(
        "INSERT INTO members VALUES (?, ?, ?)", id, .integer(place), .integer(member.id))
    }
  }
}
