import JSONParsing

extension ContractChecker {
  mutating func checkDefault(of rule: PropertyLine) {
    guard let value = rule.defaultValue else {
      if rule.options.null == .default {
        log.error("\"null\": \"default\" needs a default", at: rule.origin)
      }
      return
    }
    if !rule.value.type.admits(value) {
      log.error("the default \(value) is no \(rule.value.type)", at: rule.origin)
    } else if case .literal(let literal) = value,
      let constraint = rule.value.constraint(brokenBy: literal)
    {
      log.error("the default \(value) breaks the constraint \(constraint)", at: rule.origin)
    }
  }

  /// A line says by its type whether null may come; the policy must not say the opposite.
  mutating func checkNull(of rule: PropertyLine) {
    guard let policy = rule.options.null else { return }
    let name = "\"null\": \"\(policy.rawValue)\""
    if policy == .reject, rule.value.allowsNull {
      log.error(
        "\(name) contradicts the type, which may be null", hint: "leave out the \"?\"",
        at: rule.origin)
    } else if policy != .reject, !rule.value.allowsNull {
      log.error(
        "\(name) needs a type that may be null", hint: "write \"\(rule.value.type)?\"",
        at: rule.origin)
    }
  }

  /// Options that mean nothing for the type would look as if they did.
  mutating func checkOptions(of rule: PropertyLine) {
    let type = rule.value.type
    let options = rule.options
    require(options.elements != nil, type.isCollection, "elements", "collections", rule)
    require(options.update != nil, !type.mappings.isEmpty, "update", "objects", rule)
    require(options.assign != nil, !type.mappings.isEmpty, "assign", "objects", rule)
    let isTextual = type.alternatives.contains(where: \.mayBeReadFromText)
    let mayBeEmptyText = isTextual || type.isMappingOrHoldsSome
    let what = "what is read from texts, and objects"
    require(options.emptyString != nil, mayBeEmptyText, "emptyString", what, rule)
    require(options.trims != nil, isTextual, "trim", "what is read from texts", rule)
    let isSingle = type.isScalarOrUnion && !type.takesAnyJSON
    require(options.isConstant == true, isSingle, "constant", "single values", rule)
    if options.assign == .union, !type.isCollection, !type.mappings.isEmpty {
      log.error("a union needs a collection, not \(type)", at: rule.origin)
    }
    if options.missing == .null, rule.defaultValue != nil {
      log.error("\"missing\": \"null\" contradicts the default", at: rule.origin)
    }
  }

  private mutating func require(
    _ isGiven: Bool, _ fits: Bool, _ word: String, _ what: String, _ rule: PropertyLine
  ) {
    guard isGiven, !fits else { return }
    log.error("\"\(word)\" is for \(what), not \(rule.value.type)", at: rule.origin)
  }
}
