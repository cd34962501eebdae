import ContractModel
import JSONParsing

extension PlainReader {
  /// Reads a line over a representation (rules 12 to 14).
  mutating func read(_ line: PlainLine, _ scope: PlainScope) {
    read(line, follow(line.source, scope), scope)
  }

  mutating func read(_ line: PlainLine, _ found: PlainFound, _ scope: PlainScope) {
    switch found {
    case .value(let value, let holders):
      read(line, value, entering(line, scope, holders))
    case .elsewhere(let value): readElsewhere(line, value, scope)
    case .missing(let holder, let rest):
      let isAllowed = line.isOptional && line.options.missing != .fail
      if !isAllowed { report(.missingKey, holder, behind: rest) }
    case .blocked(let value): report(.blockedPath, value)
    case .collected(let all): read(line, collected: all, scope)
    }
  }

  private mutating func read(_ line: PlainLine, _ value: JSONValue, _ scope: PlainScope) {
    note(value, line, line.value, level: 0, scope)
    if value.isNull, !line.value.type.takesNull { return readNull(line, value) }
    if line.source == .representation, !scope.isRoot, isEmptyAggregate(line, value) { return }
    let errors = findings.count
    switch read(line.value, value, PlainPlace(line: line, scope: scope)) {
    case .fits: if findings.count == errors { noteConstant(line, value, scope) }
    case .null: readNull(line, value)
    case .failed(let rule): if let rule { report(rule, value) }
    }
  }

  /// What is not of the payload is told at the object.
  private mutating func readElsewhere(
    _ line: PlainLine, _ value: JSONValue?, _ scope: PlainScope
  ) {
    guard let value else { return }
    var place = PlainPlace(line: line, scope: scope)
    place.isNoted = false
    let isNull = value.isNull && !line.value.type.takesNull
    if isNull {
      if line.null == .reject { report(.nullValue, scope.object) }
    } else if case .failed(let rule?) = read(line.value, value, place) {
      report(rule, scope.object)
    }
  }

  private mutating func readNull(_ line: PlainLine, _ value: JSONValue) {
    if line.null == .reject { report(.nullValue, value) }
  }

  /// What a key path finds in every element is read as a collection.
  private mutating func read(
    _ line: PlainLine, collected all: [PlainFound], _ scope: PlainScope
  ) {
    guard let element = line.value.type.element else { return }
    var place = PlainPlace(line: line, scope: scope)
    place.level = 1
    var elements = PlainElements(line.value, element)
    for (position, one) in all.enumerated() {
      place.scope.position = position
      read(one, &elements, place)
    }
    if case .failed(let rule?) = finish(elements, count: all.count) {
      switch all.first {
      case .value(let value, _)?, .blocked(let value)?, .missing(let value, _)?: report(rule, value)
      default: report(rule, scope.object)
      }
    }
  }

  private mutating func read(
    _ found: PlainFound, _ elements: inout PlainElements, _ place: PlainPlace
  ) {
    let isFailing = place.line.options.elements ?? .fail == .fail
    switch found {
    case .value(let value, let holders):
      var inner = place
      inner.scope = entering(place.line, place.scope, holders)
      read(value, &elements, inner)
    case .missing(let holder, let rest):
      let mayBeNull = elements.rule.allowsNull && place.scope.isLenient
      guard !place.line.isOptional, !mayBeNull, isFailing else { return }
      elements.hasFailed = true
      report(.missingKey, holder, behind: rest)
    case .blocked(let value):
      guard isFailing else { return }
      elements.hasFailed = true
      report(.blockedPath, value)
    case .elsewhere, .collected: break
    }
  }

  /// The objects between the representation and what a line reads are parents too (rule 6).
  private func entering(
    _ line: PlainLine, _ scope: PlainScope, _ holders: [JSONValue]
  ) -> PlainScope {
    guard line.hasMappings, !holders.isEmpty else { return scope }
    var inner = scope
    inner.holders += holders
    return inner
  }

  /// Whether nothing of an object that is made of keys around it is there (rule 26).
  private func isEmptyAggregate(_ line: PlainLine, _ value: JSONValue) -> Bool {
    guard case .mapping(let name) = line.value.type, let mapping = contract[name.value] else {
      return false
    }
    if aggregates.contains(where: { $0.node == value.node && $0.mapping == mapping.name }) {
      return true
    }
    let scope = PlainScope(value, mapping)
    return !(mapping.sources + mapping.conditionSources).contains { source in
      guard source.base == .representation else { return false }
      return (1...max(1, source.steps.count)).contains { count in
        let start = SourceKeyPath(steps: Array(source.steps.prefix(count)))
        guard !start.steps.isEmpty else { return false }
        if case .value = follow(start, scope) { return true } else { return false }
      }
    }
  }

  // MARK: - Notes

  mutating func note(
    _ value: JSONValue, _ line: PlainLine, _ rule: ValueRule, level: Int, _ scope: PlainScope
  ) {
    guard keepsReads else { return }
    let property = level == 0 ? line.property : nil
    let role =
      property.map { property in
        scope.mapping?.identity.contains(property) == true
          ? PlainRole.identity
          : scope.mapping?.foreignKeys.contains(property) == true ? .foreignKey : .plain
      } ?? .plain
    reads.append(
      PlainRead(
        node: value.node, what: .line(line, level: level, role: role), rule: rule,
        settings: scope.settings))
  }

  /// A value that may not change is the same in each mention of an object.
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
  var element: ValueRule? {
    switch self {
    case .array(let element), .set(let element): element
    default: nil
    }
  }

  /// Whether null is one of its values, and nothing that stands for none.
  var takesNull: Bool {
    switch self {
    case .literal(let literal): literal == .null
    case .union(let types): types.contains(where: \.takesNull)
    default: false
    }
  }
}
