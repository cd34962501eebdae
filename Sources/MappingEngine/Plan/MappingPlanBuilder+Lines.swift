import ContractModel
import JSONParsing

extension MappingPlanBuilder {
  // MARK: - Lines

  /// - Parameter holders: The names of properties after which a dot leads to another object. A dot
  ///   after any other is a part of the name.
  mutating func compile(
    _ line: PropertyLine, _ settings: MappingSettings, _ tree: PlaceTree?,
    holders: Set<MemberName> = []
  ) -> Int32 {
    let isOfExchange = line.source.isOfExchange
    let options = line.options
    let context = ValueContext(
      isLenient: settings.coercion == .lenient || line.source.base.isOfTexts, options: options,
      tree: tree)
    let value = compile(line.value, context)
    tables.values[value].emptyArray = options.emptyArray
    let isPlain = line.property?.names.count ?? 1 == 1 && options.assign == nil
    let compiled = PlanLine(
      source: source(line.source, tree),
      property: line.property.map { number(ofProperty: $0) } ?? -1,
      isDotted: line.property.map { $0.names.count > 1 && holders.contains($0.names[0]) } ?? false,
      isRelationship: !line.value.type.mappings.isEmpty,
      isOptional: line.isOptional, value: value,
      defaultValue: line.defaultValue.map { number(of: $0) } ?? -1,
      missing: options.missing ?? .keep,
      defaultsMissing: line.defaultValue != nil && options.missing == nil,
      null: line.nullPolicy,
      assign: options.assign ?? .set, updatesInPlace: options.update == .inPlace,
      isSensitive: options.isSensitive ?? false,
      isConstant: options.isConstant ?? false, isSingle: line.value.type.isSingle,
      plainKinds: isPlain ? tables.values[value].plainKinds : 0,
      takesPlainNumbers: isPlain && tables.values[value].takesPlainIntegers,
      takesPlainTexts: isPlain && tables.values[value].takesPlainTexts,
      isOfExchange: isOfExchange)
    tables.sourceLines.append(line)
    return tables.append(compiled, to: \.lines)
  }

  mutating func source(_ source: SourceKeyPath, _ tree: PlaceTree?) -> PlanSource {
    if case .parent = source.base { tables.usesParents = true }
    if source.isOfExchange { tables.usesExchange = true }
    if [.requestBody, .requestForm].contains(source.base) { tables.usesRequestBody = true }
    var start = tree?.slot(of: source).map { PlanSource.Start.slot($0) } ?? .walk
    if source == .representation { start = .itself }
    return PlanSource(start: start, path: tables.append(source, to: \.paths))
  }

  // MARK: - Tables

  mutating func number(ofProperty property: PropertyPath) -> Int32 {
    if let index = propertyNumbers[property] { return index }
    let number = tables.append(property, to: \.properties)
    propertyNumbers[property] = number
    return number
  }

  private mutating func number(of value: DefaultValue) -> Int32 {
    guard let document = try? JSONDocument(parsing: value.json) else { return -1 }
    return tables.append(document, to: \.defaults)
  }

  // MARK: - Values

  /// The part of a line that applies to all values in it.
  struct ValueContext {
    var isLenient: Bool
    var options: PropertyLine.Options
    var tree: PlaceTree?
  }

  private mutating func compile(_ type: ConstrainedType, _ context: ValueContext) -> Int32 {
    let index = tables.append(
      PlanValue(kind: .any, allowsNull: type.allowsNull), to: \.values)
    tables.sourceTypes.append(type)
    fill(index, type, context)
    return index
  }

  private mutating func fill(_ index: Int32, _ type: ConstrainedType, _ context: ValueContext) {
    var value = PlanValue(
      kind: kind(of: type.type, context), allowsNull: type.allowsNull, isLenient: context.isLenient,
      trims: context.options.trims ?? false, emptyString: context.options.emptyString,
      elements: context.options.elements ?? .fail)
    if case .scalar(let scalar) = type.type {
      value.coercions = tables.append(contentsOf: scalar.coercions, to: \.coercions)
      let standard = scalar.name.standardCoercions(isLenient: context.isLenient)
      value.ways =
        scalar.coercions.isEmpty
        ? tables.append(contentsOf: standard, to: \.coercions) : value.coercions
      value.noteRefusedKinds(scalar, standard)
      for coercion in scalar.coercions {
        guard case .datePattern(let pattern, let zone) = coercion else { continue }
        tables.datePatterns[coercion] = DatePattern(pattern, zone: zone ?? .utc)
      }
    }
    let constraints = type.constraints.map { compile($0.value, context) }
    value.constraints = tables.append(contentsOf: constraints, to: \.constraints)
    value.takesNull = type.type.takesNull
    value.takesAnyJSON = type.type.takesAnyJSON
    value.refusesEmptyText = type.type.refusesEmptyText
    value.notePlainKinds(type.type)
    tables.values[index] = value
  }

  private mutating func kind(of type: ValueType, _ context: ValueContext) -> PlanValue.Kind {
    switch type {
    case .scalar(let scalar): return PlanValue.Kind(scalar.name)
    case .literal(let literal): return .literal(tables.append(literal, to: \.literals))
    case .mapping(let name): return number(ofMapping: name.value).map { .mapping($0) } ?? .any
    case .array(let element): return .array(compile(element, context))
    case .set(let element): return .set(compile(element, context))
    case .dictionary(let element): return .dictionary(compile(element, context))
    case .keyed(let property, let name):
      let element = compile(ConstrainedType(.mapping(name)), context)
      return .keyed(property: number(ofProperty: property), element: element)
    case .union(let types):
      if let (list, object) = type.listAndObject {
        return .listOrObject(
          list: compile(ConstrainedType(list), context),
          object: compile(ConstrainedType(object), context))
      }
      // Alternatives have no nested values, so they can be adjacent.
      let start = Int32(tables.values.count)
      for type in types { _ = compile(ConstrainedType(type), context) }
      return .union(PlanRange(start: start, count: Int32(types.count)))
    }
  }

  // MARK: - Constraints

  private mutating func compile(
    _ constraint: Constraint, _ context: ValueContext
  ) -> PlanConstraint {
    switch constraint {
    case .range(let range): Self.compile(range)
    case .count(let range, _): .count(range.lower, range.upper ?? .max)
    case .length(let range, _): .length(range.lower, range.upper ?? .max)
    case .matches: .matches
    case .unique: .unique
    case .equals(let source): .equals(self.source(source, context.tree))
    }
  }

  private static func compile(_ range: NumberRange) -> PlanConstraint {
    let lower = range.lower.map { $0.int64.exactValue } ?? .min
    let upper = range.upper.map { $0.int64.exactValue } ?? .max
    guard let lower, let upper else { return .decimalRange }
    return .range(lower, upper)
  }
}

extension ValueType {
  /// Whether the type is of a single value, not of a collection.
  fileprivate var isSingle: Bool {
    switch self {
    case .scalar(let scalar): scalar.name != .any
    case .literal, .mapping: true
    case .union: listAndObject == nil
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
    case .emptyObject: "{}"
    case .literal(let literal): literal.json
    }
  }
}

extension PlanValue {
  /// Notes which nodes are values of the type without a further check.
  fileprivate mutating func notePlainKinds(_ type: ValueType) {
    guard constraints.isEmpty, case .scalar(let scalar) = type else { return }
    let isTextual = !trims && emptyString == nil
    switch scalar.name {
    case .date where scalar.coercions == [.iso8601] || coercions.isEmpty && !isLenient:
      takesPlainTexts = isTextual
    case _ where !coercions.isEmpty: break
    case .url: takesPlainTexts = isTextual
    case .string where isTextual: plainKinds = Self.bits(.plainString, .escapedString)
    case .bool: plainKinds = Self.bits(.true, .false)
    case .any where isTextual: plainKinds = ~Self.bits(.null)
    case .int, .int64, .uint, .uint64, .decimal: takesPlainIntegers = true
    case .double: (takesPlainIntegers, takesPlainReals) = (true, true)
    default: break
    }
  }

  /// Notes which kinds of nodes can be rejected without reading the value.
  fileprivate mutating func noteRefusedKinds(_ scalar: ScalarType, _ standard: [Coercion]) {
    // `Any` accepts all JSON, a lenient date accepts everything that dates are written as, and for
    // an empty text the line's policy decides.
    if scalar.coercions.isEmpty, scalar.name == .any || scalar.name == .date && isLenient { return }
    guard emptyString == nil else { return }
    let ways = scalar.coercions.isEmpty ? standard : scalar.coercions
    for kind in TapeKind.allCases where !ways.contains(where: { $0.reads(kind.value) }) {
      refusedKinds |= Self.bits(kind)
    }
  }

  private static func bits(_ kinds: TapeKind...) -> UInt16 {
    kinds.reduce(0) { $0 | 1 << UInt16($1.rawValue) }
  }
}
