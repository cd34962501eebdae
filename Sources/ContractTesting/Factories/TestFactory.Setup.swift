public import ContractModel
public import Foundation
import Generation
import JSONParsing

extension TestFactory {
  /// The makers of a factory, and what is done around tests.
  public struct Setup: Sendable {
    /// Something that is done around tests.
    public typealias Block = @Sendable () async throws -> Void

    /// Where the tests' requests go.
    public var baseURL: URL?

    private(set) var definitions: [Definition] = []
    private(set) var onceBlocks: [Block] = []
    private(set) var blocksBefore: [Block] = []
    private(set) var blocksAfter: [Block] = []

    /// Defines a JSON object.
    ///
    /// Its members are made anew each time.
    public mutating func define(
      _ name: String, _ values: @escaping @Sendable () throws -> PropertyValues
    ) {
      define(name) { _ in try values() }
    }

    /// Defines a JSON object that has parts which the factory makes.
    ///
    ///     make.define("comment") { factory in
    ///       ["body": "a", "article": .object(try factory.make("article").properties)]
    ///     }
    ///
    /// Its members are made anew each time.
    public mutating func define(
      _ name: String, _ values: @escaping @Sendable (TestFactory) throws -> PropertyValues
    ) {
      definitions.append(Definition(name: MemberName(name), target: nil, values: values))
    }

    /// Defines a payload of a contract's type; see `Contract.payload(as:_:)`.
    ///
    /// The contract is read when a payload is first made. The values are the properties that do not
    /// have those of the canonical payload; they are made anew each time.
    public mutating func define(
      _ name: String, as type: String,
      of contract: @escaping @Sendable () throws -> Contract,
      _ values: @escaping @Sendable () throws -> PropertyValues = { [:] }
    ) {
      define(name, as: type, of: contract) { _ in try values() }
    }

    /// Defines a payload of a contract's type that has parts which the factory makes.
    public mutating func define(
      _ name: String, as type: String,
      of contract: @escaping @Sendable () throws -> Contract,
      _ values: @escaping @Sendable (TestFactory) throws -> PropertyValues
    ) {
      let target = (type: type, contract: ReadOnce(contract))
      definitions.append(Definition(name: MemberName(name), target: target, values: values))
    }

    /// Does something once in the process, before the first test.
    public mutating func once(_ block: @escaping Block) { onceBlocks.append(block) }

    /// Does something before each test, in its workspace.
    public mutating func beforeEach(_ block: @escaping Block) { blocksBefore.append(block) }

    /// Does something after each test, in its workspace, whether or not the test throws; the last
    /// block first.
    public mutating func afterEach(_ block: @escaping Block) { blocksAfter.insert(block, at: 0) }
  }

  /// How a payload is made.
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

/// A contract that is read when it is first asked for.
final class ReadOnce: Sendable {
  private let read: @Sendable () throws -> Contract
  private let contract = Mutex<Contract?>(nil)

  init(_ read: @escaping @Sendable () throws -> Contract) { self.read = read }

  /// - Throws: Why it cannot be read, each time.
  func value() throws -> Contract {
    try contract.withLock { contract in
      let value = try contract ?? read()
      contract = value
      return value
    }
  }
}
