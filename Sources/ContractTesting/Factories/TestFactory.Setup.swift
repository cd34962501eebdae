public import ContractModel
public import Foundation
import Generation
import JSONParsing

extension TestFactory {
  /// The definitions of a factory, and the blocks that run around tests.
  public struct Setup: Sendable {
    /// A block that runs around tests.
    public typealias Block = @Sendable () async throws -> Void

    /// The base URL of the tests' requests.
    public var baseURL: URL?

    private(set) var definitions: [Definition] = []
    private(set) var onceBlocks: [Block] = []
    private(set) var blocksBefore: [Block] = []
    private(set) var blocksAfter: [Block] = []

    /// Defines a JSON object.
    ///
    /// The closure is called for each object.
    public mutating func define(
      _ name: String, _ values: @escaping @Sendable () throws -> PropertyValues
    ) {
      define(name) { _ in try values() }
    }

    /// Defines a JSON object with parts that the factory makes.
    ///
    ///     make.define("comment") { factory in
    ///       ["body": "a", "article": .object(try factory.make("article").properties)]
    ///     }
    ///
    /// The closure is called for each object.
    public mutating func define(
      _ name: String, _ values: @escaping @Sendable (TestFactory) throws -> PropertyValues
    ) {
      definitions.append(Definition(name: MemberName(name), target: nil, values: values))
    }

    /// Defines a payload of a contract's type; see `Contract.payload(as:_:)`.
    ///
    /// The contract is read when a payload is first made. The values are the properties that differ
    /// from the canonical payload; the closure is called for each payload.
    public mutating func define(
      _ name: String, as type: String,
      of contract: @escaping @Sendable () throws -> Contract,
      _ values: @escaping @Sendable () throws -> PropertyValues = { [:] }
    ) {
      define(name, as: type, of: contract) { _ in try values() }
    }

    /// Defines a payload of a contract's type with parts that the factory makes.
    public mutating func define(
      _ name: String, as type: String,
      of contract: @escaping @Sendable () throws -> Contract,
      _ values: @escaping @Sendable (TestFactory) throws -> PropertyValues
    ) {
      let target = (type: type, contract: ReadOnce(contract))
      definitions.append(Definition(name: MemberName(name), target: target, values: values))
    }

    /// Adds a block that runs once in the process, before the first test.
    public mutating func once(_ block: @escaping Block) { onceBlocks.append(block) }

    /// Adds a block that runs before each test, in the test's workspace.
    public mutating func beforeEach(_ block: @escaping Block) { blocksBefore.append(block) }

    /// Adds a block that runs after each test, in the test's workspace, whether or not the test
    /// throws; the last block runs first.
    public mutating func afterEach(_ block: @escaping Block) { blocksAfter.insert(block, at: 0) }
  }

  struct Definition: Sendable {
    let name: MemberName
    let target: (type: String, contract: ReadOnce)?
    let values: @Sendable (TestFactory) throws -> PropertyValues

    func payload(_ values: PropertyValues) throws -> TestPayload {
      if let target { return try target.contract.value().payload(as: target.type, values) }
      if let entry = values.entries.first(where: { !$0.value.isWritable }) {
        throw TestSetupError(
          "the property \(quoted(entry.name.text)) of \(quoted(name.text)) cannot be JSON",
          notes: ["a number or a date in it is not finite"])
      }
      return TestPayload(try JSONDocument(parsing: values.tree.text), values)
    }
  }
}

/// A contract that is read on first use.
final class ReadOnce: Sendable {
  private let read: @Sendable () throws -> Contract
  private let contract = Mutex<Contract?>(nil)

  init(_ read: @escaping @Sendable () throws -> Contract) { self.read = read }

  /// - Throws: The error of reading the contract, at each call.
  func value() throws -> Contract {
    try contract.withLock { contract in
      let value = try contract ?? read()
      contract = value
      return value
    }
  }
}
