import ContractModel
import JSONParsing
import MappingEngine

@testable import Verification

/// A contract in a test.
struct ContractInPlace: ContractFiles {
  let text: String

  func contract(at path: String) -> [UInt8]? { Array(text.utf8) }
  func hasFixture(_ name: String, forContractAt path: String) -> Bool { false }
  func fixture(_ name: String, forContractAt path: String) -> [UInt8]? { nil }

  /// - Parameter mappings: The members of `"mappings"`.
  static func contract(_ mappings: String) throws -> Contract {
    let text = #"{ "contract": 1, "mappings": { \#(mappings) } }"#
    return try Contract(at: "a.contract.json", files: ContractInPlace(text: text))
  }
}

/// Returns how what a mapper makes of a payload differs from what the contract says, a line each.
func differences(
  _ contract: Contract, _ type: String, _ payload: String, _ found: Any,
  _ options: ComparisonOptions = ComparisonOptions()
) throws -> [String] {
  let result = try result(contract, type, payload)
  return ResultComparison.differences(result, found, options).map(\.line)
}

func result(_ contract: Contract, _ type: String, _ payload: String) throws -> MappingResult {
  let target = MappingTarget(try TargetText(type).target)
  var store = ObjectStore(findsObjectsAgain: false)
  return Mapper(contract, as: target)
    .map(try JSONDocument(parsing: payload), as: target, into: &store)
}

extension ValueDifference {
  /// `[0].name: "a" / "b"`
  var line: String {
    let hint = hint.map { " (\($0))" } ?? ""
    if case .noProperty(let type, let nearest) = kind {
      return "\(path): \(type) has none" + (nearest.map { ", nearest \($0)" } ?? "")
    }
    return "\(path): \(expected) / \(found)\(hint)"
  }
}
