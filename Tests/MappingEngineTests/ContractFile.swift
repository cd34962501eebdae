import ContractModel
import Generation
import JSONParsing
import MappingEngine
import TestSupport
import Testing

/// A contract file of the package.
struct ContractFile: Sendable, CustomTestStringConvertible {
  let path: String

  var testDescription: String { path }

  /// All contracts with examples, except those of lint.
  static let all: [ContractFile] = {
    let paths = ["Fixtures/mapping", "Contracts"].flatMap { folder in
      (try? PackageFiles.contracts(below: folder)) ?? []
    }
    return paths.map { ContractFile(path: $0) }
  }()

  /// The contracts of the README and the guide.
  static let worked = all.filter { $0.path.hasPrefix("Contracts/") }

  func contract() throws -> Contract { try Contract(at: path, files: PackageContracts()) }

  /// The payloads of the file's examples, with a shared mapper.
  func payloads() throws -> [ExamplePayload] {
    let contract = try contract()
    let mapper = Mapper(contract, as: contract.statedExamples.map { MappingTarget($0.target) })
    return try contract.statedExamples.compactMap { example in
      let bytes: [UInt8]
      switch example.payload {
      case .json(let fragment): bytes = Array(fragment.value.text().utf8)
      case .fixture(let name):
        bytes = try #require(PackageContracts().fixture(name.value, forContractAt: path))
      }
      guard let document = try? JSONDocument(parsing: bytes) else { return nil }
      return ExamplePayload(
        name: "\(path): \(example.name)", mapper: mapper, target: MappingTarget(example.target),
        document: document)
    }
  }
}

/// The payload of an example, and its target.
struct ExamplePayload {
  let name: String
  let mapper: Mapper
  let target: MappingTarget
  var document: JSONDocument

  var tree: JSONTree { JSONTree(document.root) }

  /// Maps the payload, or another one, into a new store.
  func map(_ other: JSONDocument? = nil) -> MappingResult {
    var store = ObjectStore()
    return mapper.map(other ?? document, as: target, into: &store)
  }
}
