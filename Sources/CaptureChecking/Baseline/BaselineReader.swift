import ContractModel
import JSONParsing
import MappingEngine

/// A mistake in a baseline's file.
package struct BaselineMistake: Error, Equatable, Sendable {
  /// The message, safe to display.
  package var message: String
  package var hint: String?
  /// The mistake's bytes in the file.
  package var range: Range<Int>
}

/// Reads the file of a baseline: JSON, with comments and trailing commas, since people edit it.
///
/// Every mistake is reported. An entry names its group in words; its fingerprint shows whether
/// these words have changed since they were written.
package struct BaselineReader {
  private static let members = [
    "contract", "endpoint", "rule", "mapping", "key", "reason", "expires", "count", "upTo",
    "fingerprint",
  ]

  /// In the order of the file; empty, if there are mistakes.
  package private(set) var entries: [Baseline.Entry] = []
  /// In the order of the file.
  package private(set) var mistakes: [BaselineMistake] = []
  private var known: Set<GroupIdentity> = []

  /// - Parameter text: The bytes of the file.
  package init(_ text: [UInt8]) {
    do {
      try read(JSONDocument(parsing: text, options: .tolerant).root)
    } catch {
      let start = min(error.offset, text.count)
      mistakes.append(
        BaselineMistake(
          message: "\(error)", hint: error.hint, range: start..<min(start + 1, text.count)))
    }
    if !mistakes.isEmpty { entries = [] }
    mistakes.sort { $0.range.lowerBound < $1.range.lowerBound }
  }

  private mutating func note(_ message: String, hint: String? = nil, _ range: Range<Int>) {
    mistakes.append(BaselineMistake(message: message, hint: hint, range: range))
  }

  // MARK: - The file

  private mutating func read(_ root: JSONValue) {
    guard root.kind == .object else {
      return note(
        "this is no baseline", hint: "--write-baseline FILE writes one", Self.start(of: root))
    }
    checkNames(of: root, among: ["baseline", "entries"])
    guard let version = root["baseline"] else {
      return note(
        "\"baseline\" is missing", hint: "--write-baseline FILE writes a baseline",
        Self.start(of: root))
    }
    guard version.number?.int64.exactValue == Int64(Baseline.version) else {
      return note(
        "the baseline is of version \(quoted(version.rawText)), not of \(Baseline.version)",
        version.byteRange)
    }
    guard let list = root["entries"] else {
      return note("\"entries\" is missing", Self.start(of: root))
    }
    guard list.kind == .array else { return note("expected a list", list.byteRange) }
    for value in list.elements { read(entry: value) }
  }

  /// Notes unknown and duplicate members.
  private mutating func checkNames(of object: JSONValue, among names: [String]) {
    var seen: Set<MemberName> = []
    for member in object.members {
      let name = member.name.text
      if !names.contains(name) {
        note(
          "unknown member \(quoted(name))", hint: didYouMean(name, among: names), member.nameRange)
      } else if !seen.insert(member.name).inserted {
        note("\(quoted(name)) is there twice", member.nameRange)
      }
    }
  }

  // MARK: - Entries

  private mutating func read(entry value: JSONValue) {
    guard value.kind == .object else { return note("expected an object", value.byteRange) }
    let mistakeCount = mistakes.count
    checkNames(of: value, among: Self.members)
    let contract = text("contract", of: value)
    let endpoint = text("endpoint", of: value)
    let rule = text("rule", of: value).flatMap { text in
      RuleID(rawValue: text)
        ?? note(
          "unknown rule \(quoted(text))",
          hint: didYouMean(text, among: RuleID.allCases.map(\.rawValue)), at: value["rule"])
    }
    let mapping = text("mapping", of: value, isRequired: false)
    let key = text("key", of: value, isRequired: false)
    let reason = text("reason", of: value).flatMap { text in
      Baseline.isReason(text) ? text : note("the reason is empty", at: value["reason"])
    }
    let expires = text("expires", of: value).flatMap { text in
      CivilDate(text)
        ?? note(
          "expected a day such as \"2027-01-31\", found \(quoted(text))", at: value["expires"])
    }
    let count = optional("count", of: value, "expected a count") {
      $0.number?.int64.exactValue.flatMap { $0 >= 0 ? Int($0) : nil }
    }
    let upTo = optional("upTo", of: value, "expected a share from \"1%\" to \"100%\"") {
      $0.string.flatMap { text in
        text.hasSuffix("%") ? Int(text.dropLast()).flatMap { 1...100 ~= $0 ? $0 : nil } : nil
      }
    }
    guard mistakes.count == mistakeCount, let contract, let endpoint, let rule, let reason,
      let expires
    else { return }
    let group = GroupIdentity(
      contract: MemberName(contract), endpoint: MemberName(endpoint), rule: rule,
      mapping: MemberName(mapping ?? ""), key: MemberName(key ?? ""))
    checkFingerprint(of: value, group)
    guard known.insert(group).inserted else {
      return note("the group is there twice: \(group)", Self.start(of: value))
    }
    entries.append(
      Baseline.Entry(group: group, reason: reason, expires: expires, count: count, upTo: upTo))
  }

  /// Returns the range of a value's first byte, which marks the value.
  private static func start(of value: JSONValue) -> Range<Int> {
    value.byteRange.lowerBound..<value.byteRange.lowerBound + 1
  }

  /// Returns the text of a member; notes a mistake and returns `nil`, if there is none.
  private mutating func text(
    _ name: String, of entry: JSONValue, isRequired: Bool = true
  ) -> String? {
    if isRequired, entry[name] == nil {
      note("\(quoted(name)) is missing", Self.start(of: entry))
    }
    return optional(name, of: entry, "expected a text", read: \.string)
  }

  private mutating func note<Value>(
    _ message: String, hint: String? = nil, at value: JSONValue?
  ) -> Value? {
    if let value { note(message, hint: hint, value.byteRange) }
    return nil
  }

  /// Returns the value of a member; `nil`, if the member is missing, or, after noting a mistake, if
  /// it is invalid.
  private mutating func optional<Value>(
    _ name: String, of entry: JSONValue, _ mistake: String, read: (JSONValue) -> Value?
  ) -> Value? {
    guard let value = entry[name] else { return nil }
    if let found = read(value) { return found }
    note(mistake, value.byteRange)
    return nil
  }

  private mutating func checkFingerprint(of entry: JSONValue, _ group: GroupIdentity) {
    guard let value = entry["fingerprint"] else {
      return note(
        "\"fingerprint\" is missing", hint: "that of this entry is \"\(group.fingerprint)\"",
        Self.start(of: entry))
    }
    guard value.string != group.fingerprint else { return }
    note(
      "the fingerprint is not that of what the entry names",
      hint: "if the names are right, it is \"\(group.fingerprint)\"", value.byteRange)
  }
}

extension Baseline {
  /// Whether a text is more than white space.
  package static func isReason(_ text: String) -> Bool {
    text.unicodeScalars.contains { !$0.properties.isWhitespace }
  }
}
