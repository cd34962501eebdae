import ContractModel
import JSONParsing

extension MappingPlanBuilder {
  // MARK: - Lines

  /// - Parameter allowsDots: Whether a dotted property is one of another object. At the root it is
  ///   a name like any other.
  mutating func compile(
    _ rule: PropertyRule, _ settings: MappingSettings, _ slots: SlotNumbers, allowsDots: Bool
  ) -> Int32 {
    let isOfExchange = rule.source.isOfExchange
    let options = rule.options
    let context = ValueContext(
      isLenient: settings.coercion == .lenient || isOfExchange, options: options, slots: slots)
    let value = compile(rule.value, context)
    let isPlain = rule.property?.names.count ?? 1 == 1 && options.assign == nil
    let compiled = PlanRule(
      source: source(rule.source, slots),
      property: rule.property.map { number(ofProperty: $0) } ?? -1,
      isDotted: allowsDots && rule.property?.names.count ?? 0 > 1,
      isRelationship: !rule.value.type.mappings.isEmpty,
      isOptional: rule.isOptional, value: value,
      defaultValue: rule.defaultValue.map { number(of: $0) } ?? -1,
      missing: options.missing ?? .keep,
      defaultsMissing: rule.defaultValue != nil && options.missing == nil,
      null: options.null ?? (rule.value.allowsNull ? .assign : .reject),
      assign: options.assign ?? .set, updatesInPlace: options.update == .inPlace,
      isSensitive: options.isSensitive ?? false,
      isConstant: options.isConstant ?? false, isSingle: rule.value.type.isSingle,
      plainKinds: isPlain ? parts.values[Int(value)].plainKinds : 0,
      takesPlainNumbers: isPlain && parts.values[Int(value)].takesPlainIntegers,
      isOfExchange: isOfExchange)
    parts.rules.append(compiled)
    parts.sourceRules.append(rule)
    return Int32(parts.rules.count - 1)
  }

  mutating func source(_ source: SourceKeyPath, _ slots: SlotNumbers) -> PlanSource {
    if case .parent = source.base { parts.usesParents = true }
    if source.isOfExchange { parts.usesExchange = true }
    parts.paths.append(source)
    let isItself = source.base == .representation && source.steps.isEmpty
    let start = isItself ? .itself : slots[source].map { PlanSource.Start.slot($0) } ?? .walk
    return PlanSource(start: start, path: Int32(parts.paths.count - 1))
  }

  // MARK: - Tables

  mutating func number(ofProperty property: PropertyPath) -> Int32 {
    if let index = propertyNumbers[property] { return index }
    let number = Int32(parts.properties.count)
    propertyNumbers[property] = number
    parts.properties.append(property)
    return number
  }

  mutating func number(of literal: Literal) -> Int32 {
    parts.literals.append(literal)
    return Int32(parts.literals.count - 1)
  }

  private mutating func number(of value: DefaultValue) -> Int32 {
    guard let document = try? JSONDocument(parsing: value.json) else { return -1 }
    parts.defaults.append(document)
    return Int32(parts.defaults.count - 1)
  }

  // MARK: - Values

  /// What of a line holds for all values in it.
  struct ValueContext {
    var isLenient: Bool
    var options: PropertyRule.Options
    var slots: SlotNumbers
  }

  private mutating func compile(_ rule: ValueRule, _ context: ValueContext) -> Int32 {
    let index = Int32(parts.values.count)
    parts.values.append(PlanValue(kind: .any, allowsNull: rule.allowsNull))
    parts.valueRules.append(rule)
    fill(index, rule, context)
    return index
  }

  private mutating func fill(_ index: Int32, _ rule: ValueRule, _ context: ValueContext) {
    var value = PlanValue(
      kind: kind(of: rule.type, context), allowsNull: rule.allowsNull, isLenient: context.isLenient,
      trims: context.options.trims ?? false, emptyString: context.options.emptyString,
      elements: context.options.elements ?? .fail)
    if case .scalar(let scalar) = rule.type {
      value.coercions = PlanRange(
        start: Int32(parts.coercions.count), count: Int32(scalar.coercions.count))
      parts.coercions += scalar.coercions
      for coercion in scalar.coercions {
        guard case .datePattern(let pattern, let zone) = coercion else { continue }
        parts.datePatterns[coercion] = DatePattern(pattern, zone: zone ?? .utc)
      }
    }
    value.constraints = PlanRange(
      start: Int32(parts.constraints.count), count: Int32(rule.constraints.count))
    for constraint in rule.constraints { append(constraint.value, index, context) }
    value.takesNull = rule.type.takesNull
    value.takesAnyJSON = rule.type.takesAnyJSON
    value.refusesEmptyText = rule.type.refusesEmptyText
    value.notePlainKinds(rule.type)
    parts.values[Int(index)] = value
  }

  private mutating func kind(of type: ValueType, _ context: ValueContext) -> PlanValue.Kind {
    switch type {
    case .scalar(let scalar): return Self.kind(of: scalar.name)
    case .literal(let literal): return .literal(number(of: literal))
    case .mapping(let name): return number(ofMapping: name.value).map { .mapping($0) } ?? .any
    case .array(let element): return .array(compile(element, context))
    case .set(let element): return .set(compile(element, context))
    case .dictionary(let element): return .dictionary(compile(element, context))
    case .keyed(let property, let name):
      let element = compile(ValueRule(.mapping(name)), context)
      return .keyed(property: number(ofProperty: property), element: element)
    case .union(let types):
      // Alternatives have no parts of their own, so they can lie one after the other.
      let start = Int32(parts.values.count)
      for type in types { _ = compile(ValueRule(type), context) }
      return .union(PlanRange(start: start, count: Int32(types.count)))
    }
  }

  private static func kind(of name: ScalarName) -> PlanValue.Kind {
    switch name {
    case .string: .string
    case .bool: .bool
    case .int, .int64: .int(bits: 64)
    case .int8: .int(bits: 8)
    case .int16: .int(bits: 16)
    case .int32: .int(bits: 32)
    case .uint, .uint64: .uint(bits: 64)
    case .uint8: .uint(bits: 8)
    case .uint16: .uint(bits: 16)
    case .uint32: .uint(bits: 32)
    case .double: .double
    case .float: .float
    case .decimal: .decimal
    case .date: .date
    case .url: .url
    case .uuid: .uuid
    case .data: .data
    case .any: .any
    }
  }

  // MARK: - Constraints

  private mutating func append(
    _ constraint: Constraint, _ value: Int32, _ context: ValueContext
  ) {
    let test: PlanConstraint.Test
    switch constraint {
    case .range(let range): test = Self.test(range)
    case .count(let range, _): test = .count(range.lower, range.upper ?? .max)
    case .length(let range, _): test = .length(range.lower, range.upper ?? .max)
    case .matches: test = .matches
    case .unique: test = .unique
    case .equals(let source): test = .equals(self.source(source, context.slots))
    }
    parts.constraints.append(PlanConstraint(source: value, test: test))
  }

  private static func test(_ range: NumberRange) -> PlanConstraint.Test {
    let lower = range.lower.map { $0.int64.exactValue } ?? .min
    let upper = range.upper.map { $0.int64.exactValue } ?? .max
    guard let lower, let upper else { return .decimalRange }
    return .range(lower, upper)
  }
}

extension ValueType {
  /// Whether it is one value and no collection.
  fileprivate var isSingle: Bool {
    switch self {
    case .scalar(let scalar): scalar.name != .any
    case .literal, .mapping, .union: true
    case .array, .set, .dictionary, .keyed: false
    }
  }

  fileprivate var takesNull: Bool {
    switch self {
    case .literal(let literal): literal == .null
    case .union(let types): types.contains(where: \.takesNull)
    default: false
    }
  }

  fileprivate var refusesEmptyText: Bool {
    switch self {
    case .scalar(let scalar): scalar.name != .string && scalar.name != .any
    case .literal(let literal): literal != .string("")
    case .union(let types): types.allSatisfy(\.refusesEmptyText)
    default: true
    }
  }
}

extension DefaultValue {
  fileprivate var json: String {
    switch self {
    case .emptyArray: "[]"
    case .literal(.string(let text)): MappedText.json(text.text)
    case .literal(let literal): literal.description
    }
  }
}

extension PlanValue {
  /// Notes which nodes are values of the type without a further look.
  fileprivate mutating func notePlainKinds(_ type: ValueType) {
    guard constraints.isEmpty, coercions.isEmpty, case .scalar(let scalar) = type else { return }
    let isTextual = !trims && emptyString == nil
    switch scalar.name {
    case .string where isTextual: plainKinds = Self.bits(.plainString, .escapedString)
    case .bool: plainKinds = Self.bits(.true, .false)
    case .any where isTextual: plainKinds = ~Self.bits(.null)
    case .int, .int64, .uint, .uint64, .decimal: takesPlainIntegers = true
    case .double: (takesPlainIntegers, takesPlainReals) = (true, true)
    default: break
    }
  }

  private static func bits(_ kinds: TapeKind...) -> UInt16 {
    kinds.reduce(0) { $0 | 1 << UInt16($1.rawValue) }
  }
}
