import ContractTesting
import Testing

@testable import App

@Suite("Avatar mapper")
struct AvatarMapperTests {
  @Test("The app's decoder keeps the contract")
  func keepsContract() throws {
    try expect(.decoding([Avatar].self), keeps: Contract("avatars"), as: "[Avatar]")
  }

  @Test("The examples hold", arguments: try Contract("avatars").examples)
  func examples(example: ContractExampleCase) { example.verify() }

  @Test("Each key path is handled", arguments: try Contract("avatars").keyPaths(as: "[Avatar]"))
  func handles(keyPath: ContractKeyPath) { expect(.decoding([Avatar].self), handles: keyPath) }
}
