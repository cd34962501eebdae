import ContractModel
import Generation
import JSONParsing
import MappingEngine

extension PayloadMaker {
  /// Objects in an object; `nil`, if the value is of another type.
  mutating func nested(
    _ value: PropertyValue, _ rule: ValueRule, in base: PayloadNode?, at path: InstancePath
  ) throws -> PayloadNode? {
    if value == .null { return rule.allowsNull ? .null : nil }
    switch (rule.type, value) {
    case (.mapping(let name), .object(let values)):
      guard let mapping = index[name.value] else { return nil }
      // What is cut off in the canonical payload, as recursion is, starts anew.
      let base = if case .object? = base { base } else { PayloadNode?.none }
      return try object(mapping, type: nil, values, in: base, at: path)
    case (.array(let element), .array(let values)), (.set(let element), .array(let values)):
      let bases = canonicalElements(element, values.count)
      var nodes: [PayloadNode] = []
      for (position, value) in values.enumerated() {
        let base = position < bases.count ? bases[position] : nil
        let path = path.appending(.element(position))
        guard let node = try nested(value, element, in: base, at: path) else { return nil }
        nodes.append(node)
      }
      return .array(nodes)
    case (.dictionary(let element), .object(let values)):
      return try entries(values, element, at: path)
    case (.keyed(_, let mapping), .object(let values)):
      return try entries(values, ValueRule(.mapping(mapping)), at: path)
    default: return nil
    }
  }

  private mutating func entries(
    _ values: PropertyValues, _ element: ValueRule, at path: InstancePath
  ) throws -> PayloadNode? {
    var members: [(name: MemberName, value: PayloadNode)] = []
    for entry in values.entries {
      let path = path.appending(.member(entry.name))
      guard let node = try nested(entry.value, element, in: nil, at: path) else { return nil }
      members.append((entry.name, node))
    }
    return .object(members)
  }

  /// As many elements as that, each with an identity of its own.
  private func canonicalElements(_ element: ValueRule, _ count: Int) -> [PayloadNode] {
    guard count > 0, let number = JSONNumber(String(count)) else { return [] }
    let exactly = Constraint.count(
      CountRange(lower: count, upper: count), written: NumberRange(lower: number, upper: number))
    let rule = ValueRule(.array(of: element), constraints: [Located(exactly)])
    return contract.canonicalPayload(of: rule)?.root.elements.map { PayloadNode($0) } ?? []
  }
}
