import JSONParsing

extension ContractReader {
  mutating func dispatch(_ members: [MemberName: JSONMember]) -> CaseDispatch? {
    guard let cases = members["cases"] else {
      for word in ["switch", "else"] as [MemberName] {
        if let member = members[word] {
          log.error("\(quoted(word.text)) needs \"cases\"", at: origin(nameOf: member))
        }
      }
      return nil
    }
    var dispatch = CaseDispatch(switchPath: nil, cases: [], otherwise: nil)
    dispatch.switchPath = members["switch"].flatMap { sourcePath($0.value) }
    dispatch.skipsOthers = members["else"]?.value.isSkip ?? false
    if !dispatch.skipsOthers { dispatch.otherwise = members["else"].flatMap { use($0.value) } }
    switch cases.value.kind {
    case .object: dispatch.cases = switchCases(cases, members["switch"], dispatch.switchPath)
    case .array: dispatch.cases = listedCases(cases, members["switch"])
    default:
      logKind(cases.value, expected: "an array of cases, or an object of them with \"switch\"")
    }
    return dispatch
  }

  /// Reads a string that is a source key path, not marked as optional.
  private mutating func sourcePath(_ value: JSONValue) -> Located<SourceKeyPath>? {
    let source = parse(value) { scanner throws(LineError) in try scanner.source() }
    return required(source, at: origin(value))
  }

  private mutating func required(
    _ source: (path: SourceKeyPath, isOptional: Bool)?, at origin: Origin
  ) -> Located<SourceKeyPath>? {
    guard let source else { return nil }
    if source.isOptional { log.error("no \"?\" stands here", at: origin) }
    return Located(source.path, origin)
  }

  // MARK: - By one key's text

  private mutating func switchCases(
    _ cases: JSONMember, _ switchMember: JSONMember?, _ source: Located<SourceKeyPath>?
  ) -> [MappingCase] {
    if switchMember == nil {
      log.error(
        "cases by their text need a \"switch\"", hint: "write \"switch\": \"type\"",
        at: origin(nameOf: cases))
    }
    let entries = self.entries(cases, what: "an object of cases")
    if entries.isEmpty { log.error("there are no cases", at: origin(cases.value)) }
    return entries.compactMap { entry in
      guard let use = self.use(entry.value), let source else { return nil }
      return MappingCase(
        conditions: [.equals(source.value, .string(entry.name))], trims: false, use: use,
        origin: origin(nameOf: entry))
    }
  }

  // MARK: - By matchers

  private mutating func listedCases(
    _ cases: JSONMember, _ switchMember: JSONMember?
  ) -> [MappingCase] {
    if let switchMember {
      log.error(
        "\"switch\" goes with cases by their text", hint: "write \"cases\": { \"Boy\": \"Boy\" }",
        at: origin(nameOf: switchMember))
    }
    if cases.value.elements.isEmpty { log.error("there are no cases", at: origin(cases.value)) }
    return cases.value.elements.compactMap { caseRule($0) }
  }

  private mutating func caseRule(_ value: JSONValue) -> MappingCase? {
    guard let members = members(of: value, words: Vocabulary.caseRule, what: "a case") else {
      return nil
    }
    let conditions = self.conditions(members)
    let matchers = ["when", "exists", "kind"] as [MemberName]
    if matchers.allSatisfy({ members[$0] == nil }) {
      log.error("a case has \"when\", \"exists\" or \"kind\"", at: origin(value))
    }
    let trims = flag(members["trim"]) ?? false
    guard let useMember = members["use"] else {
      return refused("a case has a \"use\"", at: origin(value))
    }
    if matchers.contains(where: { members[$0]?.value.isEmptyContainer == true }) {
      log.error(
        "a case has a condition", hint: "what is used if no case fits is the mapping's \"else\"",
        at: origin(value))
    }
    guard let use = self.use(useMember.value), !conditions.isEmpty else { return nil }
    return MappingCase(
      conditions: conditions, trims: trims, use: use, extensions: extensions(of: value),
      origin: origin(value))
  }

  private mutating func conditions(_ members: [MemberName: JSONMember]) -> [CaseCondition] {
    var conditions: [CaseCondition] = []
    for entry in entries(members["when"], what: "an object of key paths and values") {
      guard let source = conditionPath(entry), let literal = matchedLiteral(entry.value) else {
        continue
      }
      conditions.append(.equals(source, literal))
    }
    if let exists = members["exists"]?.value {
      let values = exists.kind == .array ? Array(exists.elements) : [exists]
      conditions += values.compactMap { sourcePath($0) }.map { .exists($0.value) }
    }
    return conditions + kinds(members["kind"])
  }

  private mutating func conditionPath(_ member: JSONMember) -> SourceKeyPath? {
    let source = parse(nameOf: member) { scanner throws(LineError) in try scanner.source() }
    return required(source, at: origin(nameOf: member))?.value
  }

  private mutating func matchedLiteral(_ value: JSONValue) -> Literal? {
    switch value.kind {
    case .null: return .null
    case .bool: return value.bool.map(Literal.bool)
    case .number: return value.number.map(Literal.number)
    case .string: return value.string.map { .string(MemberName($0)) }
    case .array, .object:
      return refused(value, expected: "a string, a number, true, false or null")
    }
  }

  private mutating func kinds(_ member: JSONMember?) -> [CaseCondition] {
    guard let member else { return [] }
    guard member.value.kind == .object else {
      let kind: JSONKind? = choice(member)
      return kind.map { [.kind(.representation, $0)] } ?? []
    }
    return member.value.members.compactMap { entry in
      guard let source = conditionPath(entry), let kind: JSONKind = choice(entry) else {
        return nil
      }
      return .kind(source, kind)
    }
  }

  // MARK: - Uses

  private mutating func use(_ value: JSONValue) -> CaseUse? {
    switch value.kind {
    case .string:
      let name = value.string ?? ""
      if value.isSkip {
        return refused("\"skip\" is for \"else\" alone", at: origin(value))
      }
      guard isTypeName(name, at: origin(value)) else { return nil }
      return .name(Located(MemberName(name), origin(value)))
    case .object: return .lines(lines(Array(value.members)))
    default:
      return refused(value, expected: "a mapping's name or a map")
    }
  }
}

extension JSONValue {
  /// Whether the value leaves out representations that match no case. A mapping's name starts with
  /// an upper-case letter.
  fileprivate var isSkip: Bool { string?.utf8.elementsEqual("skip".utf8) ?? false }
}
