import JSONParsing

extension ContractChecker {
  mutating func checkDefault(of line: PropertyLine) {
    guard let value = line.defaultValue else {
      if line.options.null == .default {
        log.error("\"null\": \"default\" needs a default", at: line.origin)
      }
      return
    }
    if !line.value.type.admits(value) {
      log.error("the default \(value) is no \(line.value.type)", at: line.origin)
    } else if case .literal(let literal) = value,
      let constraint = line.value.constraint(brokenBy: literal)
    {
      log.error("the default \(value) breaks the constraint \(constraint)", at: line.origin)
    }
  }

  /// Reports a null policy that contradicts the type, which determines whether null is permitted.
  mutating func checkNull(of line: PropertyLine) {
    guard let policy = line.options.null else { return }
    let name = "\"null\": \"\(policy.rawValue)\""
    if policy == .reject, line.value.allowsNull {
      log.error(
        "\(name) contradicts the type, which may be null", hint: "leave out the \"?\"",
        at: line.origin)
    } else if policy != .reject, !line.value.allowsNull {
      var value = line.value
      value.allowsNull = true
      let text = line.defaultValue.map { "\(value) = \($0)" } ?? "\(value)"
      log.error(
        "\(name) needs a type that may be null", hint: "write \"\(text)\"", at: line.origin)
    }
  }

  mutating func checkOptions(of line: PropertyLine) {
    let type = line.value.type
    let options = line.options
    let isCollection = type.isCollection || type.listAndObject != nil
    require(options.elements != nil, isCollection, "elements", "collections", line)
    require(options.update != nil, !type.mappings.isEmpty, "update", "objects", line)
    require(options.assign != nil, !type.mappings.isEmpty, "assign", "objects", line)
    let isTextual = type.alternatives.contains(where: \.mayBeReadFromText)
    let mayBeEmptyText = isTextual || type.isMappingOrHoldsSome
    let what = "what is read from texts, and objects"
    require(options.emptyString != nil, mayBeEmptyText, "emptyString", what, line)
    require(options.trims != nil, isTextual, "trim", "what is read from texts", line)
    checkEmptyArray(of: line)
    let isSingle = type.isScalarOrUnion && !type.takesAnyJSON
    require(options.isConstant == true, isSingle, "constant", "single values", line)
    if options.assign == .union, !type.isCollection, !type.mappings.isEmpty {
      log.error("a union needs a collection, not \(type)", at: line.origin)
    }
    if options.missing == .null, line.defaultValue != nil {
      log.error("\"missing\": \"null\" contradicts the default", at: line.origin)
    }
  }

  /// Checks the policy for an empty array. `[]` may stand for an object only if the type is not a
  /// list, and for an empty object only if the mapping accepts `{}`.
  private mutating func checkEmptyArray(of line: PropertyLine) {
    guard let policy = line.options.emptyArray else { return }
    let type = line.value.type
    if type.listAndObject != nil {
      return log.error(
        "\"emptyArray\" contradicts \(type), of which [] is the list without elements",
        at: line.origin)
    }
    let isObject = type.acceptedKinds.first == .object && !type.isScalarOrUnion
    require(true, isObject, "emptyArray", "objects and dictionaries", line)
    guard isObject, policy == .empty, case .mapping(let name) = type,
      let mapping = index[name.value]
    else { return }
    if let required = index.lines(of: mapping).first(where: { !$0.isOptional }) {
      log.error(
        "\"emptyArray\": \"empty\" is {}, which \(name.value) refuses: "
          + "the key \(quoted(required.source.description)) is required",
        hint: "write \"emptyArray\": \"null\"", at: line.origin)
    } else if let dispatch = index.dispatch(of: mapping), dispatch.otherwise == nil,
      !dispatch.skipsOthers
    {
      log.error(
        "\"emptyArray\": \"empty\" is {}, which \(name.value) refuses: no case fits it",
        hint: "write \"emptyArray\": \"null\"", at: line.origin)
    }
  }

  private mutating func require(
    _ isGiven: Bool, _ fits: Bool, _ word: String, _ what: String, _ line: PropertyLine
  ) {
    guard isGiven, !fits else { return }
    log.error("\"\(word)\" is for \(what), not \(line.value.type)", at: line.origin)
  }
}
