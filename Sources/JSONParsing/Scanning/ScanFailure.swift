/// Where the scanner stopped and which of its expectations was not met: small, so that the hot loop
/// carries no words.
struct ScanFailure {
  /// The token that was expected at the offset, or the mistake there.
  enum Reason: UInt8 {
    case value, valueOrClosingBracket, name, nameOrClosingBrace, colon
    case commaOrClosingBrace, commaOrClosingBracket, endOfText
    case digit, leadingZero, controlCharacter, escape, unicodeEscape, utf8, tooDeep
  }

  var reason: Reason
  var offset: Int
  /// The offset of the first byte of the token the failure is in, or the failure's own.
  var tokenStart: Int

  init(_ reason: Reason, at offset: Int, inTokenAt start: Int? = nil) {
    self.reason = reason
    self.offset = offset
    tokenStart = start ?? offset
  }
}
