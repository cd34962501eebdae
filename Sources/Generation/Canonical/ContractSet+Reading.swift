package import ContractModel
import JSONParsing

extension ContractSet {
  /// Reads contracts and what they include.
  ///
  /// - Parameters:
  ///   - paths: The files, relative to the root that `files` has.
  ///   - files: Where they are.
  package init(paths: [String], files: some ContractFiles) {
    // A value without mappings is made without the contract's.
    var payloads = CanonicalPayloads(Contract(name: ""))
    self.init(paths: paths, files: files) { payloads.canMake($0) }
  }
}

extension Contract {
  /// Reads a contract and what it includes.
  ///
  /// - Parameters:
  ///   - path: The file, relative to the root that `files` has.
  ///   - files: Where it is.
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
