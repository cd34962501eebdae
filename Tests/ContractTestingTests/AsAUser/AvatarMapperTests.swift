import ContractTesting
import Foundation
import Testing

/// An avatar as an app has it.
struct Avatar: Codable, Equatable {
  var remoteId: Int
  var fileUrlString: String

  enum CodingKeys: String, CodingKey {
    case remoteId = "id"
    case fileUrlString = "file_url"
  }
}

@Suite("Avatar mapper")
struct AvatarMapperTests {
  @Test("The app's decoder keeps the contract")
  func keepsContract() throws {
    try expect(.decoding([Avatar].self), keeps: Contract("groups"), as: "[Avatar]")
  }

  @Test(
    "Each key path is handled as the contract says",
    arguments: try Contract("groups").keyPaths(as: "[Avatar]"))
  func handles(keyPath: ContractKeyPath) {
    expect(.decoding([Avatar].self), handles: keyPath)
  }
}
