import Foundation

/// A store that is an actor, and yields as if it waited for a disk.
actor ClubActor {
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

  private struct GroupRow {
    var name: String
    var owner: Int?
    var members: [Int] = []
  }

  /// Whether the store looks for an object, waits, and then adds the object.
  private let waitsBetween: Bool
  private var avatars: [Avatar] = []
  private var owners: [Int: Owner] = [:]
  private var groups: [Int: GroupRow] = [:]

  init(waitsBetween: Bool = false) { self.waitsBetween = waitsBetween }

  var allObjects: [any Sendable] {
    let shown = groups.map { id, row in
      Group(
        groupId: id, name: row.name, owner: row.owner.flatMap { owners[$0] },
        members: row.members.compactMap { id in avatars.first { $0.remoteId == id } })
    }
    return avatars as [any Sendable] + Array(owners.values) + shown
  }

  func loadGroups(_ data: Data) async throws {
    let groups: [ClubResponses.Group] = try ClubResponses.decode(data)
    await Task.yield()
    for group in groups { add(group) }
  }

  func loadAvatars(_ data: Data) async throws {
    let avatars: [ClubResponses.Avatar] = try ClubResponses.decode(data)
    for avatar in avatars {
      let isKnown = self.avatars.contains { $0.remoteId == avatar.id }
      if waitsBetween { await Task.yield() }
      if waitsBetween, !isKnown {
        self.avatars.append(
          Avatar(
            remoteId: avatar.id, fileURL: avatar.fileURL, title: avatar.title.applied(to: nil)))
      } else {
        add(avatar)
      }
    }
  }

  private func add(_ response: ClubResponses.Avatar) {
    let known = avatars.firstIndex { $0.remoteId == response.id }
    let avatar = Avatar(
      remoteId: response.id, fileURL: response.fileURL,
      title: response.title.applied(to: known.flatMap { avatars[$0].title }))
    if let known { avatars[known] = avatar } else { avatars.append(avatar) }
  }

  private func add(_ response: ClubResponses.Group) {
    var row = groups[response.id] ?? GroupRow(name: response.name)
    row.name = response.name
    if case .set(let owner) = response.owner {
      row.owner = owner?.id
      if let owner { owners[owner.id] = Owner(ownerId: owner.id, name: owner.name) }
    }
    if let members = response.members {
      for member in members { add(member) }
      row.members = members.map(\.id)
    }
    groups[response.id] = row
  }
}
