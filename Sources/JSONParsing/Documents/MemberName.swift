/// The name of a member: a text that is equal to another only if all its Unicode scalars are.
///
/// `String` would not do: its `==` is canonical equivalence, under which the NFC and the NFD form
/// of one word are one name, and a dictionary of strings would lose one of two members.
public struct MemberName: Hashable, Comparable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The name, unescaped.
  public let text: String

  /// Makes a name of an unescaped text.
  public init(_ text: String) { self.text = text }

  public init(stringLiteral text: String) { self.text = text }

  public var description: String { text }

  public static func == (left: MemberName, right: MemberName) -> Bool {
    isSame(left.text, right.text)
  }

  /// Whether two texts have the same scalars.
  ///
  /// Texts that are not even canonically equivalent differ; to find that out, `String` compares
  /// memory, in debug builds of this module too.
  package static func isSame(_ left: String, _ right: String) -> Bool {
    left == right && (isASCII(left) && isASCII(right) || left.utf8.elementsEqual(right.utf8))
  }

  /// Whether a text is ASCII, which strings know of themselves.
  private static func isASCII(_ text: String) -> Bool { text.utf16.count == text.utf8.count }

  /// The order of the scalars' code points, which is that of the UTF-8 bytes.
  public static func < (left: MemberName, right: MemberName) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  public func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(UInt8(0xff))  // ends the name: no UTF-8 holds this byte
  }
}

/// A name is encoded as its text.
extension MemberName: Codable {
  public init(from decoder: any Decoder) throws { text = try String(from: decoder) }

  public func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}
