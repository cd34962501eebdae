import Foundation

/// A store with one array of values for each type, which copies a value into each value that
/// contains it.
struct ClubValueTree {
  struct Avatar: Equatable {
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
    var members: [Avatar] = []
  }

  private(set) var avatars: [Avatar] = []
  private(set) var owners: [Owner] = []
  private(set) var groups: [Group] = []

  var objects: [Any] { avatars as [Any] + owners as [Any] + groups as [Any] }

  mutating func loadGroups(_ data: Data) throws {
    let responses: [ClubResponses.Group] = try ClubResponses.decode(data)
    for response in responses { add(response) }
  }

  mutating func loadAvatars(_ data: Data) throws {
    for avatar in try ClubResponses.decode(data) as [ClubResponses.Avatar] { _ = add(avatar) }
  }

  mutating func apply(_ data: Data) throws {
    let avatar: ClubResponses.Avatar = try ClubResponses.decode(data)
    _ = add(avatar)
  }

  private mutating func add(_ response: ClubResponses.Avatar) -> Int {
    let index = avatars.firstIndex { $0.remoteId == response.id }
    let avatar = Avatar(
      remoteId: response.id, fileURL: response.fileURL,
      title: response.title.applied(to: index.flatMap { avatars[$0].title }))
    if let index { avatars[index] = avatar } else { avatars.append(avatar) }
    for group in groups.indices {
      for member in groups[group].members.indices
      where groups[group].members[member].remoteId == avatar.remoteId {
        groups[group].members[member] = avatar
      }
    }
    return response.id
  }

  private mutating func add(_ response: ClubResponses.Owner) {
    let owner = Owner(ownerId: response.id, name: response.name)
    owners.removeAll { $0.ownerId == owner.ownerId }
    owners.append(owner)
    for group in groups.indices where groups[group].owner?.ownerId == owner.ownerId {
      groups[group].owner = owner
    }
  }

  private mutating func add(_ response: ClubResponses.Group) {
    let known = groups.firstIndex { $0.groupId == response.id }
    var group = known.map { groups[$0] } ?? Group(groupId: response.id, name: response.name)
    group.name = response.name
    if case .set(let owner) = response.owner {
      if let owner { add(owner) }
      group.owner = owner.flatMap { new in owners.first { $0.ownerId == new.id } }
    }
    let ids = (response.members ?? []).map { add($0) }
    if response.members != nil {
      group.members = ids.compactMap { id in avatars.first { $0.remoteId == id } }
    } else if let known {
      group.members = groups[known].members
    }
    if let known { groups[known] = group } else { groups.append(group) }
  }
}
