import JSONParsing
import Testing

@testable import MapperTesting

@Suite("Types of stored objects are found by a common prefix or suffix")
struct StoredTypeTests {
  private struct RDUser {}
  private struct RDUserGroup {}
  private struct RDAvatar {}
  private struct AvatarEntity {}
  private struct User {}

  private func names(_ objects: [Any], _ types: [MemberName]) -> [MemberName] {
    StoredObjects(objects).named(types).byType.keys.sorted()
  }

  @Test("A prefix or suffix around the contract's names is no part of them")
  func affixes() {
    #expect(names([RDUser(), RDAvatar()], ["User", "Avatar"]) == ["Avatar", "User"])
    #expect(names([AvatarEntity()], ["Avatar"]) == ["Avatar"])
  }

  @Test("The most frequent affix counts, then the longest type")
  func ambiguous() {
    let types: [MemberName] = ["User", "UserGroup", "Group"]
    #expect(names([RDUser(), RDUserGroup()], types) == ["User", "UserGroup"])
    #expect(names([RDUserGroup()], types) == ["UserGroup"])
  }

  @Test("Exact names stay, and unrelated names are kept")
  func others() {
    #expect(names([User(), RDUser()], ["User"]) == ["RDUser", "User"])
    #expect(names([RDAvatar()], ["User"]) == ["RDAvatar"])
  }
}
