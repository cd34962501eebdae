import ContractModel
import JSONParsing

/// What stands where data is not shown, and how data is told from words.
enum Placeholder {
  /// A key that is data: a mail address, a hash, an identity.
  static let key = "{key}"
  /// A segment of a path that is data.
  static let segment = ":id"
  /// Any other text that is data.
  static let text = "…"

  /// How long a word may be.
  private static let longestWord = 40

  /// Whether a name that no contract says is a word, as programmers name members: letters, few
  /// digits, and what joins them; no number, address or hash.
  static func isWord(_ name: String) -> Bool {
    var bytes = Array(name.utf8)
    // `@type`, `$ref`, `#text`.
    if let first = bytes.first, "@$#_".utf8.contains(first) { bytes.removeFirst() }
    guard let first = bytes.first, isLetter(first), bytes.count <= longestWord,
      bytes.allSatisfy({ isLetter($0) || isDigit($0) || "_-$".utf8.contains($0) })
    else { return false }
    let digitCount = bytes.count(where: isDigit)
    let isHash = digitCount > 0 && bytes.count > 6 && bytes.allSatisfy(isHexadecimal)
    return digitCount <= 3 && !isHash
  }

  /// Whether a segment of a path that no contract has is a word: small letters and what joins them,
  /// with one digit at most.
  static func isWord(segment: String) -> Bool {
    let bytes = Array(segment.utf8)
    return bytes.count <= longestWord && bytes.count(where: isDigit) <= 1
      && bytes.allSatisfy { byte in
        isDigit(byte) || "_-.".utf8.contains(byte) || isLetter(byte) && byte & 0x20 != 0
      }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte | 0x20
  }
}
