import ContractTesting
import Testing

@testable import App

@Suite("A contract that is a resource of the tests")
struct BundledContractTests {
  @Test("The app's decoder keeps the contract, also where there are no sources")
  func keepsBundled() throws {
    try expect(
      .decoding([Avatar].self), keeps: Contract("bundled", bundle: .module), as: "[Avatar]")
  }

  /// As the guide has it. In this package, the folder Contracts has that name.
  func keepsContract() throws {
    try expect(
      .decoding([Avatar].self), keeps: Contract("avatars", bundle: .module), as: "[Avatar]")
  }
}
