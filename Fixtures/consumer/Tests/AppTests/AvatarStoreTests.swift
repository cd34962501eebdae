import ContractTesting
import Testing

@testable import App

@Suite("Avatar store")
struct AvatarStoreTests {
  @Test("What the app stores keeps the contract")
  func keepsContract() async throws {
    try await expect(
      .mapping(into: AvatarStore()) { data, store in
        try await store.load(data)
      } objects: { store in
        await store.avatars
      }, keeps: Contract("avatars"), as: "[Avatar]")
  }
}
