import Foundation

/// A class on the main actor, which waits before it stores a payload.
@MainActor
final class ClubMainStore {
  private var dictionaries = ClubDictionaries()

  nonisolated init() {}

  var objectsByType: [String: [any Sendable]] { dictionaries.objectsByType }

  func loadGroups(_ data: Data) async throws {
    await Task.yield()
    try dictionaries.loadGroups(data)
  }

  func loadAvatars(_ data: Data) async throws {
    await Task.yield()
    try dictionaries.loadAvatars(data)
  }
}
