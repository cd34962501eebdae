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
    let before = reportCount
    let outer = (root, aggregates)
    defer { (root, aggregates) = outer }
    if place.scope.isRoot { root = value }
    if isAggregate { aggregates.append((value.node, name)) }
    let scope = scope(of: value, mapping, place)
    var type: MemberName?
    var lines = mapping.lines
    let use = choose(mapping, scope, place.line)
    switch use {
    case .name(let other)? where other != name && contract[other] != nil:
      guard handovers < 32 else { return .fits }
      rememberConditions(mapping, of: value)
      var inner = place
      inner.isRecognized = place.isRecognized || hasKey(mapping, scope)
      return readObject(other, value, inner, handovers: handovers + 1)
    case .name(let other)?: type = other == name ? nil : other
    case .lines(let added)?: lines += added
    case .nothing?: return .leftOut
    case nil: if mapping.dispatch != nil, lines.isEmpty { return .leftOut }
    }
    if !isAggregate {
      // If no case of a mapping fits, the unknown keys are not known.
      let isDeclined = mapping.dispatch != nil && use == nil
      readUnknownKeys(
        isDeclined ? mapping.allLines : lines, mapping.conditionSources, in: scope)
    }
    switch read(lines, scope, type: type ?? mapping.typeName) {
    case .made:
      if place.scope.isRoot { mappedCount += 1 }
      return .fits
    case .declined: return .leftOut
    case .nothing:
      if reportCount == before, !lines.isEmpty, place.scope.isRoot {
        // A line that reads the representation itself counts as a known key.
        let isRead = mapping.takesItself || mapping.takesArrays && value.kind == .array
        let isKnown = isRead || place.isRecognized || hasKey(mapping, scope)
        noteNothing(place, scope, isKnown: isKnown)
      }
      return .leftOut
    }
  }

  /// Reports an object at the start of the mapping without a key that the mapping knows, if it
  /// stands alone or all others lack such a key, too (§ 38). An empty object is no error.
  private mutating func noteNothing(_ place: PlainPlace, _ scope: PlainScope, isKnown: Bool) {
    let value = scope.object
    if value.members.isEmpty && value.elements.isEmpty { return }
    if isKnown {
      mappedCount += 1
    } else if case .mapping = place.line.value.type {
      report(.nothingMapped, value)
    } else if case .union = place.line.value.type, place.level == 0 {
      report(.nothingMapped, value)
    } else {
      unmappedCount += 1
    }
  }

  /// The result of reading an object.
  private enum Making { case made, declined, nothing }

  private func scope(
    of value: JSONValue, _ mapping: PlainMapping, _ place: PlainPlace
  ) -> PlainScope {
    var scope = PlainScope(value, mapping)
    scope.holders = place.scope.holders + [value]
    scope.position = place.level > 0 ? place.scope.position : nil
    scope.key = place.level > 0 ? place.scope.key : nil
    return scope
  }

  private mutating func read(
    _ lines: [PlainLine], _ scope: PlainScope, type: MemberName
  ) -> Making {
    var scope = scope
    let isDeclined = readIdentity(lines, &scope, type: type)
    var isTouched = scope.mention != nil || scope.key != nil
    for line in lines where read(line, scope) { isTouched = true }
    return isDeclined ? .declined : isTouched ? .made : .nothing
  }

  // MARK: - Cases

  /// Returns the effect of the first case that fits (§ 36).
  private mutating func choose(
    _ mapping: PlainMapping, _ scope: PlainScope, _ line: PlainLine
  ) -> PlainMapping.Use? {
    guard let dispatch = mapping.dispatch else { return nil }
    if let option = dispatch.cases.firstIndex(where: { fits($0, scope) }) {
      return mapping.uses[option]
    }
    if dispatch.skipsOthers,
      let tag = mapping.lines.first(where: { $0.source == dispatch.switchPath?.value }),
      isBroken(tag, scope)
    {
      return .nothing
    }
    if dispatch.skipsOthers, line.mayBeLeftOut || scope.position != nil { return .nothing }
    if mapping.otherwise == nil {
      var isSwitchMissing = false
      if let path = dispatch.switchPath {
        if case .value = follow(path.value, scope) {} else { isSwitchMissing = true }
      }
      report(isSwitchMissing ? .noSwitchKey : .noCase, scope.object)
    }
    return dispatch.skipsOthers ? .nothing : mapping.otherwise
  }

  /// Returns whether a line rejects an absent value, a null or a value of another kind, and reports
  /// the violation.
  private mutating func isBroken(_ line: PlainLine, _ scope: PlainScope) -> Bool {
    let found = follow(line.source, scope)
    var probe = self
    probe.findings = []
    _ = probe.read(line, found, scope)
    let rules: Set<RuleID> = [.missingKey, .nullValue, .wrongType, .blockedPath]
    guard probe.findings.contains(where: { rules.contains($0.rule) }) else { return false }
    _ = read(line, found, scope)
    return true
  }

  private func fits(_ rule: MappingCase, _ scope: PlainScope) -> Bool {
    rule.conditions.allSatisfy { condition in
      switch follow(condition.source, scope) {
      case .value(let value, _): holds(condition, value, trims: rule.trims)
      case .elsewhere(let value): value.map { holds(condition, $0, trims: rule.trims) } ?? false
      case .collected(let all, _):
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

  // MARK: - Identity

  /// Reads an identity: two mentions of it are one object, of one type (§§ 27 to 30).
  ///
  /// - Returns: Whether there is no object, because its identity is absent or belongs to another
  ///   type.
  private mutating func readIdentity(
    _ lines: [PlainLine], _ scope: inout PlainScope, type: MemberName
  ) -> Bool {
    guard let mapping = scope.mapping, !mapping.identity.isEmpty else { return false }
    var parts: [String] = []
    for property in mapping.identity {
      switch part(property, lines, scope) {
      case .value(let text): parts.append("\(text.utf8.count):\(text)")
      case .absent(let isTold):
        if mapping.missingIdentity == .fail, !isTold { report(.identityMissing, scope.object) }
        return mapping.missingIdentity != .create
      }
    }
    let mention = MemberName("\(mapping.typeName) \(parts.joined(separator: " "))")
    scope.mention = mention
    if let known = types[mention], known != type {
      report(.identityConflict, scope.object)
      scope.mention = nil
      return true
    }
    types[mention] = type
    return false
  }

  private enum Part {
    case value(String)
    /// Whether the line of the property reports the error.
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
    case .blocked(let found): return .absent(isTold: !line.takesNullOnWay || !found.isNull)
    case .collected: return .absent(isTold: !line.takesArrays)
    case .elsewhere: return .absent(isTold: false)
    }
    if value.isNull { return .absent(isTold: line.null == .reject) }
    let probe = PlainPlace(line: line, scope: scope)
    switch readScalar(line.value, value, probe) {
    case .fits: return .value(said(value, line.value, probe))
    case .null, .leftOut: return .absent(isTold: false)
    case .failed: return .absent(isTold: true)
    }
  }
}
