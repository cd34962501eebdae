package import ContractModel

extension Seed {
  /// The seed that a target of a contract has where none is given: a digest of what the contract
  /// says, however its file is laid out.
  package init(of contract: Contract, _ target: ContractExample.Target) {
    var digest = FNV1a()
    digest.combine(contract.text)
    // What is included is written as a contract of its own.
    var included = Contract(name: contract.name)
    included.mappings = contract.includedMappings
    digest.combine(included.text)
    digest.combine(target.text)
    self.init(digest.value)
  }
}

/// Fowler, Noll and Vo's hash FNV-1a, of 64 bits: the same in every process.
struct FNV1a {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func combine(_ text: String) {
    for byte in text.utf8 { combine(byte) }
    combine(0xFF)  // ends the text: no UTF-8 holds this byte
  }

  private mutating func combine(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01b3
  }
}
