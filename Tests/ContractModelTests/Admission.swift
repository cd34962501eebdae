import ContractModel
import JSONParsing

/// A second, smaller reading of what a contract admits, for testing canonical payloads: no coercion
/// profile, no key styles, no events.
struct Admission {
  private let contract: Contract

  init(_ contract: Contract) { self.contract = contract }

  /// Why a value does not fit; nothing, if it does.
  func refusals(of value: JSONValue?, by rule: ValueRule) -> [String] {
    guard let value else { return ["there is no \(rule)"] }
    if value.isNull, rule.allowsNull { return [] }
    return refusals(of: value, type: rule.type)
      + rule.constraints.map(\.value).filter { !keeps(value, $0) }.map { "\(value.rawText): \($0)" }
  }

  private func refusals(of value: JSONValue, type: ValueType) -> [String] {
    switch type {
    case .scalar(let scalar):
      return Self.kinds(of: scalar).contains(value.kind) ? [] : ["\(value.rawText): \(scalar)"]
    case .literal(let literal):
      return literal.matches(value) ? [] : ["\(value.rawText): \(literal)"]
    case .mapping(let name): return refusals(of: value, mapping: name.value)
    case .array(let element), .set(let element):
      let kind = value.kind == .array ? [] : ["\(value.rawText) is no array"]
      return kind + value.elements.flatMap { refusals(of: $0, by: element) }
    case .dictionary(let element):
      let kind = value.kind == .object ? [] : ["\(value.rawText) is no object"]
      return kind + value.members.flatMap { refusals(of: $0.value, by: element) }
    case .keyed(_, let name):
      return value.members.flatMap { refusals(of: $0.value, mapping: name.value) }
    case .union(let types):
      let refusals = types.map { self.refusals(of: value, type: $0) }
      return refusals.contains([]) ? [] : refusals.flatMap { $0 }
    }
  }

  private static func kinds(of scalar: ScalarType) -> [JSONKind] {
    if !scalar.coercions.isEmpty {
      return scalar.coercions.flatMap { coercion -> [JSONKind] in
        switch coercion {
        case .number, .seconds, .milliseconds: [.number]
        case .bool: [.bool]
        case .custom: JSONKind.allCases
        default: [.string]
        }
      }
    }
    switch scalar.name {
    case .string, .date, .url, .uuid, .data: return [.string]
    case .bool: return [.bool]
    case .any: return JSONKind.allCases
    default: return [.number]
    }
  }

  private func keeps(_ value: JSONValue, _ constraint: Constraint) -> Bool {
    switch constraint {
    case .range(let range):
      let number = value.number ?? value.string.flatMap { JSONNumber($0) }
      return number.map(range.contains) ?? true
    case .count(let range, _): return range.contains(max(value.elements.count, value.members.count))
    case .length(let range, _):
      return value.string.map { range.contains($0.unicodeScalars.count) } ?? true
    case .matches(let pattern): return value.string.map(pattern.matches) ?? true
    case .unique: return Set(value.elements.map(\.rawText)).count == value.elements.count
    case .equals: return true
    }
  }

  // MARK: - Objects

  private func refusals(of value: JSONValue, mapping name: MemberName) -> [String] {
    guard let mapping = mapping(name) else { return ["there is no \(name)"] }
    var rules = mapping.rules
    var base = mapping.extends
    while let next = base.flatMap({ self.mapping($0.value) }) {
      rules += next.rules
      base = next.extends
    }
    guard let dispatch = mapping.dispatch else { return refusals(of: value, by: rules) }
    guard let fitting = dispatch.cases.first(where: { fits(value, $0) }) else {
      return ["\(value.rawText): no case of \(name)"]
    }
    switch fitting.use {
    case .rules(let added): rules += added
    case .name(let other):
      if self.mapping(other.value) != nil, other.value != name {
        return refusals(of: value, mapping: other.value)
      }
    }
    return refusals(of: value, by: rules)
  }

  private func fits(_ value: JSONValue, _ rule: CaseRule) -> Bool {
    rule.conditions.allSatisfy { condition in
      // What is outside of the representation is not the representation's to satisfy.
      guard condition.source.base == .representation else { return true }
      let found = Self.values(at: condition.source.steps[...], in: value)
      switch condition {
      case .equals(_, let literal): return found.contains { literal.matches($0) }
      case .exists: return !found.isEmpty
      case .kind(_, let kind): return found.contains { $0.kind == kind }
      }
    }
  }

  private func mapping(_ name: MemberName) -> ContractMapping? {
    (contract.mappings + contract.includedMappings).first { $0.name == name }
  }

  func refusals(of value: JSONValue, by rules: [PropertyRule]) -> [String] {
    rules.filter { $0.source.base == .representation }.flatMap { rule -> [String] in
      let found = Self.values(at: rule.source.steps[...], in: value)
      if rule.source.steps.contains(.fanOut) { return refusals(collected: found, by: rule) }
      if found.isEmpty, rule.isOptional { return [] }
      if rule.options.example != nil { return [] }
      return refusals(of: found.first, by: rule.value)
    }
  }

  private static func values(
    at steps: ArraySlice<SourceKeyPath.Step>, in value: JSONValue
  ) -> [JSONValue] {
    guard let step = steps.first else { return [value] }
    switch step {
    case .fanOut: return value.elements.flatMap { values(at: steps.dropFirst(), in: $0) }
    case .segment(let name):
      let next =
        value.kind == .array
        ? SourceKeyPath.index(name).flatMap { value[$0] } : value[name.text]
      return next.map { values(at: steps.dropFirst(), in: $0) } ?? []
    }
  }

  /// What is found in every element is the array that the line's type speaks of.
  private func refusals(collected values: [JSONValue], by rule: PropertyRule) -> [String] {
    guard case .array(let element) = rule.value.type else {
      return values.isEmpty ? ["nothing at \(rule.source)"] : []
    }
    let array = "[" + values.map(\.rawText).joined(separator: ",") + "]"
    let document = try? JSONDocument(parsing: array)
    return refusals(
      of: document?.root, by: ValueRule(.array(of: element), constraints: rule.value.constraints))
  }
}
