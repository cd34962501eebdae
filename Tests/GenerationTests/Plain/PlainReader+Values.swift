import ContractModel
import JSONParsing

/// The line and scope of a value. The content of the value has the same ones, with another level.
struct PlainPlace {
  var line: PlainLine
  var scope: PlainScope
  /// The number of the line's collections around the value.
  var level = 0
  /// Whether a mapping whose case delegated the representation found one of its keys.
  var isRecognized = false

  init(line: PlainLine, scope: PlainScope) { (self.line, self.scope) = (line, scope) }
}

/// The result of reading a value.
enum PlainOutcome {
  case fits
  /// An empty text that stands for null.
  case null
  /// The value is omitted. If that is wrong, it was reported.
  case leftOut
  /// The rule that the value breaks; `nil` if that was reported inside of the value.
  case failed(RuleID?)
}

/// The elements of a collection that were read so far.
struct PlainElements {
  let collection: ConstrainedType
  let rule: ConstrainedType
  var hasFailed = false
  var said: Set<MemberName> = []
  var duplicateCount = 0

  init(_ collection: ConstrainedType, _ rule: ConstrainedType) {
    (self.collection, self.rule) = (collection, rule)
  }

  var isSet: Bool { if case .set = collection.type { true } else { false } }
  var isUnique: Bool { collection.constraints.contains { $0.value == .unique } }
}

extension PlainReader {
  mutating func read(_ rule: ConstrainedType, _ value: JSONValue, _ place: PlainPlace)
    -> PlainOutcome
  {
    if place.level == 0, let policy = place.line.options.emptyArray, value.kind == .array,
      value.elements.isEmpty
    {
      return readEmptyArray(policy, rule, value)
    }
    switch rule.type {
    case .mapping(let name):
      return readEmptyText(value, place) ?? readObject(name.value, value, place)
    case .array(let element), .set(let element):
      return readArray(rule, element, value, place)
    case .dictionary(let element): return readMembers(rule, element, value, nil, place)
    case .keyed(let property, let name):
      return readMembers(rule, ConstrainedType(.mapping(name)), value, property, place)
    case .union(let types) where types.contains { $0.isPlainContainer }:
      let isList = value.kind == .array
      guard isList || value.kind == .object else {
        return readEmptyText(value, place) ?? .failed(.wrongType)
      }
      let type = types.first { ($0.element != nil) == isList } ?? rule.type
      return read(ConstrainedType(type), value, place)
    case .scalar, .literal, .union: return readScalar(rule, value, place)
    }
  }

  /// Returns the result of an empty text in place of an object; `nil` if it is read like any other
  /// text.
  private func readEmptyText(_ value: JSONValue, _ place: PlainPlace) -> PlainOutcome? {
    guard let text = value.string, text.isEmpty else { return nil }
    switch place.line.options.emptyString {
    case .null: return .null
    case .fail: return .failed(.wrongType)
    case .value, nil: return nil
    }
  }

  /// Returns the result of an empty array in place of an object. The contract says nothing about an
  /// empty object, except by the count of a dictionary.
  private func readEmptyArray(
    _ policy: PropertyLine.EmptyArrayPolicy, _ rule: ConstrainedType, _ value: JSONValue
  ) -> PlainOutcome {
    if policy == .null { return .null }
    if case .mapping = rule.type { return .leftOut }
    return finish(PlainElements(rule, rule), count: 0)
  }

  // MARK: - Collections

  private mutating func readArray(
    _ rule: ConstrainedType, _ element: ConstrainedType, _ value: JSONValue, _ place: PlainPlace
  ) -> PlainOutcome {
    var elements = PlainElements(rule, element)
    var inner = place
    guard value.kind == .array else {
      guard place.scope.isLenient, value.kind != .object || element.type.takesObjects else {
        return .failed(.wrongType)
      }
      inner.scope.position = 0
      read(value, &elements, inner)
      return finish(elements, count: 1)
    }
    inner.level += 1
    for (position, one) in value.elements.enumerated() {
      inner.scope.position = position
      read(one, &elements, inner)
    }
    return finish(elements, count: value.elements.count)
  }

  private mutating func readMembers(
    _ rule: ConstrainedType, _ element: ConstrainedType, _ value: JSONValue,
    _ property: PropertyPath?,
    _ place: PlainPlace
  ) -> PlainOutcome {
    guard value.kind == .object else { return .failed(.wrongType) }
    var elements = PlainElements(rule, element)
    var inner = place
    inner.level += 1
    var names: Set<MemberName> = []
    for member in value.members { names.insert(member.name) }
    var position = 0
    for member in value.members where value[member.name.text]?.node == member.value.node {
      inner.scope.position = position
      inner.scope.key = property.map { ($0, member.name) }
      read(member.value, &elements, inner)
      position += 1
    }
    return finish(elements, count: names.count)
  }

  mutating func read(_ value: JSONValue, _ elements: inout PlainElements, _ place: PlainPlace) {
    if value.isNull, !elements.rule.type.takesNull {
      return refuseNull(value, &elements, place)
    }
    let isLossy = place.line.options.elements ?? .fail != .fail
    let before = self
    let text = MemberName(
      elements.isSet || elements.isUnique ? said(value, elements.rule, place) : "")
    let isRepeated =
      (elements.isSet || elements.isUnique) && !elements.said.insert(text).inserted
    if isRepeated, elements.isSet {
      elements.duplicateCount += 1
      if case .mapping(let name) = elements.rule.type,
        contract[name.value]?.identity.isEmpty == false
      {
        _ = read(elements.rule, value, place)
      }
      if isLossy, reportCount > before.reportCount { self = before }
      return
    }
    let outcome = read(elements.rule, value, place)
    var isBad = reportCount > before.reportCount
    if case .failed = outcome { isBad = true }
    if isLossy, isBad {
      // The element counts as absent (§ 21).
      self = before
      if !isRepeated { elements.said.remove(text) }
      return
    }
    if isRepeated { elements.duplicateCount += 1 }
    switch outcome {
    case .fits, .leftOut: break
    case .null: refuseNull(value, &elements, place)
    case .failed(let rule): refuse(rule, value, &elements, place)
    }
  }

  private mutating func refuseNull(
    _ value: JSONValue, _ elements: inout PlainElements, _ place: PlainPlace
  ) {
    guard elements.rule.allowsNull else { return refuse(.nullValue, value, &elements, place) }
    if place.scope.isRoot { mappedCount += 1 }
  }

  private mutating func refuse(
    _ rule: RuleID?, _ value: JSONValue, _ elements: inout PlainElements, _ place: PlainPlace
  ) {
    guard place.line.options.elements ?? .fail == .fail else { return }
    elements.hasFailed = true
    if let rule { report(rule, value) }
  }

  func finish(_ elements: PlainElements, count: Int) -> PlainOutcome {
    if elements.hasFailed { return .failed(nil) }
    for constraint in elements.collection.constraints {
      switch constraint.value {
      case .count(let range, _):
        let distinct = elements.isSet ? count - elements.duplicateCount : count
        if !range.contains(distinct) { return .failed(.badCount) }
      case .unique: if elements.duplicateCount > 0 { return .failed(.notUnique) }
      default: break
      }
    }
    return .fits
  }
}

extension ValueType {
  /// Whether the type is a union of an object and a list of such objects.
  var isPlainContainer: Bool {
    switch self {
    case .mapping, .array, .set, .dictionary, .keyed: true
    case .scalar, .literal, .union: false
    }
  }

  /// Whether the type accepts objects.
  fileprivate var takesObjects: Bool {
    switch self {
    case .mapping, .dictionary, .keyed: true
    case .scalar(let scalar): scalar.name == .any
    default: false
    }
  }
}
