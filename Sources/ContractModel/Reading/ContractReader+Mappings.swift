import JSONParsing

extension ContractReader {
  mutating func mappings(_ member: JSONMember?) -> [ContractMapping] {
    entries(member, what: "an object of mappings").compactMap { mapping($0) }
  }

  private mutating func mapping(_ member: JSONMember) -> ContractMapping? {
    guard isTypeName(member.name.text, at: origin(nameOf: member)) else { return nil }
    let errorCount = log.errorCount
    defer { if log.errorCount > errorCount { partialMappings.insert(member.name) } }
    guard
      let members = members(of: member.value, words: Vocabulary.mapping, what: "a mapping")
    else { return nil }
    var mapping = ContractMapping(name: member.name, origin: origin(nameOf: member))
    mapping.type = members["type"].flatMap { typeName($0.value) }
    mapping.extends = members["extends"].flatMap { typeName($0.value) }
    mapping.identifiedBy = identity(members["identifiedBy"])
    mapping.missingIdentity = choice(members["missingIdentity"])
    mapping.modifiedBy = members["modifiedBy"].flatMap { propertyPath($0.value) }
    mapping.lines = lines(entries(members["map"], what: "an object of lines"))
    mapping.dispatch = dispatch(members)
    mapping.connections = connections(members["connect"])
    mapping.settings = settings(members)
    mapping.documentation = documentation(members, of: member.value)
    return mapping
  }

  private mutating func typeName(_ value: JSONValue) -> Located<MemberName>? {
    guard let name = text(value), isTypeName(name, at: origin(value)) else { return nil }
    return Located(MemberName(name), origin(value))
  }

  /// Returns whether a mapping or a type of object may have the name; otherwise logs the reason.
  mutating func isTypeName(_ name: String, at origin: Origin) -> Bool {
    if ScalarName(rawValue: name) != nil || name == "Set" {
      log.error("\(quoted(name)) is a type of the format; a mapping has another name", at: origin)
      return false
    }
    let scalars = name.unicodeScalars
    let isName =
      scalars.first?.properties.isUppercase == true && scalars.allSatisfy(\.continuesName)
    guard isName else {
      log.error(
        "expected a type's name, found \(quoted(name))",
        hint: "types start with a capital letter and have letters, digits and _", at: origin)
      return false
    }
    return true
  }

  private mutating func identity(_ member: JSONMember?) -> [Located<PropertyPath>] {
    guard let value = member?.value else { return [] }
    guard value.kind == .array else { return [propertyPath(value)].compactMap { $0 } }
    if value.elements.isEmpty { log.error("an identity has a property", at: origin(value)) }
    return value.elements.compactMap { propertyPath($0) }
  }

  // MARK: - Connections

  private mutating func connections(_ member: JSONMember?) -> [Connection] {
    entries(member, what: "an object of connections").compactMap { connection($0) }
  }

  private mutating func connection(_ member: JSONMember) -> Connection? {
    let line = parse(nameOf: member) { scanner throws(LineError) in try scanner.line() }
    guard let line else { return nil }
    guard let property = line.property, line.value.constraints.isEmpty, line.defaultValue == nil,
      line.value.connectedMapping != nil
    else {
      return refused(
        "expected a connection such as \"owner: User\" or \"pets: [Pet]\"",
        at: origin(nameOf: member))
    }
    let keys = connectionKeys(member.value)
    if keys.isEmpty, member.value.kind == .object, member.value.members.isEmpty {
      log.error("a connection has a key", at: origin(member.value))
    }
    return Connection(
      property: property, value: line.value, keys: keys, origin: origin(nameOf: member))
  }

  private mutating func connectionKeys(_ value: JSONValue) -> [Connection.Key] {
    guard value.kind == .object else {
      logKind(value, expected: "keys such as {\"ownerId\": \"remoteId\"}")
      return []
    }
    return value.members.compactMap { member in
      let own = parse(nameOf: member) { scanner throws(LineError) in
        try scanner.wholePropertyPath()
      }
      guard let own, let other = propertyPath(member.value) else { return nil }
      return Connection.Key(own: Located(own, origin(nameOf: member)), other: other)
    }
  }
}
