package import ContractModel
import JSONParsing

extension Seed {
  /// The seed that a target of a contract has where none is given: a digest of what the contract
  /// says, however its file is laid out.
  package init(of contract: Contract, _ target: ContractExample.Target) {
    // What is included is written as a contract of its own.
    var included = Contract(name: contract.name)
    included.mappings = contract.includedMappings
    self.init(StableHash(texts: [contract.text, included.text, target.text]).value)
  }
}
