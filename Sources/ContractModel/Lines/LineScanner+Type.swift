import JSONParsing

// type = atom *( "|" atom ) [ "?" ], of scalars and literals; or a list and its object:
//        "[A] | A", "[A] | [String: A]", "[A] | [name: A]"
// atom = Name [ "(" coercion *( "|" coercion ) ")" ] | literal | "[" type *constraint "]"
//        | "Set<" type *constraint ">" | "[String:" type *constraint "]"
//        | "[" property ":" Mapping "]"

extension ValueType {
  /// The maximum nesting of types in a line, which limits the parser's recursion.
  package static let deepestNesting = 32
}

extension LineScanner {
  /// Parses a type with its question mark.
  mutating func type(depth: Int = 0) throws(LineError) -> ConstrainedType {
    let start = position
    var types = [try atom(depth: depth)]
    var end = position
    skipSpaces()
    while take("|") {
      skipSpaces()
      try refuseNull(behind: types, from: start)
      types.append(try atom(depth: depth))
      end = position
      skipSpaces()
    }
    let allowsNull = take("?")
    var rule = ConstrainedType(types.count > 1 ? .union(types) : types[0], allowsNull: allowsNull)
    rule.origin = text.origin(start..<(allowsNull ? position : end))
    guard types.count > 1 else {
      skipSpaces()
      if allowsNull, next == "|" {
        throw error("the \"?\" of a union stands at its end", from: position - 1)
      }
      return rule
    }
    if rule.type.listAndObject != nil { return rule }
    for type in types where !type.isScalarOrUnion {
      throw error(
        "a union is of scalars and literals, not \(type)", from: start, hint: Self.hint(on: types))
    }
    return rule
  }

  /// Returns a hint on types that cannot be a union: what reads such values.
  private static func hint(on types: [ValueType]) -> String {
    let isWithScalars = types.contains(where: \.isScalarOrUnion)
    let isWithLists = types.contains { if case .array = $0 { true } else { false } }
    return switch (isWithScalars, isWithLists) {
    case (true, true): "Any reads a list or something else"
    case (true, false):
      "a mapping reads both, by \"cases\": { \"kind\": { \"\": \"string\" }, \"use\": … }"
    default: "objects are told apart by \"cases\""
    }
  }

  private mutating func atom(depth: Int) throws(LineError) -> ValueType {
    guard depth < ValueType.deepestNesting else {
      throw error("types nest at most \(ValueType.deepestNesting) deep", from: position)
    }
    switch next {
    case "'": return .literal(try literal())
    case "[": return try brackets(depth: depth)
    case let scalar? where scalar.isDigit || scalar == "-": return .literal(try literal())
    case let scalar? where scalar.startsName: return try namedType(depth: depth)
    default: throw expected("a type")
    }
  }

  private mutating func namedType(depth: Int) throws(LineError) -> ValueType {
    let start = position
    let name = take { $0.continuesName }
    switch name {
    case "true": return .literal(.bool(true))
    case "false": return .literal(.bool(false))
    case "Set" where take("<"):
      skipSpaces()
      let element = try element(depth: depth)
      skipSpaces()
      guard take(">") else { throw expected("\">\"") }
      return .set(of: element)
    default: break
    }
    if let scalar = ScalarName(rawValue: name) {
      return .scalar(ScalarType(scalar, try coercions(of: scalar)))
    }
    try refuseTypeParameters(of: name, from: start)
    if next == "(" {
      throw error(
        "\(quoted(name)) is no scalar type, and has no coercions", from: start,
        hint: didYouMean(name, among: ScalarName.allCases.map(\.rawValue)))
    }
    guard let first = name.unicodeScalars.first, first.properties.isUppercase else {
      let hint =
        ForeignType.hint(for: name)
        ?? didYouMean(name, among: ScalarName.allCases.map(\.rawValue))
      throw error(
        "expected a type, found \(quoted(name)): types start with a capital letter", from: start,
        hint: hint)
    }
    return .mapping(Located(MemberName(name), origin(from: start)))
  }

  // MARK: - Brackets

  private mutating func brackets(depth: Int) throws(LineError) -> ValueType {
    position += 1
    skipSpaces()
    let start = position
    let key = propertyPrefix()
    skipSpaces()
    let type: ValueType
    if let key, key.description == "String" {
      type = .dictionary(of: try element(depth: depth))
    } else if let key {
      type = try keyedType(by: key, from: start, depth: depth)
    } else {
      type = .array(of: try element(depth: depth))
    }
    skipSpaces()
    guard take("]") else { throw expected("\"]\"") }
    return type
  }

  private mutating func element(depth: Int) throws(LineError) -> ConstrainedType {
    var element = try type(depth: depth + 1)
    element.constraints = try constraints()
    return element
  }

  private mutating func keyedType(
    by key: PropertyPath, from start: Int, depth: Int
  ) throws(LineError) -> ValueType {
    let rule = try type(depth: depth + 1)
    guard case .mapping(let mapping) = rule.type, !rule.allowsNull else {
      throw error(
        "a collection keyed by \(quoted(key.description)) holds objects of a mapping", from: start,
        hint: "a dictionary of any values is [String: \(rule)]")
    }
    return .keyed(by: key, mapping: mapping)
  }

  /// Takes a property and the colon after it, if they follow.
  mutating func propertyPrefix() -> PropertyPath? {
    let start = position
    guard let path = propertyPath() else { return nil }
    skipSpaces()
    if take(":") { return path }
    position = start
    return nil
  }

  /// Takes names that are separated by dots, if they follow.
  mutating func propertyPath() -> PropertyPath? {
    let start = position
    var names: [MemberName] = []
    repeat {
      guard next?.startsName == true else {
        position = start
        return nil
      }
      names.append(MemberName(take { $0.continuesName }))
    } while take(".")
    return PropertyPath(names)
  }

  /// Parses a property, which must be the whole text.
  mutating func wholePropertyPath() throws(LineError) -> PropertyPath {
    guard let path = propertyPath(), next == nil else { throw expected("a property's name") }
    return path
  }

  // MARK: - Literals

  mutating func literal() throws(LineError) -> Literal {
    let start = position
    if next == "'" { return .string(MemberName(try singleQuotedText())) }
    if let number = number() {
      if next == "." {
        throw error("a range needs a type before it", from: start, hint: "write Int \(number)...")
      }
      return .number(number)
    }
    switch take(while: { $0.continuesName }) {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    default:
      position = start
      throw expected("a literal: 'text', a number, true, false or null")
    }
  }

  /// Parses `'it''s'` as `it's`.
  mutating func singleQuotedText() throws(LineError) -> String {
    let start = position
    position += 1
    var result = String.UnicodeScalarView()
    while let scalar = next {
      position += 1
      if scalar == "'" {
        guard take("'") else { return String(result) }
      }
      result.append(scalar)
    }
    throw error(
      "the text has no closing \"'\"", from: start, hint: "a quote in a text is doubled: ''")
  }

  /// Takes the longest JSON number that follows; from `1...5`, it takes the 1.
  mutating func number() -> JSONNumber? {
    let start = position
    _ = take("-")
    let integer = take { $0.isDigit }
    guard !integer.isEmpty else {
      position = start
      return nil
    }
    if next == ".", peek(1)?.isDigit == true {
      position += 1
      _ = take { $0.isDigit }
    }
    takeExponent()
    let number = JSONNumber(string(start..<position))
    if number == nil { position = start }
    return number
  }

  private mutating func takeExponent() {
    guard next == "e" || next == "E" else { return }
    let signWidth = peek(1) == "+" || peek(1) == "-" ? 1 : 0
    guard peek(1 + signWidth)?.isDigit == true else { return }
    position += 1 + signWidth
    _ = take { $0.isDigit }
  }
}
