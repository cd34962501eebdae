/// The name of a member: a text that equals another only if all its Unicode scalars do.
///
/// `String` is unsuitable: its `==` is canonical equivalence, under which the NFC and NFD forms of
/// a word are equal, so a dictionary of strings would lose one of two members.
public struct MemberName: Hashable, Comparable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The name, unescaped.
  public let text: String

  /// Makes a name from an unescaped text.
  public init(_ text: String) { self.text = text }

  public init(stringLiteral text: String) { self.text = text }

  public var description: String { text }

  public static func == (left: MemberName, right: MemberName) -> Bool {
    isSame(left.text, right.text)
  }

  /// Returns whether two texts have the same scalars. Texts that are not canonically equivalent
  /// differ, which `String` detects by comparing memory; this is fast even in debug builds of this
  /// module.
  package static func isSame(_ left: String, _ right: String) -> Bool {
    left == right && (isASCII(left) && isASCII(right) || left.utf8.elementsEqual(right.utf8))
  }

  /// Returns whether a text is ASCII; a string stores whether it is.
  private static func isASCII(_ text: String) -> Bool { text.utf16.count == text.utf8.count }

  /// Orders names by the code points of their scalars, which is also the order of their UTF-8
  /// bytes.
  public static func < (left: MemberName, right: MemberName) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  public func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(UInt8(0xff))  // ends the name: no UTF-8 contains this byte
  }
}

/// A name is encoded as its text.
extension MemberName: Codable {
  public init(from decoder: any Decoder) throws { text = try String(from: decoder) }

  public func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}
