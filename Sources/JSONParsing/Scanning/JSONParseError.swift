/// A reason why a text is not JSON, and where it stops being it.
///
///     do {
///       _ = try JSONDocument(parsing: #"{"id": 1,}"#)
///     } catch {
///       print(error)  // expected a member name, found "}" at offset 9
///     }
///
/// The offset is that of the first byte that no JSON text could have there. What the text holds is
/// escaped in `description`, so that it can be shown on a terminal.
public struct JSONParseError: Error, Equatable, Sendable {
  /// A way in which a text is not JSON.
  public enum Reason: Equatable, Sendable {
    /// The text has no bytes, or white space only.
    case emptyText
    /// Something else was expected here.
    case unexpected(Found, expected: Expected)
    /// The text ends in a string; its opening quote is at the given offset.
    case unterminatedString(openedAt: Int)
    /// The text ends in a block comment, which starts at the error's offset.
    case unterminatedComment
    /// A character below U+0020 stands in a string without an escape.
    case controlCharacter(UInt8)
    /// A backslash is followed by something that is no escape.
    case invalidEscape(Found)
    /// `\u` is followed by something other than four hexadecimal digits.
    case invalidUnicodeEscape(Found)
    /// A number starts with a zero and goes on with a digit.
    case leadingZero
    /// The byte does not belong to a well-formed UTF-8 sequence.
    case invalidUTF8(UInt8)
    /// The bracket at the offset opens one container more than allowed.
    case tooDeep(limit: Int)
    /// The text has more bytes than allowed; both counts are bytes.
    case tooLarge(byteCount: Int, limit: Int)
  }

  /// The token that would be right.
  public enum Expected: Equatable, Sendable {
    /// A value, or the end of an array.
    case value, valueOrClosingBracket
    /// A name in quotes, or the end of an object.
    case memberName, memberNameOrClosingBrace
    /// A separator, or the end of what it separates.
    case colon, commaOrClosingBrace, commaOrClosingBracket
    /// A digit of a number.
    case digit
    /// Nothing more.
    case endOfText
  }

  /// The text that stands in place of the expected token.
  public enum Found: Equatable, Sendable {
    /// The text has ended.
    case endOfText
    /// A character of the text.
    case character(Unicode.Scalar)
    /// A run of ASCII letters, digits and underscores, of which at most the first 24 are kept.
    case word(String)
  }

  /// The mistake.
  public var reason: Reason
  /// Where, in bytes from the start of the text, zero-based; the number of bytes if the text ends
  /// too early.
  public var offset: Int

  /// Makes an error.
  ///
  /// - Parameter offset: In bytes, from the start of the text.
  public init(_ reason: Reason, offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

// MARK: - Words

extension JSONParseError: CustomStringConvertible {
  public var description: String { "\(reason) at offset \(offset)" }
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
