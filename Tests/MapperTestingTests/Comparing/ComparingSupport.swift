import ContractModel
import Generation
import JSONParsing
import MappingEngine

@testable import MapperTesting

/// Returns the differences between a mapper's result and the contract's, a line each.
func differences(
  _ contract: Contract, _ type: String, _ payload: String, _ found: Any,
  _ options: ComparisonOptions = ComparisonOptions()
) throws -> [String] {
  let result = try result(contract, type, payload)
  let types = ComparedTypes(contract, as: MappingTarget(try TargetText(type).target))
  return ResultComparison.differences(result, found, options, types).map(\.line)
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
    let variant = if case .variant(let other) = kind { " (a \(other.found))" } else { "" }
    return "\(path): \(expected) / \(found)\(variant)\(hint)"
  }
}
