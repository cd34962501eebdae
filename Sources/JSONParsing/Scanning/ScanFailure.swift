/// The offset at which the scanner stopped, and the expectation that was not met. The type is
/// small, so that the hot loop carries no texts.
struct ScanFailure {
  /// The token that was expected at the offset, or the mistake there.
  enum Reason: UInt8 {
    case value, valueOrClosingBracket, name, nameOrClosingBrace, colon
    case commaOrClosingBrace, commaOrClosingBracket, endOfText
    case digit, leadingZero, controlCharacter, escape, unicodeEscape, utf8, tooDeep
  }

  var reason: Reason
  var offset: Int
  /// The offset of the token that contains the failure, or the failure's own offset.
  var tokenStart: Int

  init(_ reason: Reason, at offset: Int, inTokenAt start: Int? = nil) {
    self.reason = reason
    self.offset = offset
    tokenStart = start ?? offset
  }
}
