// The tokens of JSON. They are scanned by functions of only the text and an offset, so that the
// scanner's state stays in registers.

/// The end of a string or number, or its mistake and the mistake's offset.
struct TokenScan {
  /// The kind of the token, or its mistake.
  enum Outcome: UInt8 {
    /// A string without escapes, with escapes, and with the escape of a surrogate.
    case plainString, escapedString, surrogateString
    case integer, real
    case controlCharacter, badEscape, badUnicodeEscape, badUTF8
    case noDigit, leadingZero

    @inline(__always)
    var isValid: Bool { rawValue <= Self.real.rawValue }

    @inline(__always)
    var kind: TapeKind {
      switch self {
      case .plainString: .plainString
      case .integer: .integer
      case .real: .real
      default: .escapedString
      }
    }
  }

  /// The offset after the token, or of the invalid byte.
  var end: Int
  var outcome: Outcome
  /// The offset of the token's first byte.
  var start: Int

  /// The failure for an invalid outcome.
  var failure: ScanFailure {
    let reason: ScanFailure.Reason =
      switch outcome {
      case .controlCharacter: .controlCharacter
      case .badEscape: .escape
      case .badUnicodeEscape: .unicodeEscape
      case .noDigit: .digit
      case .leadingZero: .leadingZero
      default: .utf8
      }
    return ScanFailure(reason, at: end, inTokenAt: start)
  }
}

// MARK: - White space

/// Returns the offset of the first byte at or after `start` that is neither white space nor in a
/// comment. An unclosed comment is not skipped, nor is a byte in a comment that is not UTF-8.
@inline(__always)
func skipWhitespace<Grammar: JSONGrammar>(
  _ text: PaddedText, from start: Int, _: Grammar.Type
) -> Int {
  let byte = text[start]
  if byte > ASCII.space && !(Grammar.isTolerant && byte == ASCII.slash) { return start }
  return skipMoreWhitespace(text, from: start, Grammar.self)
}

@inline(never)
private func skipMoreWhitespace<Grammar: JSONGrammar>(
  _ text: PaddedText, from start: Int, _: Grammar.Type
) -> Int {
  var position = start
  while true {
    switch text[position] {
    case ASCII.space:
      position &+= 1
      while text.word(at: position) == 0x2020_2020_2020_2020 { position &+= 8 }
    case ASCII.lineFeed, ASCII.carriageReturn, ASCII.tab:
      position &+= 1
    case ASCII.slash where Grammar.isTolerant:
      let end = skipComment(text, from: position)
      if end.isComplete { position = end.offset } else { return end.offset }
    default:
      return position
    }
  }
}

/// Returns the offset after a comment; if the comment is incomplete, that of its start or of the
/// byte that is not UTF-8.
private func skipComment(_ text: PaddedText, from start: Int) -> (offset: Int, isComplete: Bool) {
  let isBlock = text[start + 1] == ASCII.asterisk
  guard isBlock || text[start + 1] == ASCII.slash else { return (start, false) }
  var position = start + 2
  while position < text.count {
    if isBlock {
      if text[position] == ASCII.asterisk, text[position + 1] == ASCII.slash {
        return (position + 2, true)
      }
    } else if text[position] == ASCII.lineFeed || text[position] == ASCII.carriageReturn {
      return (position, true)
    }
    let length = utf8Length(text, at: position)
    guard length > 0 else { return (position, false) }
    position += length
  }
  return isBlock ? (start, false) : (position, true)
}

// MARK: - Strings

/// Returns a word whose lowest set bit marks the first special byte: a quote, a backslash, a
/// control character, or a byte that is not ASCII.
///
/// Each term sets the high bit of a byte that it searches. Above the first such byte bits may be
/// set wrongly, because the subtractions borrow; those bytes are examined later.
@inline(__always)
private func stops(in word: UInt64) -> UInt64 {
  let ones: UInt64 = 0x0101_0101_0101_0101
  let quotes = (word ^ (ones &* UInt64(ASCII.quote))) &- ones
  let backslashes = (word ^ (ones &* UInt64(ASCII.backslash))) &- ones
  let controls = word &- (ones &* UInt64(ASCII.space))
  return (quotes | backslashes | controls | word) & (ones &* 0x80)
}

/// Scans the string whose opening quote is at an offset.
@inline(__always)
func scanString(_ text: PaddedText, openedAt start: Int) -> TokenScan {
  var position = start &+ 1
  while true {
    let marks = stops(in: text.word(at: position))
    guard marks != 0 else {
      position &+= 8
      continue
    }
    position &+= marks.trailingZeroBitCount &>> 3
    guard text[position] == ASCII.quote else {
      return scanUnusualString(text, openedAt: start, from: position)
    }
    return TokenScan(end: position &+ 1, outcome: .plainString, start: start)
  }
}

/// Continues scanning a string at its first byte that is not plain ASCII.
@inline(never)
private func scanUnusualString(
  _ text: PaddedText, openedAt start: Int, from first: Int
) -> TokenScan {
  var position = first
  var outcome = TokenScan.Outcome.plainString
  while true {
    let byte = text[position]
    if byte >= 0x80 {
      let length = utf8Length(text, at: position)
      guard length > 0 else { return TokenScan(end: position, outcome: .badUTF8, start: start) }
      position &+= length
    } else if byte == ASCII.quote {
      return TokenScan(end: position &+ 1, outcome: outcome, start: start)
    } else if byte == ASCII.backslash {
      let escape = scanEscape(text, at: position)
      guard escape.outcome.isValid else {
        return TokenScan(end: escape.end, outcome: escape.outcome, start: start)
      }
      if outcome != .surrogateString { outcome = escape.outcome }
      position = escape.end
    } else if byte < ASCII.space {
      return TokenScan(end: position, outcome: .controlCharacter, start: start)
    } else {
      let marks = stops(in: text.word(at: position))
      position &+= marks == 0 ? 8 : marks.trailingZeroBitCount &>> 3
    }
  }
}

/// Scans the escape whose backslash is at an offset; surrogates need not be paired.
private func scanEscape(_ text: PaddedText, at start: Int) -> TokenScan {
  switch text[start + 1] {
  case ASCII.quote, ASCII.backslash, ASCII.slash, 0x62, 0x66, 0x6e, 0x72, 0x74:  // b f n r t
    return TokenScan(end: start + 2, outcome: .escapedString, start: start)
  case ASCII.lowerU:
    for digit in start + 2..<start + 6 where ASCII.hexadecimalValue(text[digit]) == nil {
      return TokenScan(end: digit, outcome: .badUnicodeEscape, start: start)
    }
    // D800 to DFFF: among hexadecimal digits, the second is 8 or above.
    let isSurrogate =
      text[start + 2] | ASCII.lowercaseBit == UInt8(ascii: "d")
      && text[start + 3] >= UInt8(ascii: "8")
    return TokenScan(
      end: start + 6, outcome: isSurrogate ? .surrogateString : .escapedString, start: start)
  default:
    return TokenScan(end: start + 1, outcome: .badEscape, start: start)
  }
}

// MARK: - Numbers

/// Scans the number that starts with the digit or minus sign at an offset.
@inline(__always)
func scanNumber(_ text: PaddedText, from start: Int) -> TokenScan {
  var position = start
  if text[position] == ASCII.minus { position &+= 1 }
  let first = position
  position = skipDigits(text, from: position)
  guard position > first else { return TokenScan(end: position, outcome: .noDigit, start: start) }
  if text[first] == ASCII.zero, position > first &+ 1 {
    return TokenScan(end: first, outcome: .leadingZero, start: start)
  }
  let byte = text[position]
  guard byte == ASCII.dot || byte | ASCII.lowercaseBit == ASCII.lowerE else {
    return TokenScan(end: position, outcome: .integer, start: start)
  }
  return scanRealNumber(text, startedAt: start, from: position)
}

/// Continues scanning a number after its integer digits.
@inline(never)
private func scanRealNumber(
  _ text: PaddedText, startedAt start: Int, from end: Int
) -> TokenScan {
  var position = end
  if text[position] == ASCII.dot {
    let first = position + 1
    position = skipDigits(text, from: first)
    guard position > first else { return TokenScan(end: first, outcome: .noDigit, start: start) }
  }
  if text[position] | ASCII.lowercaseBit == ASCII.lowerE {
    position += 1
    if text[position] == ASCII.plus || text[position] == ASCII.minus { position += 1 }
    let first = position
    position = skipDigits(text, from: first)
    guard position > first else { return TokenScan(end: first, outcome: .noDigit, start: start) }
  }
  return TokenScan(end: position, outcome: .real, start: start)
}

@inline(__always)
private func skipDigits(_ text: PaddedText, from start: Int) -> Int {
  var position = start
  while ASCII.isDigit(text[position]) { position &+= 1 }
  return position
}
