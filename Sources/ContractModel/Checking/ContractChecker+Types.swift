import JSONParsing

extension ContractChecker {
  mutating func check(_ line: PropertyLine, _ settings: MappingSettings) {
    check(line.value, settings, at: line.origin)
    checkDefault(of: line)
    checkNull(of: line)
    checkOptions(of: line)
    checkPathParameter(line.source, at: line.origin)
    for constraint in line.value.constraints { checkPathParameter(of: constraint) }
    checkFanOut(of: line)
    checkOutside(line, isLenient: settings.coercion == .lenient)
    if line.options.example == nil, !hasPayload(line.value) {
      log.error(
        "no payload can be generated for \(line.value.type.transformer ?? "\(line.value)")",
        hint: "give the line an \"example\"", at: line.origin)
    }
  }

  /// Returns whether a canonical payload exists. There is none for a value that only the app's
  /// transformer knows, nor for collections that are too large or need more different elements than
  /// can be distinguished.
  private func hasPayload(_ value: ConstrainedType) -> Bool {
    if value.type.transformer != nil { return false }
    let isMade = value.type.isCollection && value.leastCount > 1 && value.type.mappings.isEmpty
    return !isMade || canBeGenerated(value)
  }

  mutating func check(_ value: ConstrainedType, _ settings: MappingSettings, at origin: Origin) {
    for constraint in value.constraints { check(constraint, of: value.type) }
    checkSatisfiable(value, at: origin)
    switch value.type {
    case .scalar(let scalar): check(scalar, settings, at: origin)
    case .literal: break
    case .mapping(let name), .keyed(_, let name): checkMapping(name)
    case .array(let element), .set(let element), .dictionary(let element):
      check(element, settings, at: origin)
    case .union(let types):
      if let list = value.type.listAndObject?.list {
        check(ConstrainedType(list), settings, at: origin)
      } else {
        checkUnion(types, settings, at: origin)
      }
    }
  }

  private mutating func check(
    _ scalar: ScalarType, _ settings: MappingSettings, at origin: Origin
  ) {
    checkDatePatterns(of: scalar, at: origin)
    guard scalar.name == .date, scalar.coercions.isEmpty, settings.coercion != .lenient else {
      return
    }
    log.error(
      "a Date needs its format",
      hint: "write Date(iso8601), Date(seconds) or a pattern such as Date('yyyy-MM-dd')", at: origin
    )
  }

  mutating func checkMapping(_ name: Located<MemberName>) {
    guard index[name.value] == nil, !gaps.hasUnreadFiles else { return }
    // Searching for a near name takes time for each name; a file with a hundred such mistakes needs
    // no hints.
    unknownTypeCount += 1
    let names = unknownTypeCount > 100 ? [] : index.names + ScalarName.allCases.map(\.rawValue)
    let hint =
      ForeignType.hint(for: name.value.text) ?? didYouMean(name.value.text, among: names)
    log.error("unknown type \(quoted(name.value.text))", hint: hint, at: name.origin)
  }

  /// Returns whether all mappings that a type names exist. A missing mapping is reported only where
  /// it is named, and its consequences are not reported.
  func isKnown(_ type: ValueType) -> Bool {
    type.mappings.allSatisfy { index[$0.value] != nil }
  }

  private mutating func checkUnion(
    _ types: [ValueType], _ settings: MappingSettings, at origin: Origin
  ) {
    var earlier: Set<ValueType> = []
    var scalars: [ValueType] = []
    for type in types {
      if !earlier.insert(type).inserted {
        log.error("\(type) is in the union twice", at: origin)
      } else if let wider = scalars.first(where: { $0.takesAll(of: type) }) {
        log.error(
          "\(type) is never reached: \(wider) before it takes the same values", at: origin)
      }
      if case .scalar(let scalar) = type {
        check(scalar, settings, at: origin)
        scalars.append(type)
      }
    }
  }

  // MARK: - Constraints

  private mutating func check(_ constraint: Located<Constraint>, of type: ValueType) {
    let kinds = type.alternatives
    let (fits, what): (Bool, String) =
      switch constraint.value {
      case .range: (kinds.contains(where: \.isNumber), "a range is for numbers")
      case .count: (type.isCollection, "count is for arrays, sets and dictionaries")
      case .length: (kinds.contains(where: \.isText), "length is for texts")
      case .matches: (kinds.contains(where: \.isText), "matches is for texts")
      case .unique: (type.isArray, "unique is for arrays")
      case .equals: (type.isScalarOrUnion, "equals is for scalars")
      }
    guard !fits, isKnown(type) else { return }
    let hint: String? =
      switch constraint.value {
      case .count where kinds.contains(where: \.isText): "length counts the characters of a text"
      case .length where type.isCollection: "count counts elements"
      case .unique where type.isSet: "a Set has no duplicates"
      default: nil
      }
    log.error("\(what), not \(type)", hint: hint, at: constraint.origin)
  }

  private mutating func checkSatisfiable(_ value: ConstrainedType, at origin: Origin) {
    if value.possibleAlternatives.isEmpty {
      log.error("nothing in \(value.type) keeps the constraints", at: origin)
    }
    guard case .scalar(let scalar) = value.type else { return }
    let range = value.range
    if let range, scalar.name.isNumber, !scalar.name.hasNumber(in: range) {
      log.error("no \(scalar.name.rawValue) is in the range \(range)", at: origin)
    }
    guard scalar.name == .string, let pattern = value.pattern else { return }
    if pattern.isUnsatisfiable(lengths: value.lengths) {
      log.error(
        value.constrainsLength
          ? "no text matches \(displayed(pattern.description)) and has that length"
          : "no text matches \(displayed(pattern.description))", at: origin)
    }
  }

  /// Checks the type of a value from outside the payload. Such a value is a text, several texts
  /// with one name, or a position; it is never an object.
  private mutating func checkOutside(_ line: PropertyLine, isLenient: Bool) {
    let type = line.value.type
    if line.source.base.isOfTexts, !type.isOfTexts {
      log.error(
        "\(quoted(line.source.description)) is a text, or several of one name, and no \(type)",
        at: line.origin)
    } else if line.source.base == .index,
      !isLenient && !type.acceptedKinds.contains(.number) || type.holdsObjects
    {
      log.error("a position is a number, and no \(type)", at: line.origin)
    }
  }

  mutating func checkPathParameter(of constraint: Located<Constraint>) {
    if case .equals(let source) = constraint.value {
      checkPathParameter(source, at: constraint.origin)
    }
  }

  /// Checks the type of a line whose key path has `[]`, so that its value is an array.
  private mutating func checkFanOut(of line: PropertyLine) {
    guard line.source.steps.contains(.fanOut), !line.value.type.isArray, !line.value.type.isSet,
      !line.value.type.takesAnyJSON
    else { return }
    log.error(
      "a key path with [] gives an array, not \(line.value.type)",
      hint: "write \"[\(line.value.type)]\": what is found in every element, collected",
      at: line.origin)
  }

  private mutating func checkPathParameter(_ source: SourceKeyPath, at origin: Origin) {
    guard source.base == .path, let name = source.lastName?.text else { return }
    guard !parameters.isEmpty, !parameters.contains(name) else { return }
    log.error(
      "no endpoint has the parameter \(quoted(":" + name))",
      hint: didYouMean(name, among: parameters.sorted()), at: origin)
  }
}

extension ValueType {
  /// Whether texts can be converted to the type: scalars, and arrays and sets of scalars.
  fileprivate var isOfTexts: Bool {
    switch self {
    case .scalar, .literal, .union: isScalarOrUnion
    case .array(let element), .set(let element): element.type.isScalarOrUnion
    case .mapping, .dictionary, .keyed: false
    }
  }

  fileprivate var holdsObjects: Bool {
    switch self {
    case .mapping, .keyed, .dictionary: true
    case .array(let element), .set(let element): element.type.holdsObjects
    case .scalar, .literal, .union: !isScalarOrUnion
    }
  }
}
