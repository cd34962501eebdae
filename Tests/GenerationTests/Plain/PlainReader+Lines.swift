import ContractModel
import JSONParsing

extension PlainReader {
  /// Reads a line over a representation (§§ 12 to 14).
  ///
  /// - Returns: Whether the line makes an object.
  mutating func read(_ line: PlainLine, _ scope: PlainScope) -> Bool {
    read(line, follow(line.source, scope), scope)
  }

  mutating func read(_ line: PlainLine, _ found: PlainFound, _ scope: PlainScope) -> Bool {
    switch found {
    case .value(let value, let holders):
      return read(line, value, entering(line, scope, holders))
    case .elsewhere(let value): return readElsewhere(line, value, scope)
    case .missing(let holder, let rest):
      let isAllowed = line.isOptional && line.options.missing != .fail
      if !isAllowed { report(.missingKey, holder, behind: rest) }
      return line.touchesAbsent
    case .blocked(let value) where line.takesNullOnWay && value.isNull:
      return read(line, value, scope)
    case .blocked(let value):
      report(.blockedPath, value)
      return false
    case .collected(let all, let array): return read(line, collected: all, in: array, scope)
    }
  }

  private mutating func read(_ line: PlainLine, _ value: JSONValue, _ scope: PlainScope) -> Bool {
    if value.isNull, !line.value.type.takesNull { return readNull(line, value) }
    if line.source == .representation, isLeftOut(line, value, scope) { return false }
    let errors = findings.count
    switch read(line.value, value, PlainPlace(line: line, scope: scope)) {
    case .fits:
      if findings.count == errors { noteConstant(line, value, scope) }
      return line.touches
    case .null: return readNull(line, value)
    case .leftOut: return false
    case .failed(let rule):
      if let rule { report(rule, value) }
      return false
    }
  }

  /// Reads a value from outside of the payload, whose violations are at the object.
  private mutating func readElsewhere(
    _ line: PlainLine, _ value: JSONValue?, _ scope: PlainScope
  ) -> Bool {
    guard let value else { return line.touchesAbsent }
    if value.isNull, !line.value.type.takesNull { return readNull(line, scope.object) }
    switch read(line.value, value, PlainPlace(line: line, scope: scope)) {
    case .fits: return line.touches
    case .null, .leftOut: return false
    case .failed(let rule):
      if let rule { report(rule, scope.object) }
      return false
    }
  }

  private mutating func readNull(_ line: PlainLine, _ value: JSONValue) -> Bool {
    switch line.null {
    case .reject:
      report(.nullValue, value)
      return false
    case .keep: return true
    case .assign: return line.touches || line.options.assign == .union
    case .default: return line.touches
    }
  }

  /// The objects between the representation and the value of a line are parents, too (§ 6).
  func entering(
    _ line: PlainLine, _ scope: PlainScope, _ holders: [JSONValue]
  ) -> PlainScope {
    guard line.hasMappings, !holders.isEmpty else { return scope }
    var inner = scope
    inner.holders += holders
    return inner
  }

  /// Whether an object that is made of keys around it is not made (§ 26).
  private func isLeftOut(_ line: PlainLine, _ value: JSONValue, _ scope: PlainScope) -> Bool {
    guard case .mapping(let name) = line.value.type, let mapping = contract[name.value] else {
      return false
    }
    let isOptional = line.property != nil && line.value.allowsNull
    if scope.isRoot, !isOptional || value.kind != .object { return false }
    let isRepeated = aggregates.contains { $0.node == value.node && $0.mapping == mapping.name }
    if isRepeated { return true }
    return (isOptional || !mapping.requiresKeys) && !hasKey(mapping, PlainScope(value, mapping))
  }

  /// Whether a representation has a key that a line or a case reads, or a key on the way to it.
  func hasKey(_ mapping: PlainMapping, _ scope: PlainScope) -> Bool {
    (mapping.sources + mapping.conditionSources).contains { source in
      guard source.base == .representation else { return false }
      return (1...max(1, source.steps.count)).contains { count in
        let start = SourceKeyPath(steps: Array(source.steps.prefix(count)))
        guard !start.steps.isEmpty else { return false }
        if case .value = follow(start, scope) { return true } else { return false }
      }
    }
  }

  /// Checks that a constant value is the same in each mention of an object.
  private mutating func noteConstant(
    _ line: PlainLine, _ value: JSONValue, _ scope: PlainScope
  ) {
    guard line.options.isConstant == true, let mention = scope.mention, let property = line.property
    else { return }
    let said = MemberName(said(value, line.value, PlainPlace(line: line, scope: scope)))
    let key = MemberName("\(mention) \(property)")
    if let other = constants.updateValue(said, forKey: key), other != said {
      report(.identityConflict, value)
    }
  }
}

extension ValueType {
  /// The type of an array's or set's elements.
  var element: ConstrainedType? {
    switch self {
    case .array(let element), .set(let element): element
    default: nil
    }
  }

  /// Whether null itself is one of the type's values.
  var takesNull: Bool {
    switch self {
    case .literal(let literal): literal == .null
    case .union(let types): types.contains(where: \.takesNull)
    default: false
    }
  }
}
