public import ContractModel
import Generation
import JSONParsing
import MapperTesting
public import Testing

/// A key path of a contract, with the faults that a payload can have there, as an argument of a
/// test.
///
///     @Test("Each key path is handled", arguments: try Contract("groups").keyPaths(as: "[Avatar]"))
///     func handles(keyPath: ContractKeyPath) throws {
///       try expect(.decoding([Avatar].self), handles: keyPath)
///     }
public struct ContractKeyPath: Sendable, CustomTestStringConvertible {
  /// The contract that has the key path.
  public let contract: Contract
  /// The path in the canonical payload, `[0].file_url`; empty for the payload as a whole.
  public let path: String
  /// The names of the faults: `[0].file_url null`.
  public var faults: [String] { cases.map(\.name) }
  let stated: ContractExample.Target
  /// The target as the test wrote it: `[Avatar]`.
  let statedText: String
  let cases: [MapperCase]
  /// Further cases, for mappers that keep their objects.
  var updates: [MapperCase] = []

  /// The key path and its number of faults: `[0].file_url: 27 faults`
  public var testDescription: String {
    let place = path.isEmpty ? "the payload" : displayed(path)
    return "\(place): \(counted(cases.count, "fault"))"
  }

  func cases(of mapper: MapperUnderTest) -> [MapperCase] {
    mapper.keepsObjects ? cases + updates : cases
  }
}

extension Contract {
  /// Returns the key paths of a type, each with the single faults that a payload can have there:
  /// missing, null, of another type, in another spelling, and so on.
  ///
  /// They are in the order of the canonical payload, which is always the same. The faults of the
  /// payload as a whole come last.
  ///
  /// - Parameter type: The payload's type: `[Avatar]`, `user: User`, or an endpoint.
  /// - Throws: `TestSetupError` if the contract does not have the type, or the type has no key
  ///   path: Swift Testing skips a test without arguments, and the run would pass.
  public func keyPaths(as type: String) throws -> [ContractKeyPath] {
    let target = try TestTarget(type, in: self)
    let sweep = try target.cases(seed: nil).sweep
    let keyPaths = sweep.keyPaths.filter { !$0.cells.isEmpty }.map { keyPath in
      ContractKeyPath(
        contract: self, path: keyPath.text, stated: target.stated, statedText: type,
        cases: keyPath.cells.map { MapperCase($0, of: keyPath.lines) },
        updates: MapperCase.updates(of: keyPath))
    }
    let whole = ContractKeyPath(
      contract: self, path: "", stated: target.stated, statedText: type,
      cases: sweep.rootCells.map { MapperCase($0, of: []) })
    return keyPaths + [whole]
  }
}

extension TestTarget {
  /// - Throws: `TestSetupError` if no payload is valid, or none has a key path.
  func cases(seed: UInt64?) throws -> GeneratedCases {
    guard let cases = GeneratedCases(contract, target: stated, seed: seed.map { Seed($0) }),
      !cases.sweep.keyPaths.isEmpty
    else {
      throw TestSetupError(
        "the contract \(quoted(contract.name.text)) maps nothing of the type")
    }
    return cases
  }
}
