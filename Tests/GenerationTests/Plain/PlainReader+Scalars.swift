import ContractModel
import JSONParsing

extension PlainReader {
  /// Reads a value other than an object of a mapping or a collection: its type, constraints and
  /// equality.
  mutating func readScalar(
    _ rule: ConstrainedType, _ value: JSONValue, _ place: PlainPlace
  ) -> PlainOutcome {
    let text = scalarText(value, place)
    if let text, text.isEmpty {
      if place.line.options.emptyString == .null { return .null }
      if place.line.options.emptyString == .fail { return .failed(.cannotCoerce) }
    }
    var worst = RuleID.wrongType
    for type in rule.type.alternatives {
      guard let broken = broken(type, value, text, place) else {
        return readConstraints(rule, as: type, value, text, place)
      }
      if worst == .wrongType || broken == .outOfRange { worst = broken }
    }
    return .failed(worst)
  }

  /// Returns a string's text, trimmed if the line says so.
  private func scalarText(_ value: JSONValue, _ place: PlainPlace) -> String? {
    place.line.options.trims == true ? value.string.map(trimmed) : value.string
  }

  /// Returns the rule that a value breaks by its type alone; `nil` if it has the type.
  private mutating func broken(
    _ type: ValueType, _ value: JSONValue, _ text: String?, _ place: PlainPlace
  ) -> RuleID? {
    switch type {
    case .literal(.string(let wanted)) where text != nil:
      return MemberName(text ?? "") == wanted ? nil : .notACase
    case .literal(let literal):
      if literal.matches(value) { return nil }
      return literal.kind == value.kind ? .notACase : .wrongType
    case .scalar(let scalar):
      if scalar.name == .any, scalar.coercions.isEmpty { return nil }
      return broken(scalar, value, text, place)
    default: return .wrongType
    }
  }

  private mutating func broken(
    _ scalar: ScalarType, _ value: JSONValue, _ text: String?, _ place: PlainPlace
  ) -> RuleID? {
    // The values of a request are texts, so they are read leniently.
    let isLenient = place.scope.isLenient || place.line.source.base.isOfExchange
    let isListed = !scalar.coercions.isEmpty
    let ways = isListed ? scalar.coercions : scalar.name.ways(isLenient: isLenient)
    var first: RuleID?
    for way in ways where way.takes(value.kind, scalar.name) {
      let isLenientDate = scalar.name == .date && !isListed && isLenient
      let broken = PlainScalar(scalar.name, way, isLenientDate: isLenientDate)
        .broken(by: value, text: text, &isUndecided)
      guard let broken else { return nil }
      first = broken == .outOfRange ? broken : first ?? broken
    }
    return first ?? .wrongType
  }

  // MARK: - Constraints

  private mutating func readConstraints(
    _ rule: ConstrainedType, as type: ValueType, _ value: JSONValue, _ text: String?,
    _ place: PlainPlace
  ) -> PlainOutcome {
    for constraint in rule.constraints {
      if let broken = broken(constraint.value, as: type, value, text) { return .failed(broken) }
    }
    for case .equals(let source) in rule.constraints.map(\.value) {
      if source.base.isOfExchange { continue }
      guard case .value(let other, _) = follow(source, place.scope),
        says(value, text, sameAs: other)
      else { return .failed(.notACase) }
    }
    return .fits
  }

  private func broken(
    _ constraint: Constraint, as type: ValueType, _ value: JSONValue, _ text: String?
  ) -> RuleID? {
    let said = text ?? value.number?.text
    switch constraint {
    case .range(let range):
      guard type.isPlainNumber(value.kind), let number = number(value, text) else { return nil }
      return range.contains(number) ? nil : .outOfRange
    case .length(let range, _):
      guard type.isPlainText(value.kind), let said else { return nil }
      return range.contains(said.unicodeScalars.count) ? nil : .badLength
    case .matches(let pattern):
      guard type.isPlainText(value.kind), let said else { return nil }
      return pattern.matches(said) ? nil : .badFormat
    case .count, .unique, .equals: return nil
    }
  }

  private func number(_ value: JSONValue, _ text: String?) -> JSONNumber? {
    value.number ?? text.flatMap { JSONNumber($0.hasPrefix("+") ? String($0.dropFirst()) : $0) }
  }

  /// Texts and numbers are compared by their meaning.
  private func says(_ value: JSONValue, _ text: String?, sameAs other: JSONValue) -> Bool {
    if let mine = number(value, text), let theirs = number(other, other.string) {
      return mine.isNumericallyEqual(to: theirs)
    }
    if value.kind == .bool || value.kind == .null {
      return value.kind == other.kind && value.bool == other.bool
    }
    guard let mine = text ?? value.number?.text, let theirs = other.string ?? other.number?.text
    else { return false }
    return MemberName(mine) == MemberName(theirs)
  }

  // MARK: - Meanings of values

  /// Returns a text that equal values of a type share, and that differs for different values.
  mutating func said(_ value: JSONValue, _ rule: ConstrainedType, _ place: PlainPlace) -> String {
    switch rule.type {
    case .array(let element), .set(let element):
      // A single value is read as an array of one.
      guard value.kind == .array else { return "[" + said(value, element, place) + "]" }
      return "[" + value.elements.map { said($0, element, place) }.joined(separator: ",") + "]"
    case .mapping(let name): return said(object: value, name.value, place) ?? Self.json(value)
    case .dictionary, .keyed: return Self.json(value)
    case .scalar(let scalar) where scalar.name == .any: return Self.json(value)
    case .scalar(let scalar):
      let text = scalarText(value, place)
      return PlainScalar.said(value, text, as: scalar) ?? Self.json(value)
    case .union(let types) where types.contains { $0.isPlainContainer }:
      let isList = value.kind == .array
      let type = types.first { ($0.element != nil) == isList } ?? types[0]
      return said(value, ConstrainedType(type), place)
    case .literal, .union:
      return scalarText(value, place).map { "\"\($0)" } ?? Self.json(value)
    }
  }

  /// Returns the canonical text of an object: its identity, or the values that its lines read.
  private mutating func said(
    object value: JSONValue, _ name: MemberName, _ place: PlainPlace
  ) -> String? {
    guard value.kind == .object, let mapping = contract[name], mapping.dispatch == nil else {
      return nil
    }
    var scope = PlainScope(value, mapping)
    scope.holders = place.scope.holders + [value]
    let lines = mapping.identity.compactMap { property in
      mapping.lines.first { $0.property == property }
    }
    let identity = lines.compactMap { line in
      if case .value(let part, _) = follow(line.source, scope), !part.isNull {
        said(part, line.value, PlainPlace(line: line, scope: scope))
      } else {
        String?.none
      }
    }
    if !identity.isEmpty, identity.count == mapping.identity.count {
      return "#" + identity.joined(separator: "#")
    }
    let parts = mapping.lines.map { line in
      let inner = PlainPlace(line: line, scope: scope)
      switch follow(line.source, scope) {
      case .value(let part, _): return said(part, line.value, inner)
      case .collected(let all, _): return said(all, line.value.type.element ?? line.value, inner)
      case .elsewhere, .missing, .blocked: return "-"
      }
    }
    return "{" + parts.joined(separator: ",") + "}"
  }

  private mutating func said(
    _ all: [PlainFound], _ element: ConstrainedType, _ place: PlainPlace
  ) -> String {
    let parts = all.map { one in
      if case .value(let value, _) = one { said(value, element, place) } else { "-" }
    }
    return "(" + parts.joined(separator: ",") + ")"
  }

  private static func json(_ value: JSONValue) -> String {
    switch value.kind {
    case .array: return "[" + value.elements.map(json).joined(separator: ",") + "]"
    case .object:
      let members = value.members.filter { value[$0.name.text]?.node == $0.value.node }
        .sorted { $0.name < $1.name }
      return "{"
        + members.map { quoted($0.name.text) + ":" + json($0.value) }
        .joined(separator: ",") + "}"
    case .string: return "\"" + (value.string ?? "")
    case .number: return value.number.flatMap(PlainScalar.digits) ?? value.rawText
    case .bool, .null: return value.rawText
    }
  }
}

extension ValueType {
  /// Whether a value of this kind becomes a text.
  fileprivate func isPlainText(_ kind: JSONKind) -> Bool {
    switch self {
    case .scalar(let scalar): scalar.name == .string || scalar.name == .url
    case .literal: kind == .string
    default: false
    }
  }

  /// Whether a value of this kind becomes a number.
  fileprivate func isPlainNumber(_ kind: JSONKind) -> Bool {
    switch self {
    case .scalar(let scalar): scalar.name.isPlainNumber
    case .literal: kind == .number
    default: false
    }
  }
}
