extension JSONParseError.Reason {
  /// Describes why the scanner stopped.
  init(_ failure: ScanFailure, in text: PaddedText, options: JSONParsingOptions) {
    let found = Self.found(at: failure.offset, in: text)
    switch (failure.reason, found) {
    case (.tooDeep, _): self = .tooDeep(limit: options.maximumDepth)
    case (.leadingZero, _): self = .leadingZero
    case (_, nil): self = .invalidUTF8(text[failure.offset])
    case (.controlCharacter, .endOfText?), (.escape, .endOfText?), (.unicodeEscape, .endOfText?):
      self = .unterminatedString(openedAt: failure.tokenStart)
    case (.controlCharacter, _): self = .controlCharacter(text[failure.offset])
    case (.escape, let found?): self = .invalidEscape(found.firstCharacter)
    case (.unicodeEscape, let found?): self = .invalidUnicodeEscape(found.firstCharacter)
    case (.value, .endOfText?) where Self.isBlank(text, options): self = .emptyText
    case (_, .character("/")?) where Self.isOpenComment(at: failure.offset, text, options):
      self = .unterminatedComment
    case (let reason, let found?): self = .unexpected(found, expected: .init(reason))
    }
  }

  /// Returns the word or character at an offset, or `nil` if the bytes are not UTF-8.
  private static func found(at offset: Int, in text: PaddedText) -> JSONParseError.Found? {
    guard offset < text.count else { return .endOfText }
    let word = word(at: offset, in: text)
    guard word.isEmpty else { return .word(word) }
    let length = utf8Length(text, at: offset)
    guard length > 0, offset + length <= text.count else { return nil }
    let bytes = (offset..<offset + length).map { text[$0] }
    // A well-formed sequence is one scalar.
    return String(decoding: bytes, as: UTF8.self).unicodeScalars.first.map { .character($0) }
  }

  /// Returns the ASCII letters, digits and underscores from an offset, at most 24 of them.
  private static func word(at offset: Int, in text: PaddedText) -> String {
    var word = ""
    for position in offset..<min(text.count, offset + 24) {
      let scalar = Unicode.Scalar(text[position])
      guard scalar.isASCII, scalar.properties.isAlphabetic || "0"..."9" ~= scalar || scalar == "_"
      else { break }
      word.unicodeScalars.append(scalar)
    }
    return word
  }

  private static func isBlank(_ text: PaddedText, _ options: JSONParsingOptions) -> Bool {
    let end =
      options.allowsComments
      ? skipWhitespace(text, from: text.start, TolerantGrammar.self)
      : skipWhitespace(text, from: text.start, StrictGrammar.self)
    return end == text.count
  }

  private static func isOpenComment(
    at offset: Int, _ text: PaddedText, _ options: JSONParsingOptions
  ) -> Bool {
    options.allowsComments && text[offset + 1] == ASCII.asterisk
  }
}

extension JSONParseError.Found {
  /// Only the first character: an escape is one character, even if it starts a word.
  fileprivate var firstCharacter: Self {
    guard case .word(let word) = self, let first = word.unicodeScalars.first else { return self }
    return .character(first)
  }
}

extension JSONParseError.Expected {
  /// Makes the expectation of a scanner's reason; for a reason inside of a token, a value was
  /// expected.
  fileprivate init(_ reason: ScanFailure.Reason) {
    switch reason {
    case .valueOrClosingBracket: self = .valueOrClosingBracket
    case .name: self = .memberName
    case .nameOrClosingBrace: self = .memberNameOrClosingBrace
    case .colon: self = .colon
    case .commaOrClosingBrace: self = .commaOrClosingBrace
    case .commaOrClosingBracket: self = .commaOrClosingBracket
    case .endOfText: self = .endOfText
    case .digit: self = .digit
    case .value, .leadingZero, .controlCharacter, .escape, .unicodeEscape, .utf8, .tooDeep:
      self = .value
    }
  }
}
