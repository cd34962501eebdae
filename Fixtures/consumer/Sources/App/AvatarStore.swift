import Foundation

actor AvatarStore {
  private(set) var avatars: [Avatar] = []

  func load(_ data: Data) async throws {
    for avatar in try JSONDecoder().decode([Avatar].self, from: data) {
      avatars.removeAll { $0.remoteId == avatar.remoteId }
      avatars.append(avatar)
    }
  }
}
