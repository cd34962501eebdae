import ContractTesting
import Testing
import XCTest

@testable import App

final class AvatarMapperCases: XCTestCase {
  func testKeepsContract() throws {
    try expect(.decoding([Avatar].self), keeps: Contract("avatars"), as: "[Avatar]")
  }
}
