import ContractModel

/// The contracts and fixtures of the package.
package struct PackageContracts: ContractFiles {
  package init() {}

  package func contract(at path: String) -> [UInt8]? { PackageFiles.bytes(at: path) }

  package func hasFixture(_ name: String, forContractAt path: String) -> Bool {
    fixture(name, forContractAt: path) != nil
  }

  package func fixture(_ name: String, forContractAt path: String) -> [UInt8]? {
    PackageFiles.bytes(at: "Fixtures/\(name)")
  }
}
