import JSONParsing

// Helpers for all parts of the reader: members with known words, texts, choices, lines.

extension ContractReader {
  /// Returns the place of a value; for an array or object, its opening bracket.
  func origin(_ value: JSONValue) -> Origin {
    let range = value.byteRange
    let isContainer = value.kind == .array || value.kind == .object
    return Origin(
      path: path, range: isContainer ? range.lowerBound..<range.lowerBound + 1 : range)
  }

  func origin(nameOf member: JSONMember) -> Origin { Origin(path: path, range: member.nameRange) }

  mutating func logKind(_ value: JSONValue, expected what: String) {
    log.error("expected \(what), found \(Self.kind(value))", at: origin(value))
  }

  /// Logs a mistake; the part that has it is left out.
  mutating func refused<Part>(_ message: String, hint: String? = nil, at origin: Origin) -> Part? {
    log.error(message, hint: hint, at: origin)
    return nil
  }

  mutating func refused<Part>(_ value: JSONValue, expected what: String) -> Part? {
    logKind(value, expected: what)
    return nil
  }

  private static func kind(_ value: JSONValue) -> String {
    switch value.kind {
    case .bool: value.rawText
    case .number: "the number \(value.rawText.prefix(40))"
    case .null, .string, .array, .object: value.kind.words
    }
  }

  /// Returns the members of an object by name, if the value is one; logs unknown words, those that
  /// resemble no word in one error. `what` describes the object, with its article.
  mutating func members(
    of value: JSONValue, words: Vocabulary.Words, what: String
  ) -> [MemberName: JSONMember]? {
    guard value.kind == .object else {
      return refused(value, expected: "\(what), which is an object")
    }
    var members: [MemberName: JSONMember] = [:]
    var strange: [JSONMember] = []
    for member in value.members {
      let name = member.name
      if words.names.contains(name) {
        members[name] = member
      } else if let hint = didYouMean(name.text, among: words.list), !member.isExtension {
        log.error("unknown word \(quoted(name.text))", hint: hint, at: origin(nameOf: member))
      } else if !member.isExtension {
        strange.append(member)
      }
    }
    if let first = strange.first {
      let isWithoutMap = words.names.contains("map") && members["map"] == nil
      log.error(
        "unknown \(strange.count == 1 ? "word" : "words") "
          + listed(strange.map { quoted($0.name.text) }),
        hint: isWithoutMap
          ? "the lines of \(what) stand in \"map\""
          : "\(what) has \(words.list.map(quoted).joined(separator: ", "))",
        at: origin(nameOf: first))
    }
    return members
  }

  /// Returns the members of an object with arbitrary names; none, if the value is no object.
  mutating func entries(_ member: JSONMember?, what: String) -> [JSONMember] {
    guard let member else { return [] }
    guard member.value.kind == .object else {
      logKind(member.value, expected: what)
      return []
    }
    guard hasDuplicates else { return Array(member.value.members) }
    // The last of duplicate members counts; they were already logged.
    var last: [MemberName: Int] = [:]
    for (index, entry) in member.value.members.enumerated() { last[entry.name] = index }
    return member.value.members.enumerated().filter { last[$1.name] == $0 }.map(\.element)
  }

  mutating func text(_ value: JSONValue) -> String? {
    guard let string = value.string else { return refused(value, expected: "a string") }
    return string
  }

  /// Reads the texts of an array, or a single text.
  mutating func texts(_ member: JSONMember?, what: String) -> [Located<String>] {
    guard let value = member?.value else { return [] }
    let items = value.kind == .array ? Array(value.elements) : [value]
    return items.compactMap { nonEmptyText($0, what: what) }
  }

  mutating func nonEmptyText(_ value: JSONValue, what: String) -> Located<String>? {
    guard let string = value.string, !string.isEmpty else {
      let found = value.string == nil ? Self.kind(value) : "an empty string"
      return refused("expected \(what), found \(found)", at: origin(value))
    }
    return Located(string, origin(value))
  }

  mutating func flag(_ member: JSONMember?) -> Bool? {
    guard let value = member?.value else { return nil }
    guard let bool = value.bool else { return refused(value, expected: "true or false") }
    return bool
  }

  mutating func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ member: JSONMember?, _: Choice.Type = Choice.self
  ) -> Choice? {
    guard let value = member?.value else { return nil }
    if let choice = value.string.flatMap(Choice.init) { return choice }
    let words = Choice.allCases.map(\.rawValue)
    let list =
      words.dropLast().map(quoted).joined(separator: ", ") + " or " + quoted(words.last ?? "")
    let found = value.string.map(quoted) ?? Self.kind(value)
    return refused(
      "expected \(list), found \(found)",
      hint: value.string.flatMap { didYouMean($0, among: words) },
      at: origin(value))
  }

  typealias Parser<Result> = (inout LineScanner) throws(LineError) -> Result

  /// Parses a string.
  mutating func parse<Result>(_ value: JSONValue, _ parser: Parser<Result>) -> Result? {
    text(value) == nil ? nil : parse(LineText(value, path: path), parser)
  }

  mutating func parse<Result>(nameOf member: JSONMember, _ parser: Parser<Result>) -> Result? {
    parse(LineText(nameOf: member, path: path), parser)
  }

  /// Runs a parser over a text, and logs its error.
  private mutating func parse<Result>(_ text: LineText, _ parser: Parser<Result>) -> Result? {
    var scanner = LineScanner(text)
    do {
      return try parser(&scanner)
    } catch {
      return refused(error.message, hint: error.hint, at: text.origin(error.range))
    }
  }

  mutating func propertyPath(_ value: JSONValue) -> Located<PropertyPath>? {
    let path = parse(value) { scanner throws(LineError) in try scanner.wholePropertyPath() }
    return path.map { Located($0, origin(value)) }
  }

  mutating func instancePath(_ text: String, at origin: Origin) -> InstancePath? {
    do {
      return try InstancePath(parsing: text)
    } catch {
      return refused("\(quoted(text)) is no instance path: \(error)", at: origin)
    }
  }
}

extension JSONMember {
  /// Whether the member is reserved for other programs.
  var isExtension: Bool { name.text.hasPrefix("x-") }
}
