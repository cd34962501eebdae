import ContractModel
import Generation
import JSONParsing
import MappingEngine

/// A contract in memory, with a mapper to one target.
struct Sample {
  let mapper: Mapper
  let target: MappingTarget

  /// - Parameters:
  ///   - mappings: The members of the contract's `mappings`.
  ///   - target: The target in the form of a command line: `[User]`, `user: User`.
  ///   - settings: Further members of the contract, each with a comma at its end.
  init(
    _ mappings: String, as target: String, settings: String = "",
    transformers: ValueTransformers = [:]
  ) throws {
    let text = #"{ "contract": 1, \#(settings) "mappings": { \#(mappings) } }"#
    try self.init(Contract(text: text), as: target, transformers: transformers)
  }

  init(_ contract: Contract, as target: String, transformers: ValueTransformers = [:]) throws {
    self.target = MappingTarget(try TargetText(target).target)
    mapper = Mapper(contract, as: self.target, transformers: transformers)
  }

  /// Maps a payload into a new store.
  func map(_ payload: String, exchange: MappingExchange? = nil) throws -> MappingResult {
    var store = ObjectStore()
    return try map(payload, into: &store, exchange: exchange)
  }

  @discardableResult
  func map(
    _ payload: String, into store: inout ObjectStore, onto object: ObjectID? = nil,
    exchange: MappingExchange? = nil
  ) throws -> MappingResult {
    mapper.map(
      try JSONDocument(parsing: payload), as: target, into: &store, onto: object, exchange: exchange
    )
  }
}

extension Contract {
  /// Reads one contract from its text.
  init(text: String) throws {
    try self.init(at: "main.contract.json", files: MemoryFiles(text: text))
  }
}

/// One contract file in memory.
private struct MemoryFiles: ContractFiles {
  var text: String

  func contract(at path: String) throws -> [UInt8]? {
    path == "main.contract.json" ? Array(text.utf8) : nil
  }

  func hasFixture(_ name: String, forContractAt path: String) -> Bool { false }

  func fixture(_ name: String, forContractAt path: String) throws -> [UInt8]? { nil }
}
