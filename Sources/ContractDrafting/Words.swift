import ContractModel
import JSONParsing
import MappingEngine

/// The words of a key, and the names of types and properties made of them.
enum Words {
  /// Returns the ASCII words in a text: `avatar`, `URL` and `2` for `avatar_URL2`; `x` if there are
  /// none.
  static func words(of text: String) -> [String] {
    var words: [String] = []
    var rest = Array(text.utf8)[...]
    while let first = rest.first {
      let capitals = rest.prefix(while: isUpper)
      let small = rest.dropFirst(capitals.count).prefix(while: isLower)
      let count =
        if capitals.count > 1 {
          // Before a small letter, the last capital starts the next word.
          small.isEmpty ? capitals.count : capitals.count - 1
        } else if KeyName.isDigit(first) {
          rest.prefix(while: KeyName.isDigit).count
        } else {
          capitals.count + small.count
        }
      if count > 0 { words.append(String(decoding: rest.prefix(count), as: UTF8.self)) }
      rest = rest.dropFirst(max(1, count))
    }
    return words.isEmpty ? ["x"] : words
  }

  static func isUpper(_ byte: UInt8) -> Bool { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte }
  static func isLower(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte }

  static func isHexadecimal(_ byte: UInt8) -> Bool {
    KeyName.isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
  }

  /// Returns an English word in the singular, judged by its ending.
  static func singular(_ word: String) -> String {
    let lower = word.lowercased()
    if ["series", "species"].contains(where: lower.hasSuffix) { return word }
    let endsInIE = ["movies", "cookies", "calories", "selfies"].contains(where: lower.hasSuffix)
    if lower.hasSuffix("ies"), lower.utf8.count > 4, !endsInIE { return word.dropLast(3) + "y" }
    if ["ss", "us", "is", "as", "ews"].contains(where: lower.hasSuffix) { return word }
    if ["ches", "shes", "xes", "sses", "zes", "uses"].contains(where: lower.hasSuffix) {
      return String(word.dropLast(2))
    }
    return lower.hasSuffix("s") && lower.utf8.count > 2 ? String(word.dropLast()) : word
  }

  static func isPlural(_ word: String) -> Bool { singular(word) != word }

  /// Whether a segment looks like a word that the API defines rather than data: lower-case letters,
  /// in the plural or with an underscore.
  static func isVocabulary(_ segment: String) -> Bool {
    let parts = segment.utf8.split(
      omittingEmptySubsequences: false, whereSeparator: "_-".utf8.contains)
    guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isLower) }) else { return false }
    return isPlural(segment) || segment.utf8.contains(UInt8(ascii: "_"))
  }

  /// Whether a text has only words of letters.
  static func isWord(_ text: String) -> Bool {
    text.utf8.count > 1
      && text.utf8.split(omittingEmptySubsequences: false, whereSeparator: "_-".utf8.contains)
        .allSatisfy { !$0.isEmpty && $0.allSatisfy(KeyName.isLetter) }
  }

  /// Returns the name of a mapping: `OrderItem` for `order_items` if there are many.
  static func typeName(_ key: String, isPlural: Bool = false) -> String {
    var words = words(of: key).map { $0.lowercased() }
    if isPlural, let last = words.popLast() { words.append(singular(last)) }
    let name = String(words.map(capitalized).joined().drop { $0.isNumber })
    return untaken(name.isEmpty ? "Object" : name)
  }

  /// Whether a text has the form of a type's name: ASCII letters and digits, the first a capital.
  static func isTypeName(_ text: String) -> Bool {
    text.utf8.first.map(isUpper) == true
      && text.utf8.allSatisfy { KeyName.isLetter($0) || KeyName.isDigit($0) }
  }

  /// Returns the name, with a suffix if it is the name of a built-in type.
  static func untaken(_ name: String) -> String {
    takenNames.contains(name.lowercased()) ? name + "Value" : name
  }

  /// The names of built-in types, and similar names, in lower case.
  private static let takenNames = Set(
    (ScalarName.allCases.map(\.rawValue) + ["Set", "Null"]).map { $0.lowercased() })

  /// Returns the name of a property: `avatarURL` for `avatar_url`.
  static func propertyName(_ key: String) -> String {
    let words = words(of: key).map { $0.lowercased() }
    var name = words[0] + words.dropFirst().map { initials[$0] ?? capitalized($0) }.joined()
    if key.utf8.first == UInt8(ascii: "+") { name = "plus" + name }
    if key.utf8.first == UInt8(ascii: "-") { name = "minus" + name }
    return name.utf8.first.map(KeyName.isDigit) == true ? "x" + name : name
  }

  /// Returns a property's name that no other line has; `prefix` is the key path before the key,
  /// with a dot at its end.
  static func unusedProperty(
    _ key: String, _ prefix: String, _ used: inout Set<String>
  ) -> String {
    let alone = propertyName(key)
    let base = !prefix.isEmpty && used.contains(alone) ? propertyName(prefix + key) : alone
    let name = unused(base, besides: used)
    used.insert(name)
    return name
  }

  /// Returns the property that a line of a key has to name; `nil` if it has the name of the key.
  static func writtenProperty(
    _ key: String, _ prefix: String, _ used: inout Set<String>
  ) -> String? {
    let property = unusedProperty(key, prefix, &used)
    return property.utf8.elementsEqual(key.utf8) && prefix.isEmpty ? nil : property
  }

  /// Returns the name, with a number from 2 on if it is taken.
  static func unused(_ name: String, besides taken: Set<String>) -> String {
    var (unused, number) = (name, 2)
    while taken.contains(unused) {
      unused = "\(name)\(number)"
      number += 1
    }
    return unused
  }

  static func capitalized(_ word: String) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }

  /// Words that Swift writes in capital letters.
  private static let initials = [
    "url": "URL", "html": "HTML", "sha": "SHA", "ssh": "SSH", "api": "API", "ip": "IP",
    "http": "HTTP", "uuid": "UUID", "utc": "UTC",
  ]

  /// Whether a word is generic, so that it does not name anything.
  static func isGeneric(_ key: String) -> Bool {
    let lower = key.lowercased()
    return generic.contains(lower) || generic.contains(singular(lower))
  }

  private static let generic: Set<String> = [
    "item", "data", "value", "result", "response", "payload", "node", "object", "child", "element",
    "entry", "content", "detail", "body", "attribute", "self", "list", "index",
  ]
}

/// The meanings of values that keys suggest.
enum KeyHints {
  /// Whether the key suggests a number that may have a fraction.
  static func isMeasured(_ key: String) -> Bool {
    hasSuffix(
      key.lowercased(),
      "price", "amount", "cost", "rate", "ratio", "score", "lat", "lng", "lon", "latitude",
      "longitude", "percent", "percentage", "average", "avg", "duration", "weight", "height",
      "width", "balance", "fee", "tax", "temperature")
  }

  static func isTime(_ key: String) -> Bool {
    hasSuffix(
      key, "_at", "At", "_on", "On", "date", "Date", "time", "Time", "stamp", "Stamp", "expires",
      "Expires", "expiry", "created", "updated", "modified")
  }

  static func isMoney(_ key: String) -> Bool {
    hasSuffix(
      key.lowercased(),
      "price", "amount", "cost", "total", "subtotal", "balance", "fee", "tax", "discount", "money",
      "vat", "deposit", "refund", "salary", "revenue")
  }

  /// Whether the key describes the response rather than its content.
  static func isOfResponse(_ key: String) -> Bool {
    [
      "meta", "metadata", "_meta", "links", "_links", "page", "paging", "pagination", "info",
      "status", "error", "errors", "warnings",
    ].contains(key.lowercased())
  }

  /// Whether the key is a position among pages, which the first or last page may lack.
  static func isPaging(_ key: String) -> Bool {
    let lower = key.lowercased()
    let alone = ["next", "prev", "previous", "after", "before", "cursor", "continue"]
    if alone.contains(lower) || ["nextpagetoken", "pagetoken"].contains(lower) { return true }
    return ["next", "prev", "start", "end"].contains { start in
      ["page", "cursor", "token", "url", "link"].contains { end in
        lower == start + end || lower == "\(start)_\(end)"
      }
    }
  }

  /// Whether the key suggests a text from a small set of words.
  static func isChoice(_ key: String) -> Bool {
    hasSuffix(
      key.lowercased(),
      "type", "kind", "state", "status", "event", "action", "role", "level", "mode", "visibility",
      "permission", "conclusion", "reason", "association", "phase", "category", "severity",
      "method", "format", "side", "scope", "policy", "protocol")
  }

  /// Whether the key suggests a URL, an identifier or a time.
  static func isFormatted(_ key: String) -> Bool {
    hasSuffix(
      key, "url", "uri", "href", "link", "uuid", "guid", "uid", "_at", "At", "date", "Date", "time",
      "Time", "stamp", "Timestamp", "created", "updated", "on", "day", "Day")
  }

  /// Whether the key suggests digits that are not a number.
  static func isCode(_ key: String) -> Bool {
    let lower = key.lowercased()
    return [
      "zip", "postal", "phone", "tel", "code", "version", "name", "title", "key", "ref", "number",
      "isbn", "issn", "ean", "upc", "sku", "last4", "iban", "bic", "account", "card", "fax",
      "mobile", "vat", "ssn", "serial", "barcode",
    ].contains { lower.contains($0) }
  }

  /// Whether a key is data rather than a name: an identity, an address, a path.
  static func isData(_ key: String) -> Bool {
    let bytes = Array(key.utf8)
    guard let first = bytes.first, first != UInt8(ascii: "@") else { return false }
    if bytes.contains(where: "./ @:".utf8.contains) { return true }
    let digits = bytes.count(where: KeyName.isDigit)
    if digits == bytes.count { return true }
    if bytes.count >= 7, digits > 0, bytes.allSatisfy(Words.isHexadecimal) { return true }
    if bytes.count == 36, bytes[8] == UInt8(ascii: "-") { return true }
    let parts = bytes.split(
      separator: UInt8(ascii: "_"), maxSplits: 1, omittingEmptySubsequences: false)
    let isAlphanumeric =
      bytes.contains(where: Words.isLower)
      && parts.allSatisfy { part in
        part.allSatisfy { KeyName.isDigit($0) || Words.isLower($0) }
      }
    return isAlphanumeric && digits >= 2 && (parts.last?.count ?? 0) >= 5
      && parts.allSatisfy { !$0.isEmpty }
  }

  private static func hasSuffix(_ key: String, _ ends: String...) -> Bool {
    ends.contains(where: key.hasSuffix)
  }
}
