import ContractModel
import JSONParsing

extension PlainReader {
  /// Reads a representation by a mapping: its case, its identity, its lines.
  mutating func readObject(
    _ name: MemberName, _ value: JSONValue, _ place: PlainPlace, handovers: Int = 0
  ) -> PlainOutcome {
    guard let mapping = contract[name] else { return .fits }
    guard
      value.kind == .object || mapping.takesItself || value.kind == .array && mapping.takesArrays
    else { return .failed(.wrongType) }
    let isAggregate =
      place.line.source == .representation && place.level == 0 && !place.scope.isRoot
    let outer = (root, aggregates)
    defer { (root, aggregates) = outer }
    if place.scope.isRoot { root = value }
    if isAggregate { aggregates.append((value.node, name)) }
    let scope = scope(of: value, mapping, place)
    var type: MemberName?
    var lines = mapping.lines
    let use = choose(mapping, scope)
    switch use {
    case .name(let other)? where other != name && contract[other] != nil:
      guard handovers < 32 else { return .fits }
      rememberConditions(mapping, of: value)
      return readObject(other, value, place, handovers: handovers + 1)
    case .name(let other)?: type = other == name ? nil : other
    case .lines(let added)?: lines += added
    case nil: break
    }
    if !isAggregate {
      // Of a mapping none of whose cases fits, nobody knows which keys are wrong.
      let isDeclined = mapping.dispatch != nil && use == nil
      readUnknownKeys(
        isDeclined ? mapping.allLines : lines, mapping.conditionSources, in: scope)
    }
    read(lines, scope, type: type ?? mapping.typeName)
    return .fits
  }

  private func scope(
    of value: JSONValue, _ mapping: PlainMapping, _ place: PlainPlace
  ) -> PlainScope {
    var scope = PlainScope(value, mapping)
    scope.holders = place.scope.holders + [value]
    scope.position = place.level > 0 ? place.scope.position : nil
    scope.key = place.level > 0 ? place.scope.key : nil
    return scope
  }

  private mutating func read(_ lines: [PlainLine], _ scope: PlainScope, type: MemberName) {
    var scope = scope
    readIdentity(lines, &scope, type: type)
    for line in lines { read(line, scope) }
  }

  // MARK: - Cases

  /// The use of the first case that fits (rule 36).
  private mutating func choose(_ mapping: PlainMapping, _ scope: PlainScope) -> PlainMapping.Use? {
    guard let dispatch = mapping.dispatch else { return nil }
    if keepsReads { noteConditions(dispatch, scope) }
    if let option = dispatch.cases.firstIndex(where: { fits($0, scope) }) {
      choices.append(PlainChoice(mapping: mapping.name, option: option))
      return mapping.uses[option]
    }
    if mapping.otherwise == nil {
      var isSwitchMissing = false
      if let path = dispatch.switchPath {
        if case .value = follow(path.value, scope) {} else { isSwitchMissing = true }
      }
      report(isSwitchMissing ? .noSwitchKey : .noCase, scope.object)
    }
    return mapping.otherwise
  }

  private func fits(_ rule: CaseRule, _ scope: PlainScope) -> Bool {
    rule.conditions.allSatisfy { condition in
      switch follow(condition.source, scope) {
      case .value(let value, _): holds(condition, value, trims: rule.trims)
      case .elsewhere(let value): value.map { holds(condition, $0, trims: rule.trims) } ?? false
      case .collected(let all):
        all.contains { one in
          if case .value(let value, _) = one {
            holds(condition, value, trims: rule.trims)
          } else {
            false
          }
        }
      case .missing, .blocked: false
      }
    }
  }

  private func holds(_ condition: CaseCondition, _ value: JSONValue, trims: Bool) -> Bool {
    switch condition {
    case .exists: return true
    case .kind(_, let kind): return value.kind == kind
    case .equals(_, .string(let text)) where trims:
      return value.string.map { MemberName(trimmed($0)) == MemberName(trimmed(text.text)) } ?? false
    case .equals(_, let literal): return literal.matches(value)
    }
  }

  private mutating func noteConditions(_ dispatch: CaseDispatch, _ scope: PlainScope) {
    var literals: [SourceKeyPath: [Literal]] = [:]
    var sources: [SourceKeyPath] = []
    for condition in dispatch.cases.flatMap(\.conditions) {
      if !sources.contains(condition.source) { sources.append(condition.source) }
      if case .equals(let source, let literal) = condition {
        literals[source, default: []].append(literal)
      }
    }
    for source in sources {
      guard case .value(let value, _) = follow(source, scope) else { continue }
      reads.append(
        PlainRead(
          node: value.node, what: .condition(literals[source] ?? []), rule: nil,
          settings: scope.settings))
    }
  }

  // MARK: - Identity

  /// Two mentions of an identity are one object, of one type (rules 27 to 30).
  private mutating func readIdentity(
    _ lines: [PlainLine], _ scope: inout PlainScope, type: MemberName
  ) {
    guard let mapping = scope.mapping, !mapping.identity.isEmpty else { return }
    var parts: [String] = []
    for property in mapping.identity {
      switch part(property, lines, scope) {
      case .value(let text): parts.append("\(text.utf8.count):\(text)")
      case .absent(let isTold):
        if mapping.missingIdentity == .fail, !isTold { report(.identityMissing, scope.object) }
        return
      }
    }
    let mention = MemberName("\(mapping.typeName) \(parts.joined(separator: " "))")
    scope.mention = mention
    if let known = types[mention], known != type {
      report(.identityConflict, scope.object)
      scope.mention = nil
    } else {
      types[mention] = type
    }
  }

  private enum Part {
    case value(String)
    /// Whether what is wrong is told by the line of the property.
    case absent(isTold: Bool)
  }

  private mutating func part(
    _ property: PropertyPath, _ lines: [PlainLine], _ scope: PlainScope
  ) -> Part {
    guard let line = lines.first(where: { $0.property == property }) else {
      return scope.key?.property == property
        ? .value("\"" + (scope.key?.name.text ?? "")) : .absent(isTold: false)
    }
    let value: JSONValue
    switch follow(line.source, scope) {
    case .value(let found, _): value = found
    case .elsewhere(let found?): value = found
    case .missing: return .absent(isTold: !line.isOptional || line.options.missing == .fail)
    case .blocked: return .absent(isTold: true)
    case .collected, .elsewhere: return .absent(isTold: false)
    }
    if value.isNull { return .absent(isTold: line.null == .reject) }
    var probe = PlainPlace(line: line, scope: scope)
    probe.isNoted = false
    switch readScalar(line.value, value, probe) {
    case .fits: return .value(said(value, line.value, probe))
    case .null: return .absent(isTold: false)
    case .failed: return .absent(isTold: true)
    }
  }
}
