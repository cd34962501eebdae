/// The syntax that a parser accepts, and its limits.
public struct JSONParsingOptions: Sendable, Equatable {
  /// The most bytes any text may have: 1 GiB − 1, so that an offset fits the tape.
  public static let largestByteCount = TapeWord.maximumByteCount

  /// How many arrays and objects may be open at once.
  ///
  /// Depth costs no stack, so the limit protects who walks the document, not the parser.
  public var maximumDepth: Int
  /// How many bytes a text may have; more than `largestByteCount` counts as that.
  public var maximumByteCount: Int
  /// Whether `//` and `/* */` comments and trailing commas are skipped: for files that people
  /// write, not for payloads.
  public var allowsComments: Bool

  /// Makes options; without arguments they are those of strict RFC 8259.
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
