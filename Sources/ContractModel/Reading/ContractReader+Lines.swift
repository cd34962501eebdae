import JSONParsing

// The lines of a map: `"key path": "property: Type"`, an array of them, or the long form.

extension ContractReader {
  mutating func lines(_ members: [JSONMember]) -> [PropertyLine] {
    var sources: Set<SourceKeyPath> = []
    return members.flatMap { lines($0, &sources) }
  }

  /// - Parameter sources: The previous key paths of the map.
  private mutating func lines(
    _ member: JSONMember, _ sources: inout Set<SourceKeyPath>
  ) -> [PropertyLine] {
    let key = parse(nameOf: member) { scanner throws(LineError) in try scanner.source() }
    guard let key else { return [] }
    if !sources.insert(key.path).inserted {
      log.error(
        "the key path \(quoted(key.path.description)) is in the map twice",
        hint: "several lines for one key are an array", at: origin(nameOf: member))
    }
    guard member.value.kind == .array else { return [line(member.value, key)].compactMap { $0 } }
    if member.value.elements.isEmpty {
      log.error("the key has no line", at: origin(member.value))
    }
    return member.value.elements.compactMap { line($0, key) }
  }

  /// The part of a line before the colon.
  private typealias Key = (path: SourceKeyPath, isOptional: Bool)

  private mutating func line(_ value: JSONValue, _ key: Key) -> PropertyLine? {
    switch value.kind {
    case .string:
      let parsed = parse(value) { scanner throws(LineError) in try scanner.line() }
      return parsed.flatMap { line($0, key, at: value) }
    case .object: return longLine(value, key)
    default:
      return refused(value, expected: "a line such as \"name: String\"")
    }
  }

  private mutating func line(
    _ line: ParsedLine, _ key: Key, at value: JSONValue
  ) -> PropertyLine? {
    let implied = key.path.lastName.flatMap { $0 == "_" ? nil : PropertyPath([$0]) }
    let named = line.namesProperty ? line.property : implied
    if named == nil, !line.namesProperty {
      return refused(
        "a key path that ends in no name needs a property", hint: "write \"name: \(line.value)\"",
        at: origin(value))
    }
    if let defaultValue = line.defaultValue, !key.isOptional {
      log.error(
        "a default is for a key that may be absent", hint: "write \"\(key.path)?\"",
        at: defaultValue.origin)
    }
    return PropertyLine(
      source: key.path, isOptional: key.isOptional, property: named, value: line.value,
      defaultValue: line.defaultValue?.value, origin: origin(value))
  }

  // MARK: - The long form

  private mutating func longLine(_ value: JSONValue, _ key: Key) -> PropertyLine? {
    guard let members = members(of: value, words: Vocabulary.line, what: "a line") else {
      return nil
    }
    guard let type = members["type"] else {
      return refused("a line has a \"type\"", at: origin(value))
    }
    let parsed = parse(type.value) { scanner throws(LineError) in
      try scanner.line(allowsProperty: false)
    }
    guard var parsed else { return nil }
    if let to = members["to"] {
      guard let property = propertyPath(to.value) else { return nil }
      parsed.namesProperty = true
      parsed.property = property.value.description == "_" ? nil : property.value
    }
    if let pattern = members["matches"], let constraint = matchesConstraint(pattern.value) {
      if parsed.value.pattern != nil {
        log.error("matches is given twice", at: constraint.origin)
      } else {
        parsed.value.constraints.append(constraint)
      }
    }
    var line = line(parsed, key, at: type.value)
    line?.options = options(members, of: value)
    return line
  }

  private mutating func matchesConstraint(_ value: JSONValue) -> Located<Constraint>? {
    guard let string = text(value) else { return nil }
    do throws(TextPatternError) {
      return Located(.matches(try TextPattern(string)), origin(value))
    } catch {
      return refused(error.description, at: LineText(value, path: path).origin(error.range))
    }
  }

  private mutating func options(
    _ members: [MemberName: JSONMember], of value: JSONValue
  ) -> PropertyLine.Options {
    var options = PropertyLine.Options()
    options.missing = choice(members["missing"])
    options.null = choice(members["null"])
    options.elements = choice(members["elements"])
    options.emptyString = choice(members["emptyString"])
    options.emptyArray = choice(members["emptyArray"])
    options.assign = choice(members["assign"])
    options.update = choice(members["update"])
    options.trims = flag(members["trim"])
    options.isSensitive = flag(members["sensitive"])
    options.isConstant = flag(members["constant"])
    options.presence = percentage(members["presence"])
    options.nullRate = percentage(members["nullRate"])
    options.example = members["example"].map { JSONFragment($0.value) }
    options.note = members["note"].flatMap { text($0.value) }
    options.extensions = extensions(of: value)
    return options
  }

  private mutating func percentage(_ member: JSONMember?) -> Percentage? {
    guard let member, let string = text(member.value) else { return nil }
    let percentage = Percentage(string)
    if percentage == nil {
      log.error(
        "expected a share such as \"99.9%\", found \(quoted(string))", at: origin(member.value))
    }
    return percentage
  }
}
