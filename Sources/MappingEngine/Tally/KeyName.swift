/// Distinguishes names that programmers give to members from data in their place: a mail address, a
/// hash, an identity.
@usableFromInline
package enum KeyName {
  /// Replaces a key that is data: `scores.{key}`.
  package static let placeholder = "{key}"

  private static let longestWord = 40

  /// Returns whether a name looks like an identity, address or hash, of which there may be many.
  static func isData(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    if bytes.count > longestWord || bytes.dropFirst().contains(UInt8(ascii: "@")) { return true }
    let digitCount = bytes.count(where: isDigit)
    guard digitCount > 0 else { return false }
    let isHash = bytes.count > 6 && bytes.allSatisfy(isHexadecimal)
    return digitCount > 3 || isHash || !bytes.contains { $0 >= 0x80 || isLetter($0) }
  }

  /// Returns whether a name that is not in the contract can only be a word, as programmers name
  /// members: ASCII letters, few digits, and separators.
  package static func isWord(_ name: String) -> Bool {
    // `@type`, `$ref`, `#text`.
    let bytes =
      name.utf8.first.map("@$#_".utf8.contains) == true ? name.utf8.dropFirst() : name.utf8[...]
    guard let first = bytes.first, isLetter(first), !isData(name) else { return false }
    return bytes.allSatisfy { isLetter($0) || isDigit($0) || "_-$".utf8.contains($0) }
  }

  @inlinable
  package static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }

  @inlinable
  package static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte | 0x20
  }
}
