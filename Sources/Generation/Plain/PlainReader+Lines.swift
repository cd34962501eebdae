import ContractModel
import JSONParsing

extension PlainReader {
  /// Reads a line over a representation (rules 12 to 14).
  mutating func read(_ line: PropertyRule, _ scope: PlainScope) {
    read(line, follow(line.source, scope), scope)
  }

  mutating func read(_ line: PropertyRule, _ found: PlainFound, _ scope: PlainScope) {
    switch found {
    case .value(let value): read(line, value, scope)
    case .elsewhere(let value): readElsewhere(line, value, scope)
    case .missing(let holder, let rest):
      let isAllowed = line.isOptional && line.options.missing != .fail
      if !isAllowed { report(.missingKey, holder, behind: rest) }
    case .blocked(let value): report(.blockedPath, value)
    case .collected(let all): read(line, collected: all, scope)
    }
  }

  private mutating func read(_ line: PropertyRule, _ value: JSONValue, _ scope: PlainScope) {
    note(value, line, line.value, level: 0, scope)
    if value.isNull, !line.value.type.takesNull { return readNull(line, value) }
    if line.source == .representation, !scope.isRoot, isEmptyAggregate(line, value) { return }
    let errors = findings.count
    switch read(line.value, value, PlainPlace(line: line, scope: entering(line, scope))) {
    case .fits: if findings.count == errors { noteConstant(line, value, scope) }
    case .null: readNull(line, value)
    case .failed(let rule): if let rule { report(rule, value) }
    }
  }

  /// What is not of the payload is told at the object.
  private mutating func readElsewhere(
    _ line: PropertyRule, _ value: JSONValue?, _ scope: PlainScope
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

  private mutating func readNull(_ line: PropertyRule, _ value: JSONValue) {
    if line.null == .reject { report(.nullValue, value) }
  }

  /// What a key path finds in every element is read as a collection.
  private mutating func read(
    _ line: PropertyRule, collected all: [PlainFound], _ scope: PlainScope
  ) {
    guard let element = line.value.type.element else { return }
    var place = PlainPlace(line: line, scope: entering(line, scope))
    place.level = 1
    var elements = PlainElements(line.value, element)
    for (position, one) in all.enumerated() {
      place.scope.position = position
      read(one, &elements, place)
    }
    if case .failed(let rule?) = finish(elements, count: all.count) {
      switch all.first {
      case .value(let value)?, .blocked(let value)?, .missing(let value, _)?: report(rule, value)
      default: report(rule, scope.object)
      }
    }
  }

  private mutating func read(
    _ found: PlainFound, _ elements: inout PlainElements, _ place: PlainPlace
  ) {
    let isFailing = place.line.options.elements ?? .fail == .fail
    switch found {
    case .value(let value): read(value, &elements, place)
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
  private func entering(_ line: PropertyRule, _ scope: PlainScope) -> PlainScope {
    var inner = scope
    guard !line.value.type.mappings.isEmpty, line.source.base == .representation else {
      return inner
    }
    var value = scope.object
    for step in line.source.steps.dropLast() {
      guard case .segment(let name) = step, let next = value.child(name, scope.settings) else {
        // Of several elements each has its own way; nobody asks for parents there.
        return inner
      }
      if next.kind == .object { inner.holders.append(next) }
      value = next
    }
    return inner
  }

  /// Whether nothing of an object that is made of keys around it is there (rule 26).
  private func isEmptyAggregate(_ line: PropertyRule, _ value: JSONValue) -> Bool {
    guard case .mapping(let name) = line.value.type, let mapping = contract[name.value] else {
      return false
    }
    if aggregates.contains(where: { $0.node == value.node && $0.mapping == mapping.name }) {
      return true
    }
    var scope = PlainScope(value, mapping.settings)
    scope.takesItself = mapping.takesItself
    let sources = mapping.allRules.map(\.source) + mapping.conditionSources
    return !sources.contains { source in
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
    _ value: JSONValue, _ line: PropertyRule, _ rule: ValueRule, level: Int, _ scope: PlainScope
  ) {
    let property = level == 0 ? line.property : nil
    let role =
      property.map { property in
        scope.identity.contains(property)
          ? PlainRole.identity : scope.foreignKeys.contains(property) ? .foreignKey : .plain
      } ?? .plain
    reads.append(
      PlainRead(
        node: value.node, what: .line(line, level: level, role: role), rule: rule,
        settings: scope.settings))
  }

  /// A value that may not change is the same in each mention of an object.
  private mutating func noteConstant(
    _ line: PropertyRule, _ value: JSONValue, _ scope: PlainScope
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

extension JSONValue {
  fileprivate func child(_ name: MemberName, _ settings: MappingSettings) -> JSONValue? {
    kind == .array
      ? SourceKeyPath.index(name).flatMap { self[$0] } : member(name, settings)
  }
}

extension PropertyRule {
  /// What a null does.
  var null: NullPolicy { options.null ?? (value.allowsNull ? .assign : .reject) }
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
