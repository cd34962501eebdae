/// A reason why a text is not JSON, and the offset of the mistake.
///
///     do {
///       _ = try JSONDocument(parsing: #"{"id": 1,}"#)
///     } catch {
///       print(error)  // expected a member name, found "}" at offset 9
///     }
///
/// The offset is that of the first byte that no JSON text could have there. `description` escapes
/// characters of the text, so that it can be shown on a terminal.
public struct JSONParseError: Error, Equatable, Sendable {
  /// The kind of mistake.
  public enum Reason: Equatable, Sendable {
    /// The text has no bytes, or white space only.
    case emptyText
    /// Another token was expected.
    case unexpected(Found, expected: Expected)
    /// The text ends inside of a string; its opening quote is at the given offset.
    case unterminatedString(openedAt: Int)
    /// The text ends inside of a block comment, which starts at the error's offset.
    case unterminatedComment
    /// A string contains a character below U+0020 without an escape.
    case controlCharacter(UInt8)
    /// A backslash is followed by a character that is no escape.
    case invalidEscape(Found)
    /// `\u` is followed by something other than four hexadecimal digits.
    case invalidUnicodeEscape(Found)
    /// A number starts with a zero that is followed by a digit.
    case leadingZero
    /// The byte does not belong to a well-formed UTF-8 sequence.
    case invalidUTF8(UInt8)
    /// The bracket at the offset exceeds the maximum depth.
    case tooDeep(limit: Int)
    /// The text has more bytes than the limit; both counts are in bytes.
    case tooLarge(byteCount: Int, limit: Int)
  }

  /// The token that was expected.
  public enum Expected: Equatable, Sendable {
    /// A value, or the end of an array.
    case value, valueOrClosingBracket
    /// A name in quotes, or the end of an object.
    case memberName, memberNameOrClosingBrace
    /// A separator, or the end of the container.
    case colon, commaOrClosingBrace, commaOrClosingBracket
    /// A digit of a number.
    case digit
    /// The end of the text.
    case endOfText
  }

  /// The text in place of the expected token.
  public enum Found: Equatable, Sendable {
    /// The text has ended.
    case endOfText
    /// A character of the text.
    case character(Unicode.Scalar)
    /// The ASCII letters, digits and underscores from the offset; at most the first 24 are kept.
    case word(String)
  }

  /// The kind of mistake.
  public var reason: Reason
  /// The offset in bytes from the start of the text, zero-based; the number of bytes if the text
  /// ends too early.
  public var offset: Int

  /// Makes an error.
  public init(_ reason: Reason, offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

// MARK: - Words

extension JSONParseError: CustomStringConvertible {
  public var description: String { "\(reason) at offset \(offset)" }

  /// The end of a sentence about the text: `is not JSON`, unless it only exceeds a limit.
  package var verdict: String {
    switch reason {
    case .tooDeep: "is nested too deeply"
    case .tooLarge: "is too large"
    default: "is not JSON"
    }
  }
}

extension JSONParseError.Reason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .emptyText: "expected a value, found an empty text"
    case .unexpected(let found, let expected): "expected \(expected), found \(found)"
    case .unterminatedString: "expected the string's closing quote, found the end of the text"
    case .unterminatedComment: "expected \"*/\", found the end of the text"
    case .controlCharacter(let byte):
      "expected an escape, found the control character \(displayedCodePoint(UInt32(byte)))"
    case .invalidEscape(let found): "expected one of \"\\/bfnrtu after a backslash, found \(found)"
    case .invalidUnicodeEscape(let found):
      "expected four hexadecimal digits after \\u, found \(found)"
    case .leadingZero: "expected a number without leading zeros"
    case .invalidUTF8(let byte): "expected UTF-8, found the byte 0x\(hexadecimal(byte, digits: 2))"
    case .tooDeep(let limit): "expected at most \(limit) nested arrays and objects"
    case .tooLarge(let count, let limit): "expected at most \(limit) bytes, found \(count)"
    }
  }
}

extension JSONParseError.Expected: CustomStringConvertible {
  public var description: String {
    switch self {
    case .value: "a value"
    case .valueOrClosingBracket: "a value or \"]\""
    case .memberName: "a member name"
    case .memberNameOrClosingBrace: "a member name or \"}\""
    case .colon: "\":\""
    case .commaOrClosingBrace: "\",\" or \"}\""
    case .commaOrClosingBracket: "\",\" or \"]\""
    case .digit: "a digit"
    case .endOfText: "the end of the text"
    }
  }
}

extension JSONParseError.Found: CustomStringConvertible {
  public var description: String {
    switch self {
    case .endOfText: "the end of the text"
    case .character(let scalar):
      isSafeToDisplay(scalar) ? "\"\(scalar)\"" : displayedCodePoint(scalar.value)
    case .word(let word): "\"\(word)\""
    }
  }
}
