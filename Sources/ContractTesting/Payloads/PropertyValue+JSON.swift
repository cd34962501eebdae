import ContractModel
import JSONParsing
import MappingEngine

extension PropertyValue {
  /// The value as JSON: dates in ISO 8601, data in base64.
  var node: PayloadNode {
    switch self {
    case .null: return .null
    case .array(let elements): return .array(elements.map(\.node))
    case .object(let values): return values.node
    default:
      var writer = JSONWriter()
      writeScalar(to: &writer)
      return .text(writer.text)
    }
  }
}

extension PropertyValues {
  /// The properties as a JSON object.
  var node: PayloadNode { .object(entries.map { (name: $0.name, value: $0.value.node) }) }
}

extension PayloadNode {
  init(_ value: JSONValue) {
    switch value.kind {
    case .array: self = .array(value.elements.map { PayloadNode($0) })
    case .object:
      self = .object(
        value.members.map { (name: MemberName($0.name.text), value: PayloadNode($0.value)) })
    default: self = .text(value.rawText)
    }
  }

  /// Puts a value where a source key path leads, in place of what is there.
  mutating func replace(_ path: SourceKeyPath, with value: PayloadNode) {
    replace(path.steps[...], with: value, ArrayPlaces([path]).elements(of: path))
  }

  private mutating func replace(
    _ steps: ArraySlice<SourceKeyPath.Step>, with value: PayloadNode, _ elements: Set<Int> = []
  ) {
    guard case .segment(let name)? = steps.first else { return merge(value) }
    guard case .object(var members) = self,
      let index = members.firstIndex(where: { $0.name == name })
    else {
      if case .text = self { self = .object([]) }
      return place(value, steps, elements)
    }
    if steps.count == 1 {
      members[index].value = value
    } else {
      members[index].value.replace(steps.dropFirst(), with: value, elements)
    }
    self = .object(members)
  }

  /// Takes another value, of objects its members.
  private mutating func merge(_ value: PayloadNode) {
    guard case .object = self, case .object(let members) = value else {
      self = value
      return
    }
    for member in members { replace([.segment(member.name)], with: member.value) }
  }

  /// Takes the member away that a source key path leads to.
  mutating func remove(_ steps: ArraySlice<SourceKeyPath.Step>) {
    guard case .segment(let name)? = steps.first, case .object(var members) = self,
      let index = members.firstIndex(where: { $0.name == name })
    else { return }
    if steps.count == 1 {
      members.remove(at: index)
    } else {
      members[index].value.remove(steps.dropFirst())
    }
    self = .object(members)
  }
}
