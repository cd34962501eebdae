import JSONParsing

/// Reads one contract file, and logs every mistake in it.
///
/// Unreadable parts are left out, so that one mistake does not hide the next. Names and other files
/// are not resolved here.
struct ContractReader {
  /// The file, relative to the root folder of contracts.
  let path: String
  var log = ContractErrorLog()
  /// The mappings with a part that could not be read: what seems to be missing in them may exist.
  var partialMappings: Set<MemberName> = []
  private(set) var hasDuplicates = false

  /// Reads a file; if the file is no contract at all, the result is empty.
  mutating func contract(_ root: JSONValue) -> Contract {
    var contract = Contract(name: Self.name(path), path: path)
    logNotices(root.document)
    guard let members = members(of: root, words: Vocabulary.file, what: "a contract") else {
      return contract
    }
    readVersion(members["contract"], root)
    // Only editors use it.
    if let schema = members["$schema"] { _ = text(schema.value) }
    contract.includes = texts(members["include"], what: "a file")
    contract.host = host(members["host"])
    contract.basePath = basePath(members["basePath"])
    contract.settings = settings(members)
    contract.documentation = documentation(members, of: root)
    contract.endpoints =
      endpoints(members["endpoints"], mimeType: members["mimeType"]) + requests(members["requests"])
    contract.mappings = mappings(members["mappings"])
    contract.statedExamples = examples(members["examples"])
    return contract
  }

  private static func name(_ path: String) -> MemberName {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return MemberName(
      file.hasSuffix(Contract.fileSuffix)
        ? String(file.dropLast(Contract.fileSuffix.count)) : file)
  }

  /// Reports duplicate members, of which all but one would silently be lost.
  private mutating func logNotices(_ document: JSONDocument) {
    for notice in document.notices {
      switch notice.kind {
      case .duplicateMember:
        hasDuplicates = true
        let name = document.string(atOffset: notice.offset) ?? ""
        log.error(
          "the member \(quoted(name)) is written twice",
          hint: "several lines for one key are an array",
          at: Origin(path: path, range: notice.offset..<notice.offset + 1))
      case .unpairedSurrogate:
        log.error(
          "the surrogate has no partner",
          at: Origin(path: path, range: notice.offset..<notice.offset + 6))
      case .byteOrderMark: break
      }
    }
  }

  private mutating func readVersion(_ member: JSONMember?, _ root: JSONValue) {
    guard let member else {
      return log.error(
        "a contract says its format", hint: "write \"contract\": \(Contract.formatVersion)",
        at: origin(root))
    }
    if member.value.number?.int64.exactValue != Int64(Contract.formatVersion) {
      logKind(member.value, expected: "the format \(Contract.formatVersion)")
    }
  }

  private mutating func host(_ member: JSONMember?) -> Located<String>? {
    guard let member, let host = text(member.value) else { return nil }
    guard !host.isEmpty, !host.contains("/"), !host.contains(" ") else {
      return refused(
        "expected a host, found \(quoted(host))", hint: "a host has no scheme and no path",
        at: origin(member.value))
    }
    return Located(host, origin(member.value))
  }

  private mutating func basePath(_ member: JSONMember?) -> Located<String>? {
    guard let member, let path = text(member.value) else { return nil }
    guard path.hasPrefix("/"), !path.hasSuffix("/"), !path.contains(" ") else {
      return refused(
        "expected a base path such as \"/v2\", found \(quoted(path))", at: origin(member.value))
    }
    return Located(path, origin(member.value))
  }

  // MARK: - Common members of files and mappings

  mutating func settings(_ members: [MemberName: JSONMember]) -> MappingSettings {
    var settings = MappingSettings()
    settings.coercion = choice(members["coercion"])
    settings.keys = choice(members["keys"])
    settings.unknownKeys = choice(members["unknownKeys"])
    if let member = members["acronyms"] {
      settings.acronyms = texts(member, what: "a word").map(\.value)
    }
    return settings
  }

  mutating func documentation(
    _ members: [MemberName: JSONMember], of value: JSONValue
  ) -> Documentation {
    var documentation = Documentation()
    documentation.owner = members["owner"].flatMap { text($0.value) }
    documentation.note = members["note"].flatMap { text($0.value) }
    documentation.extensions = extensions(of: value)
    if let value = members["deprecated"]?.value {
      documentation.deprecated =
        value.bool.map(Deprecation.flag) ?? text(value).map(Deprecation.reason)
    }
    return documentation
  }

  func extensions(of value: JSONValue) -> [ExtensionMember] {
    value.members.filter { $0.isExtension }
      .map { ExtensionMember(name: $0.name, value: JSONFragment($0.value)) }
  }
}
