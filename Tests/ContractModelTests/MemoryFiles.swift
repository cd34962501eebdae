import ContractModel
import Generation

/// Contract files in memory.
struct MemoryFiles: ContractFiles {
  var contracts: [String: String]
  var fixtures: Set<String> = ["known.json"]

  func contract(at path: String) throws -> [UInt8]? { contracts[path].map { Array($0.utf8) } }

  func hasFixture(_ name: String, forContractAt path: String) -> Bool { fixtures.contains(name) }

  func fixture(_ name: String, forContractAt path: String) -> [UInt8]? { nil }
}

extension ContractSet {
  /// Reads one contract from its text.
  init(text: String, others: [String: String] = [:]) {
    let files = MemoryFiles(contracts: others.merging(["main.contract.json": text]) { $1 })
    self.init(paths: ["main.contract.json"], files: files)
  }
}

extension Contract {
  /// Reads one contract from its text.
  init(text: String) throws {
    try self.init(
      at: "main.contract.json", files: MemoryFiles(contracts: ["main.contract.json": text]))
  }

  /// A contract of one mapping, `A`, from the members of its map.
  init(map: String) throws {
    try self.init(text: #"{ "contract": 1, "mappings": { "A": { "map": { \#(map) } } } }"#)
  }
}
