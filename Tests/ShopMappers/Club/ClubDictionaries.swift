import Foundation

/// A store of structures in dictionaries, which are combined when the objects are read.
struct ClubDictionaries {
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
    var members: [Avatar] = []
  }

  private struct Row {
    var name: String
    var owner: Int?
    var members: [Int] = []
  }

  private var avatars: [Int: Avatar] = [:]
  private var owners: [Int: Owner] = [:]
  private var groups: [Int: Row] = [:]

  var objectsByType: [String: [any Sendable]] {
    [
      "Avatar": Array(avatars.values), "Owner": Array(owners.values),
      "Group": groups.map { id, row in
        Group(
          groupId: id, name: row.name, owner: row.owner.flatMap { owners[$0] },
          members: row.members.compactMap { avatars[$0] })
      },
    ]
  }

  mutating func loadGroups(_ data: Data) throws {
    let responses: [ClubResponses.Group] = try ClubResponses.decode(data)
    for response in responses {
      var row = groups[response.id] ?? Row(name: response.name)
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

  mutating func loadAvatars(_ data: Data) throws {
    for avatar in try ClubResponses.decode(data) as [ClubResponses.Avatar] { add(avatar) }
  }

  mutating func apply(_ data: Data) throws { add(try ClubResponses.decode(data)) }

  private mutating func add(_ response: ClubResponses.Avatar) {
    let title = response.title.applied(to: avatars[response.id]?.title)
    avatars[response.id] = Avatar(
      remoteId: response.id, fileURL: response.fileURL, title: title)
  }
}
