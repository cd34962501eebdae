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
  return ResultComparison.differences(result, found, options, types).map(\.text)
}

func result(_ contract: Contract, _ type: String, _ payload: String) throws -> MappingResult {
  let target = MappingTarget(try TargetText(type).target)
  var store = ObjectStore(findsObjectsAgain: false)
  return Mapper(contract, as: target)
    .map(try JSONDocument(parsing: payload), as: target, into: &store)
}

extension Disagreement {
  /// `[0].name: "a" / "b"`
  var text: String {
    if kind == .noProperty {
      let type = mapper.split(separator: " has no property")[0]
      let nearest = hint?.firstMatch(of: /did you mean "([^"]*)"/)?.1
      return "\(path): \(type) has none" + (nearest.map { ", nearest \($0)" } ?? "")
    }
    let place = path.steps.isEmpty ? 0 : displayed(path.description).count + 3
    let hint = hint.map { " (\($0))" } ?? ""
    let variant = kind == .variant ? " (\(detail.split(separator: " of ")[0]))" : ""
    return "\(path): \(contract.dropFirst(place)) / \(mapper.dropFirst(place))\(variant)\(hint)"
  }
}
