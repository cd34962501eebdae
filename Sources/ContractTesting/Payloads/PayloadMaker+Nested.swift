import ContractModel
import Generation
import JSONParsing
import MappingEngine

extension PayloadMaker {
  /// Returns the payload of a body; `nil` if the value has another type.
  mutating func body(
    _ body: Endpoint.Body, of target: ContractExample.Target, _ value: PropertyValue
  ) throws -> PayloadTree? {
    var payloads = CanonicalPayloads(contract)
    let base = payloads.payload(of: target).map { PayloadTree($0) }
    switch body {
    case .absent: return nil
    case .value(let type):
      var value = value
      switch (type.type, value) {
      case (.array, .object), (.set, .object): value = .array([value])
      default: break
      }
      return try nested(value, type, in: base, at: InstancePath())
    case .map(let lines):
      guard case .object(let values) = value, var node = base else { return nil }
      for entry in values.entries { try place(entry, by: lines, in: &node) }
      return node
    }
  }

  /// Puts a value where the line of an endpoint reads it.
  private mutating func place(
    _ entry: PropertyValues.Entry, by lines: [PropertyLine], in node: inout PayloadTree
  ) throws {
    let named = lines.first { MemberName($0.property?.description ?? "") == entry.name }
    let path = InstancePath().appending(.member(entry.name))
    guard let line = named else {
      let names = lines.compactMap { $0.property?.description }
      throw TestSetupError(
        "the endpoint has no property \(quoted(entry.name.text))",
        notes: didYouMean(entry.name.text, among: names).map { [$0] } ?? [])
    }
    let base = node.value(at: line.source)
    guard let made = try nested(entry.value, line.value, in: base, at: path) else {
      throw TestSetupError(
        "the property \(quoted(entry.name.text)): expected \(displayed(line.value.description)), "
          + "found \(entry.value.foundText)")
    }
    node.replace(line.source, with: made)
  }

  /// Returns the JSON of an object in an object; `nil` if the value has another type.
  mutating func nested(
    _ value: PropertyValue, _ type: ConstrainedType, in base: PayloadTree?, at path: InstancePath
  ) throws -> PayloadTree? {
    if value == .null { return type.allowsNull ? value.tree : nil }
    switch (type.type, value) {
    case (.mapping(let name), .object(let values)):
      guard let mapping = index[name.value] else { return nil }
      // If the canonical payload cuts recursion here, a new object is started.
      let isObject = base?.nodes[0].kind == .object
      return try object(mapping, type: nil, values, in: isObject ? base : nil, at: path)
    case (.array(let element), .array(let values)), (.set(let element), .array(let values)):
      let bases = canonicalElements(element, values.count)
      var nodes: [PayloadTree] = []
      for (position, value) in values.enumerated() {
        let base = position < bases.count ? bases[position] : nil
        let path = path.appending(.element(position))
        guard let node = try nested(value, element, in: base, at: path) else { return nil }
        nodes.append(node)
      }
      return PayloadTree(list: nodes)
    case (.dictionary(let element), .object(let values)):
      return try entries(values, element, at: path)
    case (.keyed(_, let mapping), .object(let values)):
      return try entries(values, ConstrainedType(.mapping(mapping)), at: path)
    default: return nil
    }
  }

  private mutating func entries(
    _ values: PropertyValues, _ element: ConstrainedType, at path: InstancePath
  ) throws -> PayloadTree? {
    var members: [(name: String, value: PayloadTree)] = []
    for entry in values.entries {
      let path = path.appending(.member(entry.name))
      guard let node = try nested(entry.value, element, in: nil, at: path) else { return nil }
      members.append((entry.name.text, node))
    }
    return PayloadTree(members: members)
  }

  /// Returns the given number of elements, each with its own identity.
  private func canonicalElements(_ element: ConstrainedType, _ count: Int) -> [PayloadTree] {
    guard count > 0, let number = JSONNumber(String(count)) else { return [] }
    let exactly = Constraint.count(
      CountRange(lower: count, upper: count), written: NumberRange(lower: number, upper: number))
    let type = ConstrainedType(.array(of: element), constraints: [Located(exactly)])
    return contract.canonicalPayload(of: type)?.root.elements.map { PayloadTree($0) } ?? []
  }
}
