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
  /// The values that could not be replaced properly.
  package let notes = RedactionNotes()

  /// - Parameter contracts: The contracts, which say what stays, and which constraints replacements
  ///   keep.
  package init(_ key: RedactionKey, _ contracts: RedactionContracts = RedactionContracts([])) {
    (self.key, kept, limits) = (key, contracts.texts, contracts.limits)
  }

  /// The replacement of a credential, which reveals nothing of it.
  package static let credential = "redacted"

  /// - Parameters:
  ///   - stays: Whether everything stays except the credentials of a URL.
  ///   - isSecret: Whether everything is replaced, even if that breaks constraints.
  package func text(_ text: String, stays: Bool = false, isSecret: Bool = false) -> String {
    guard let url = RedactedURL(text), !kept.contains(MemberName(text)) else {
      return stays ? text : scalar(text, isSecret: isSecret)
    }
    guard !stays, !isSecret else { return url.text(by: self, stays: stays, isRequest: false) }
    let found = notes.replacement(of: .init(text: MemberName(text), isURL: true)) {
      replacement(of: url, text)
    }
    notes.note(found)
    return found.text
  }

  private func replacement(of url: RedactedURL, _ text: String) -> RedactionNotes.Replacement {
    let replaced = url.text(by: self, isRequest: false)
    if limits.areAlike(text, replaced), !kept.contains(MemberName(replaced)) {
      return .init(text: replaced)
    }
    // The contract has a constraint beyond that of a URL.
    let other = scalar(url.text(by: self, stays: true, isRequest: true))
    if limits.areAlike(text, other) { return .init(text: other) }
    return .init(text: replaced, .breaks, brokenWords(limits.shape(of: text)))
  }

  /// Replaces a text that is not a URL.
  package func scalar(_ text: String, isSecret: Bool = false) -> String {
    let name = MemberName(text)
    guard !kept.contains(name), !limits.isBool(text) else { return text }
    guard text.utf8.count <= Self.longestValue else {
      let replaced = unreadable(text)
      if !limits.areAlike(text, replaced) {
        notes.note(.init(text: replaced, .breaks, brokenWords(limits.shape(of: text))))
      }
      return replaced
    }
    let bare = trimmed(text)
    if bare.utf8.count < text.utf8.count {
      let start = text.unicodeScalars.prefix { $0.properties.isWhitespace }
      let end = text.unicodeScalars.dropFirst(start.count + bare.unicodeScalars.count)
      let replaced = String(start) + scalar(bare, isSecret: isSecret) + String(end)
      if limits.areAlike(text, replaced) { return replaced }
    }
    var found = notes.replacement(of: .init(text: name)) { replacement(of: text) }
    if isSecret, found.outcome == .stays {
      found = .init(text: free(text), .breaks, found.words)
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

  /// The maximum number of bytes of a text that is replaced as a whole. A longer text is replaced
  /// in parts, so that its replacement takes no more memory than the text.
  private static let longestValue = 1 << 12

  package func bytes(_ bytes: [UInt8]) -> [UInt8] { key.bytes(for: bytes, count: bytes.count) }

  // MARK: - Values

  private func replacement(of text: String) -> RedactionNotes.Replacement {
    let shape = limits.shape(of: text)
    // Equal numbers stay equal, however they are written.
    if let number = SpelledNumber(text) {
      let plain = notes.replacement(of: .init(text: MemberName(number.plain))) {
        replacement(of: number.plain)
      }
      let replaced = number.spelling(plain.text)
      if limits.shape(of: replaced) == shape, !kept.contains(MemberName(replaced)) {
        return .init(text: replaced, plain.outcome, plain.words)
      }
    }
    let symbols = symbols(of: text, shape)
    // If patterns leave no choice for a single scalar, another combination of scalars may still
    // match: `(0|1)+`.
    let isSaid = symbols.isEmpty
    let open = isSaid ? freeSymbols(of: text) : symbols
    guard !open.isEmpty else { return .init(text: text) }
    let replaced = open.replaced(by: key) { other in
      !kept.contains(MemberName(other)) && limits.shape(of: other) == shape
    }
    if let replaced, replaced != text { return .init(text: replaced) }
    return replaced == nil && !isSaid
      ? .init(text: free(text), .breaks, brokenWords(shape))
      : .init(text: text, .stays, limits.words(keptBy: shape))
  }

  private func brokenWords(_ shape: ValueLimits.Shape) -> [String] {
    limits.words(keptBy: shape, includesTypes: true)
  }

  /// Replaces a text by one of its kind, without regard to constraints.
  private func free(_ text: String) -> String {
    let format = NumberFormat(text)
    return freeSymbols(of: text).replaced(by: key) { other in
      NumberFormat(other) == format && !kept.contains(MemberName(other))
    } ?? unreadable(text)
  }

  private func symbols(of text: String, _ shape: ValueLimits.Shape) -> TextSymbols {
    if let symbols = limits.symbols(ofDate: text, shape) { return symbols }
    let scalars = Array(text.unicodeScalars)
    let classes = limits.classes(of: scalars, shape)
    if !classes.isEmpty {
      var symbols = TextSymbols()
      symbols.take(plain: scalars, classes)
      return symbols
    }
    if shape.number != nil, text.utf8.count <= NumberFormat.safeDigitCount,
      let number = Int64(text), number != 0
    {
      return TextSymbols(number, in: limits.cell(of: number))
    }
    return freeSymbols(of: text)
  }

  /// Returns the symbols of a text without constraints. The exponent of a number stays, and so do
  /// the zeros at the end of a number with more digits than most types can hold.
  private func freeSymbols(of text: String) -> TextSymbols {
    var symbols = TextSymbols()
    var scalars = Array(text.unicodeScalars)[...]
    if NumberFormat(text) != nil {
      scalars = scalars.prefix { $0 != "e" && $0 != "E" }
      if scalars.count > NumberFormat.safeDigitCount {
        while scalars.last == "0", scalars.count > 1 { scalars.removeLast() }
      }
    }
    symbols.take(plain: scalars)
    for scalar in text.unicodeScalars.dropFirst(scalars.count) { symbols.keep(scalar) }
    return symbols
  }
}
