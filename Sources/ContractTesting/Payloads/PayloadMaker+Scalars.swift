import ContractModel
import JSONParsing
import MappingEngine

extension PayloadMaker {
  /// Writes scalars into an object's JSON, each where its line reads it, and the values that
  /// determine the case of its type.
  ///
  /// - Parameter type: The type of the object, which may be that of a case of the mapping.
  func write(
    _ values: [(line: PropertyLine, value: MappedValue)], of mapping: ContractMapping,
    type: MemberName, to node: inout PayloadTree, at path: InstancePath
  ) throws {
    for (line, value) in values {
      guard let made = mapper.json(of: value, for: line, ofType: type) else {
        let name = displayed(path.appending(line.property).description)
        throw TestSetupError(
          "the property \(name) cannot be written to \(quoted(line.source.description))",
          notes: ["no JSON is read as this value by \(displayed(line.value.description))"])
      }
      node.replace(line.source, with: PayloadTree(json: made))
    }
    let given = values.map(\.line.source)
    for condition in conditions(of: type, by: mapping) where !given.contains(condition.source) {
      satisfy(condition, in: &node)
    }
  }

  /// Returns the conditions of the case that makes the type, if there is one.
  private func conditions(of type: MemberName, by mapping: ContractMapping) -> [CaseCondition] {
    guard type != mapping.typeName, let dispatch = mapping.dispatch else { return [] }
    let making = dispatch.cases.first { index.typeName(of: $0.use) == type }
    return (making?.conditions ?? []).filter {
      $0.source.base == .representation && !$0.source.steps.contains(.fanOut)
    }
  }

  private func satisfy(_ condition: CaseCondition, in node: inout PayloadTree) {
    let source = condition.source
    let found = node.value(at: source)
    switch condition {
    case .equals(_, let literal): node.replace(source, with: PayloadTree(json: literal.json))
    case .exists: if found == nil { node.replace(source, with: PayloadTree(json: "null")) }
    case .kind(_, let kind):
      if found?.document?.root.kind != kind {
        node.replace(source, with: PayloadTree(json: kind.simplest))
      }
    }
  }
}
