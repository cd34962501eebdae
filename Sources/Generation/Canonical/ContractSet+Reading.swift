package import ContractModel
import JSONParsing

extension ContractSet {
  /// Reads contracts and the files that they include; paths are relative to the root of `files`.
  package init(paths: [String], files: some ContractFiles) {
    // A value without mappings can be made without the contract's mappings.
    var payloads = CanonicalPayloads(Contract(name: ""))
    self.init(paths: paths, files: files) { payloads.canMake($0) }
  }
}

extension Contract {
  /// Reads a contract and the files that it includes; the path is relative to the root of `files`.
  ///
  /// - Throws: `ContractErrors` with every mistake, if one of them is an error; warnings alone do
  ///   not throw.
  package init(at path: String, files: some ContractFiles) throws(ContractErrors) {
    let set = ContractSet(paths: [path], files: files)
    guard set.isUsable, let contract = set.contracts.first else {
      throw ContractErrors(errors: set.errors)
    }
    self = contract
  }
}
