package import Foundation

/// A store with a graph of classes, which is right apart from the chosen mistakes.
package final class ClubStore {
  final class Avatar {
    let remoteId: Int
    var fileURL: String
    var title: String?

    init(_ remoteId: Int, _ fileURL: String, _ title: String?) {
      (self.remoteId, self.fileURL, self.title) = (remoteId, fileURL, title)
    }
  }

  final class Owner {
    let ownerId: Int
    var name: String

    init(_ ownerId: Int, _ name: String) { (self.ownerId, self.name) = (ownerId, name) }
  }

  final class Group {
    let groupId: Int
    var name: String
    var owner: Owner?
    var members: [Avatar] = []

    init(_ groupId: Int, _ name: String) { (self.groupId, self.name) = (groupId, name) }
  }

  package enum Mistake: CaseIterable {
    case findsWithinOnePayload, keysByIDAcrossTypes, absentClears, nullKeeps, emptyListIsIgnored
    case unionWhereItIsSet, staleRelationship, halfApplied, takesFromOtherParents
    case firstValueWins, unknownEventIsDropped
  }

  private let mistake: Mistake?
  private(set) var avatars: [Avatar] = []
  private(set) var owners: [Owner] = []
  private(set) var groups: [Group] = []
  /// The number of the first object that the current payload created, for each type.
  private var starts = (avatars: 0, owners: 0)

  package init(_ mistake: Mistake? = nil) { self.mistake = mistake }

  package var allObjects: [Any] { avatars as [Any] + owners as [Any] + groups as [Any] }

  // MARK: - Loading

  package func loadGroups(_ data: Data) throws {
    begin()
    guard mistake != .halfApplied else {
      let elements = try JSONSerialization.jsonObject(with: data) as? [Any]
      guard let elements else { throw CocoaError(.coderReadCorrupt) }
      for element in elements {
        let object = element as? [String: Any] ?? [:]
        let group: ClubResponses.Group = try ClubResponses.decode(
          JSONSerialization.data(withJSONObject: object))
        add(group)
      }
      return
    }
    let groups: [ClubResponses.Group] = try ClubResponses.decode(data)
    for group in groups { add(group) }
  }

  package func loadAvatars(_ data: Data) throws {
    begin()
    let avatars: [ClubResponses.Avatar] = try ClubResponses.decode(data)
    for avatar in avatars { _ = add(avatar) }
  }

  package func apply(_ data: Data) throws {
    begin()
    let avatar: ClubResponses.Avatar = try ClubResponses.decode(data)
    let isKnown = avatars.contains { $0.remoteId == avatar.id }
    if mistake != .unknownEventIsDropped || isKnown { _ = add(avatar) }
  }

  private func begin() { starts = (avatars.count, owners.count) }

  // MARK: - Objects

  private func add(_ response: ClubResponses.Avatar) -> Avatar {
    if mistake == .keysByIDAcrossTypes { owners.removeAll { $0.ownerId == response.id } }
    let start = mistake == .findsWithinOnePayload ? starts.avatars : 0
    guard let known = avatars[start...].firstIndex(where: { $0.remoteId == response.id }) else {
      let avatar = Avatar(response.id, response.fileURL, response.title.applied(to: nil))
      avatars.append(avatar)
      return avatar
    }
    let old = avatars[known]
    if mistake == .firstValueWins, known >= starts.avatars { return old }
    let title = changed(old.title, by: response.title)
    guard mistake != .staleRelationship else {
      avatars[known] = Avatar(response.id, response.fileURL, title)
      return avatars[known]
    }
    (old.fileURL, old.title) = (response.fileURL, title)
    return old
  }

  private func changed(_ old: String?, by change: ClubResponses.Change<String>) -> String? {
    switch change {
    case .absent where mistake == .absentClears: nil
    case .set(nil) where mistake == .nullKeeps: old
    default: change.applied(to: old)
    }
  }

  private func add(_ response: ClubResponses.Owner) -> Owner {
    if mistake == .keysByIDAcrossTypes { avatars.removeAll { $0.remoteId == response.id } }
    if let known = owners.first(where: { $0.ownerId == response.id }) {
      known.name = response.name
      return known
    }
    let owner = Owner(response.id, response.name)
    owners.append(owner)
    return owner
  }

  private func add(_ response: ClubResponses.Group) {
    let known = groups.first { $0.groupId == response.id }
    let group = known ?? Group(response.id, response.name)
    if known == nil { groups.append(group) }
    group.name = response.name
    if case .set(let owner) = response.owner { group.owner = owner.map { add($0) } }
    guard let members = response.members else { return }
    if mistake == .emptyListIsIgnored, members.isEmpty { return }
    set(members.map { add($0) }, of: group)
  }

  private func set(_ members: [Avatar], of group: Group) {
    let ids = Set(members.map(\.remoteId))
    let removed = group.members.filter { !ids.contains($0.remoteId) }
    switch mistake {
    case .unionWhereItIsSet:
      let old = Set(group.members.map(\.remoteId))
      group.members += members.filter { !old.contains($0.remoteId) }
    case .takesFromOtherParents:
      group.members = members
      for other in groups where other !== group {
        other.members.removeAll { member in removed.contains { $0 === member } }
      }
    default: group.members = members
    }
  }
}
