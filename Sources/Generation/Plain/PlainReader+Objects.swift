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
    switch choose(mapping, scope) {
    case .name(let other)? where other.value != name && contract[other.value] != nil:
      guard handovers < 32 else { return .fits }
      var inner = place
      inner.dispatcher = name
      return readObject(other.value, value, inner, handovers: handovers + 1)
    case .name(let other)?:
      read(
        mapping, mapping.rules, scope, place, isAggregate,
        type: other.value == name ? nil : other.value)
    case .rules(let added)?: read(mapping, mapping.rules + added, scope, place, isAggregate)
    case nil: read(mapping, mapping.rules, scope, place, isAggregate)
    }
    return .fits
  }

  private func scope(
    of value: JSONValue, _ mapping: PlainMapping, _ place: PlainPlace
  ) -> PlainScope {
    var scope = PlainScope(value, mapping.settings)
    scope.holders = place.scope.holders + [value]
    scope.position = place.level > 0 ? place.scope.position : nil
    scope.takesItself = mapping.takesItself
    scope.identity = mapping.identity
    scope.foreignKeys = mapping.foreignKeys
    scope.key = place.level > 0 ? place.scope.key : nil
    return scope
  }

  private mutating func read(
    _ mapping: PlainMapping, _ rules: [PropertyRule], _ scope: PlainScope, _ place: PlainPlace,
    _ isAggregate: Bool, type: MemberName? = nil
  ) {
    var scope = scope
    if !isAggregate { readUnknownKeys(mapping, rules, scope, place) }
    readIdentity(mapping, rules, &scope, type: type ?? mapping.typeName)
    for rule in rules { read(rule, scope) }
  }

  // MARK: - Cases

  /// The use of the first case that fits (rule 36).
  private mutating func choose(_ mapping: PlainMapping, _ scope: PlainScope) -> CaseUse? {
    guard let dispatch = mapping.dispatch else { return nil }
    noteConditions(dispatch, scope)
    if let option = dispatch.cases.firstIndex(where: { fits($0, scope) }) {
      choices.append(PlainChoice(mapping: mapping.name, option: option))
      return dispatch.cases[option].use
    }
    if dispatch.otherwise == nil {
      var isSwitchMissing = false
      if let path = dispatch.switchPath {
        if case .value = follow(path.value, scope) {} else { isSwitchMissing = true }
      }
      report(isSwitchMissing ? .noSwitchKey : .noCase, scope.object)
    }
    return dispatch.otherwise
  }

  private func fits(_ rule: CaseRule, _ scope: PlainScope) -> Bool {
    rule.conditions.allSatisfy { condition in
      switch follow(condition.source, scope) {
      case .value(let value): holds(condition, value, trims: rule.trims)
      case .elsewhere(let value): value.map { holds(condition, $0, trims: rule.trims) } ?? false
      case .collected(let all):
        all.contains { one in
          if case .value(let value) = one {
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
      guard case .value(let value) = follow(source, scope) else { continue }
      reads.append(
        PlainRead(
          node: value.node, what: .condition(literals[source] ?? []), rule: nil,
          settings: scope.settings))
    }
  }

  // MARK: - Identity

  /// Two mentions of an identity are one object, of one type (rules 27 to 30).
  private mutating func readIdentity(
    _ mapping: PlainMapping, _ rules: [PropertyRule], _ scope: inout PlainScope, type: MemberName
  ) {
    guard !mapping.identity.isEmpty else { return }
    var parts: [String] = []
    for property in mapping.identity {
      switch part(property, rules, scope) {
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
    _ property: PropertyPath, _ rules: [PropertyRule], _ scope: PlainScope
  ) -> Part {
    guard let line = rules.first(where: { $0.property == property }) else {
      return scope.key?.property == property
        ? .value("\"" + (scope.key?.name.text ?? "")) : .absent(isTold: false)
    }
    let value: JSONValue
    switch follow(line.source, scope) {
    case .value(let found): value = found
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

  // MARK: - Unknown keys

  mutating func readUnknownKeys(_ sources: [SourceKeyPath], in scope: PlainScope) {
    guard scope.settings.unknownKeys == .error else { return }
    readUnknownKeys(
      sources.filter { $0.base == .representation }.map { $0.steps[...] }, scope.object,
      scope.settings)
  }

  private mutating func readUnknownKeys(
    _ mapping: PlainMapping, _ rules: [PropertyRule], _ scope: PlainScope, _ place: PlainPlace
  ) {
    var sources = rules.map(\.source) + mapping.conditionSources
    for case .mapping(let inner) in rules.filter({ $0.source == .representation }).map(\.value.type)
    {
      sources += contract[inner.value]?.allRules.map(\.source) ?? []
    }
    sources += place.dispatcher.flatMap { contract[$0]?.conditionSources } ?? []
    readUnknownKeys(sources, in: scope)
  }

  private mutating func readUnknownKeys(
    _ paths: [ArraySlice<SourceStep>], _ value: JSONValue, _ settings: MappingSettings
  ) {
    guard value.kind == .object else { return }
    let folding = KeyFolding(settings)
    for member in value.members {
      let name = MemberName(folding.folded(member.name.text))
      let inner = paths.filter { path in
        guard case .segment(let wanted)? = path.first else { return false }
        return MemberName(folding.folded(wanted.text)) == name
      }
      if inner.isEmpty { report(.unknownKey, value, behind: [.segment(member.name)]) }
      let isRead = inner.contains { $0.count == 1 || $0.dropFirst().first == .fanOut }
      if !inner.isEmpty, !isRead {
        readUnknownKeys(inner.map { $0.dropFirst() }, member.value, settings)
      }
    }
  }
}
