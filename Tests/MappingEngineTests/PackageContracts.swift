import ContractModel
import TestSupport

/// The contracts and fixtures of the package.
struct PackageContracts: ContractFiles {
  func contract(at path: String) -> [UInt8]? { PackageFiles.bytes(at: path) }

  func hasFixture(_ name: String, forContractAt path: String) -> Bool {
    fixture(name, forContractAt: path) != nil
  }

  func fixture(_ name: String, forContractAt path: String) -> [UInt8]? {
    PackageFiles.bytes(at: "Fixtures/\(name)")
  }
}
