import ContractModel
import JSONParsing
import MappingEngine

/// Replaces scalars by others of the same format and length that keep and break the same
/// constraints of contracts. The replacement is a bijection.
///
/// The replacement depends only on the text: the identity 31 of a body, the text `"31"` and the 31
/// of a path become the same.
package struct ValueRedactor: Sendable {
  private let key: RedactionKey
  /// The texts that stay, and that are never used as replacements.
  private let kept: Set<MemberName>
  private let limits: ValueLimits
  /// Whether only secrets are replaced.
  private(set) var replacesSecretsAlone: Bool
  /// The number of URLs that the text is a part of.
  private var depth = 0
  private let known = Memo<MemberName, Replacement>()
  /// The values that could not be replaced properly.
  package let notes = RedactionNotes()

  /// - Parameter contracts: The contracts, which say what stays, and which constraints replacements
  ///   keep.
  package init(_ key: RedactionKey, _ contracts: RedactionContracts) {
    (self.key, kept, limits) = (key, contracts.texts, contracts.limits)
    replacesSecretsAlone = false
  }

  /// Creates a redactor that replaces only secrets, whatever contracts say of them.
  init(ofSecretsBy key: RedactionKey) {
    self.init(key, RedactionContracts([]))
    replacesSecretsAlone = true
  }

  /// The replacement of a credential, which reveals nothing of it.
  package static let credential = "redacted"

  /// The maximum number of bytes of a text that is replaced as a whole. A longer text is replaced
  /// in parts, so that its replacement takes no more memory than the text.
  private static let longestValue = 1 << 12

  /// The maximum number of URLs around a URL whose parts are told apart.
  private static let deepestURL = 8

  /// The maximum number of bytes of a text whose replacement is remembered.
  private static let longestKnown = 300

  /// - Parameter isSecret: Whether everything is replaced, even if that breaks constraints.
  package func text(_ text: String, isSecret: Bool = false) -> String {
    guard let url = RedactedURL(text), !isKept(text) else {
      return scalar(text, isSecret: isSecret)
    }
    guard depth < Self.deepestURL else { return unreadable(text) }
    var parts = self
    parts.depth += 1
    if isSecret { parts.replacesSecretsAlone = false }
    let replaced = url.text(by: parts)
    guard !isSecret, !replacesSecretsAlone else { return replaced }
    var found = judged(replaced, for: text)
    if found.outcome == .breaks || isKept(replaced) {
      // The contract has a constraint beyond that of a URL.
      var secrets = parts
      secrets.replacesSecretsAlone = true
      let other = judged(parts.scalar(url.text(by: secrets)), for: text)
      if other.outcome != .breaks { found = other }
    }
    notes.note(found)
    return found.text
  }

  /// Replaces a text that is not a URL.
  package func scalar(_ text: String, isSecret: Bool = false) -> String {
    guard isSecret || !replacesSecretsAlone else { return text }
    let bare = trimmed(text)
    if bare.utf8.count < text.utf8.count, text.utf8.count <= Self.longestValue, !isKept(text) {
      let start = text.unicodeScalars.prefix { $0.properties.isWhitespace }
      let end = text.unicodeScalars.dropFirst(start.count + bare.unicodeScalars.count)
      let replaced = String(start) + scalar(bare, isSecret: isSecret) + String(end)
      if judged(replaced, for: text).outcome == .isReplaced { return replaced }
    }
    var found = replacement(of: text)
    if isSecret, found.outcome == .stays, case let other = free(text), other != text {
      found = judged(other, for: text)
    }
    notes.note(found)
    return found.text
  }

  /// Replaces a text that is not JSON by another that is not.
  package func notJSON(_ text: String) -> String {
    let replaced = unreadable(text)
    // A zero before digits, and a byte that is not UTF-8, do not stay. No JSON starts with an x.
    return (try? JSONDocument(parsing: replaced)) == nil ? replaced : "x" + replaced.dropFirst()
  }

  /// Replaces any text: only its length, white space and punctuation stay.
  package func unreadable(_ text: String) -> String {
    var (rest, replaced) = (text.unicodeScalars[...], "")
    while !rest.isEmpty {
      var symbols = TextSymbols()
      let part = rest.prefix(Self.longestValue / 4)
      symbols.take(plain: part)
      replaced += symbols.isEmpty ? String(part) : symbols.replaced(by: key) { _ in true } ?? ""
      rest = rest[part.endIndex...]
    }
    return replaced
  }

  package func bytes(_ bytes: [UInt8]) -> [UInt8] {
    var symbols = bytes.map { UInt16($0) }
    key.permute(&symbols, symbols.map { _ in 256 })
    return symbols.map { UInt8($0) }
  }

  // MARK: - Values

  /// Whether a text stays. A number stays in every notation.
  private func isKept(_ text: String) -> Bool {
    kept.contains(MemberName(text))
      || SpelledNumber(text).map { kept.contains(MemberName($0.plain)) } ?? false
  }

  /// Returns the outcome of a replacement: whether the lines of contracts judge it as the text.
  private func judged(_ replaced: String, for text: String) -> Replacement {
    guard limits.rules(brokenBy: text) != limits.rules(brokenBy: replaced) else {
      return Replacement(text: replaced)
    }
    let words = limits.words(keptBy: text, notBy: replaced)
    return Replacement(text: replaced, outcome: .breaks, words: words)
  }

  private func replacement(of text: String) -> Replacement {
    text.utf8.count > Self.longestKnown
      ? found(for: text) : known.value(of: MemberName(text)) { found(for: text) }
  }

  private func found(for text: String) -> Replacement {
    guard !isKept(text), !limits.isBool(text) else { return Replacement(text: text) }
    guard text.utf8.count <= Self.longestValue else { return judged(unreadable(text), for: text) }
    let (formats, rules) = (limits.formats(of: text), limits.rules(brokenBy: text))
    let isAlike = { (other: String) in
      limits.formats(of: other) == formats && limits.rules(brokenBy: other) == rules
        && !isKept(other)
    }
    // Equal numbers stay equal, however they are written.
    if let number = SpelledNumber(text) {
      var found = replacement(of: number.plain)
      found.text = number.spelling(found.text)
      if found.text == text {
        return Replacement(text: text, outcome: .stays, words: limits.words(keptBy: text))
      }
      if isAlike(found.text) { return found }
    }
    let symbols = symbols(of: text, formats)
    // If patterns leave no choice for a single scalar, another combination of scalars may still
    // match: `(0|1)+`.
    let open = symbols.isEmpty ? freeSymbols(of: text) : symbols
    guard !open.isEmpty else { return Replacement(text: text) }
    let replaced = open.replaced(by: key, admits: isAlike)
    if let replaced, replaced != text { return Replacement(text: replaced) }
    // A number that hardly another is like stays, such as one of few that are exact as a Float.
    return replaced == nil && !symbols.isEmpty && formats.number == nil
      ? judged(free(text), for: text)
      : Replacement(text: text, outcome: .stays, words: limits.words(keptBy: text))
  }

  /// Replaces a text by one of its kind, without regard to constraints.
  private func free(_ text: String) -> String {
    let format = NumberFormat(text)
    return freeSymbols(of: text).replaced(by: key) { other in
      NumberFormat(other) == format && !isKept(other)
    } ?? unreadable(text)
  }

  private func symbols(of text: String, _ formats: ValueLimits.Formats) -> TextSymbols {
    if let symbols = limits.symbols(ofDate: text, formats) { return symbols }
    let scalars = Array(text.unicodeScalars)
    let classes = limits.classes(of: scalars, formats)
    if !classes.isEmpty {
      var symbols = TextSymbols()
      symbols.take(plain: scalars, classes)
      return symbols
    }
    return freeSymbols(of: text, keeping: formats.number == nil ? 0 : limits.fixedCount(of: text))
  }

  /// Returns the symbols of a text without constraints. The exponent of a number stays, and so do
  /// the zeros at the end of a number with more digits than most types can hold.
  private func freeSymbols(of text: String, keeping keptCount: Int = 0) -> TextSymbols {
    var symbols = TextSymbols()
    var scalars = Array(text.unicodeScalars)[...]
    if NumberFormat(text) != nil {
      scalars = scalars.prefix { $0 != "e" && $0 != "E" }
      if scalars.count > NumberFormat.safeDigitCount {
        while scalars.last == "0", scalars.count > 1 { scalars.removeLast() }
      }
    }
    symbols.take(plain: scalars, keeping: keptCount)
    for scalar in text.unicodeScalars.dropFirst(scalars.count) { symbols.keep(scalar) }
    return symbols
  }
}
