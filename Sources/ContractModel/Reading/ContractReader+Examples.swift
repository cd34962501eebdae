import JSONParsing

extension ContractReader {
  mutating func examples(_ member: JSONMember?) -> [ContractExample] {
    guard let value = member?.value else { return [] }
    guard value.kind == .array else {
      logKind(value, expected: "an array of examples")
      return []
    }
    return value.elements.compactMap { example($0) }
  }

  private mutating func example(_ value: JSONValue) -> ContractExample? {
    guard let members = members(of: value, words: Vocabulary.example, what: "an example") else {
      return nil
    }
    let payload = self.payload(members, of: value)
    let target = self.target(members, of: value)
    let given = self.given(members["given"])
    let expectations = self.expectations(members["expect"])
    let violations = members["violates"].map { member in
      texts(member, what: "a violation").compactMap { violation($0) }
    }
    if members["name"] == nil { log.error("an example has a \"name\"", at: origin(value)) }
    let name = members["name"].flatMap { text($0.value) }
    guard let payload, let target, let name else { return nil }
    return ContractExample(
      name: name, payload: payload, target: target, given: given, expectations: expectations,
      violations: violations, note: members["note"].flatMap { text($0.value) },
      extensions: extensions(of: value), origin: origin(value))
  }

  private mutating func payload(
    _ members: [MemberName: JSONMember], of example: JSONValue
  ) -> ContractExample.Payload? {
    switch (members["fixture"], members["json"]) {
    case (let fixture?, nil):
      return text(fixture.value).map { .fixture(Located($0, origin(fixture.value))) }
    case (nil, let json?): return .json(JSONFragment(json.value))
    case (_?, let json?):
      log.error(
        "an example has a \"fixture\" or \"json\", not both", at: origin(nameOf: json))
    case (nil, nil): log.error("an example has a \"fixture\" or \"json\"", at: origin(example))
    }
    return nil
  }

  private mutating func target(
    _ members: [MemberName: JSONMember], of value: JSONValue, what: String = "an example"
  ) -> ContractExample.Target? {
    switch (members["as"], members["endpoint"]) {
    case (let type?, nil): return typeTarget(type.value)
    case (nil, let endpoint?):
      let selector = parse(endpoint.value) { scanner throws(LineError) in try scanner.endpoint() }
      return selector.map { .endpoint(Located($0, origin(endpoint.value))) }
    case (_?, let endpoint?):
      log.error("\(what) has \"as\" or \"endpoint\", not both", at: origin(nameOf: endpoint))
    case (nil, nil): log.error("\(what) has \"as\" or \"endpoint\"", at: origin(value))
    }
    return nil
  }

  /// Reads a target: `[User]`, `user: User` for the value at a key of the payload, or an endpoint.
  private mutating func typeTarget(_ value: JSONValue) -> ContractExample.Target? {
    let origin = origin(value)
    return parse(value) { scanner throws(LineError) in try scanner.anyTarget(origin) }
  }

  // MARK: - Given

  /// Reads a fixture's name, or `{"fixture": "zoo.json", "as": "Zoo"}`; or an array of them.
  private mutating func given(_ member: JSONMember?) -> [ContractExample.Given] {
    guard let value = member?.value else { return [] }
    let values = value.kind == .array ? Array(value.elements) : [value]
    return values.compactMap { value in
      if value.kind == .object { return givenObject(value) }
      return nonEmptyText(value, what: "a fixture").map { ContractExample.Given(fixture: $0) }
    }
  }

  private mutating func givenObject(_ value: JSONValue) -> ContractExample.Given? {
    let what = "a given payload"
    guard let members = members(of: value, words: Vocabulary.given, what: what) else { return nil }
    let target = self.target(members, of: value, what: what)
    guard let fixture = members["fixture"] else {
      return refused("\(what) has a \"fixture\"", at: origin(value))
    }
    guard let name = nonEmptyText(fixture.value, what: "a fixture"), let target else { return nil }
    return ContractExample.Given(fixture: name, target: target)
  }

  // MARK: - Expectations

  private mutating func expectations(_ member: JSONMember?) -> ContractExample.Expectations? {
    guard let member else { return nil }
    guard
      let members = members(of: member.value, words: Vocabulary.expect, what: "an expectation")
    else { return nil }
    var expectations = ContractExample.Expectations()
    for counted in ContractExample.Counted.allCases {
      expectations.counts += counts(members[MemberName(counted.rawValue)], counted)
    }
    expectations.values = entries(members["values"], what: "an object of paths and values")
      .compactMap { entry in
        instancePath(entry.name.text, at: origin(nameOf: entry))
          .map { ContractExample.Value(path: $0, value: JSONFragment(entry.value)) }
      }
    expectations.extensions = extensions(of: member.value)
    expectations.events = texts(members["events"], what: "an event").compactMap { event($0) }
    expectations.same = same(members["same"])
    return expectations
  }

  private mutating func counts(
    _ member: JSONMember?, _ counted: ContractExample.Counted
  ) -> [ContractExample.Count] {
    entries(member, what: "an object of types and counts").compactMap { entry in
      guard let count = entry.value.number?.reading(as: Int.self).exactValue, count >= 0 else {
        return refused(entry.value, expected: "a count")
      }
      let type = Located(entry.name, origin(nameOf: entry))
      return ContractExample.Count(counted: counted, type: type, count: count)
    }
  }

  /// Reads groups of paths that lead to the same object: `[["[0].city", "[1].city"]]`.
  private mutating func same(_ member: JSONMember?) -> [[InstancePath]] {
    guard let value = member?.value else { return [] }
    guard value.kind == .array else {
      logKind(value, expected: "an array of arrays of paths")
      return []
    }
    return value.elements.compactMap { sameGroup($0) }
  }

  private mutating func sameGroup(_ value: JSONValue) -> [InstancePath]? {
    guard value.kind == .array else { return refused(value, expected: "an array of paths") }
    guard value.elements.count > 1 else {
      return refused("\"same\" takes two paths or more at a time", at: origin(value))
    }
    return value.elements.compactMap { element in
      text(element).flatMap { instancePath($0, at: origin(element)) }
    }
  }

  /// Reads `[0].id -> remoteId`, or an event's name and a path.
  private mutating func event(_ text: Located<String>) -> ExpectedEvent? {
    let parts = text.value.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    if parts.count > 2, parts[parts.count - 2] == "->" {
      return mappedEvent(
        parts.dropLast(2).joined(separator: " "), parts[parts.count - 1], text.origin)
    }
    guard let name = MappingEventName(rawValue: parts[0]) else {
      return refused(
        "unknown event \(quoted(parts[0]))",
        hint: didYouMean(parts[0], among: MappingEventName.allCases.map(\.rawValue))
          ?? "an event is written \"[0].id -> remoteId\" or \"missing [0].city\"",
        at: text.origin)
    }
    let path = parts.dropFirst().joined(separator: " ")
    return instancePath(path, at: text.origin).map { ExpectedEvent(path: $0, what: .event(name)) }
  }

  private mutating func mappedEvent(
    _ path: String, _ property: String, _ origin: Origin
  ) -> ExpectedEvent? {
    var scanner = LineScanner(LineText(property))
    guard let name = scanner.propertyPath(), scanner.next == nil else {
      return refused("\(quoted(property)) is no property", at: origin)
    }
    return instancePath(path, at: origin)
      .map { ExpectedEvent(path: $0, what: .mapped(to: name)) }
  }

  /// Reads `null-value at [0].id`, or a rule without a place for the payload itself.
  private mutating func violation(_ text: Located<String>) -> ExpectedViolation? {
    let parts = text.value.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
      .map(String.init)
    let word = parts.first ?? ""
    guard let rule = RuleID(rawValue: word) else {
      let hint = didYouMean(word, among: RuleID.allCases.map(\.rawValue))
      return refused("unknown rule \(quoted(word))", hint: hint, at: text.origin)
    }
    guard parts.count == 1 || parts.count == 3 && parts[1] == "at" && !parts[2].isEmpty else {
      return refused("expected \"\(word) at\" and an instance path", at: text.origin)
    }
    return instancePath(parts.count == 3 ? parts[2] : "", at: text.origin)
      .map { ExpectedViolation(rule: rule, path: $0) }
  }
}
