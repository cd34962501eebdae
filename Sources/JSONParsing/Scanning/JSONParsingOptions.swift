/// The syntax that a parser accepts, and its limits.
public struct JSONParsingOptions: Sendable, Equatable {
  /// The maximum number of bytes in any text: 1 GiB − 1, so that an offset fits the tape.
  public static let largestByteCount = TapeWord.maximumByteCount

  /// The maximum nesting depth of arrays and objects.
  ///
  /// Depth costs the parser no stack; the limit protects code that walks the document recursively.
  public var maximumDepth: Int
  /// The maximum number of bytes in a text; values above `largestByteCount` count as
  /// `largestByteCount`.
  public var maximumByteCount: Int
  /// Whether `//` and `/* */` comments and trailing commas are skipped: for files that people
  /// write, not for payloads.
  public var allowsComments: Bool

  /// Makes options; the defaults are strict RFC 8259.
  public init(
    maximumDepth: Int = 512, maximumByteCount: Int = largestByteCount,
    allowsComments: Bool = false
  ) {
    self.maximumDepth = maximumDepth
    self.maximumByteCount = maximumByteCount
    self.allowsComments = allowsComments
  }

  /// Strict RFC 8259, for payloads.
  public static let strict = JSONParsingOptions()
  /// With comments and trailing commas, for contract files.
  public static let tolerant = JSONParsingOptions(allowsComments: true)
}
