import Foundation

/// URLs, as Foundation's `URL` accepts them.
package enum Address {
  /// Returns whether Foundation accepts a text as a URL.
  ///
  /// - Parameter isStrict: Whether the text must follow RFC 3986 unchanged: Foundation escapes and
  ///   adds nothing.
  package static func isValid(_ text: String, isStrict: Bool) -> Bool {
    if isPlain(text) { return true }
    guard !text.isEmpty else { return false }
    guard isStrict else { return URL(string: text) != nil }
    // On earlier systems `URL` does not escape characters.
    let url =
      if #available(macOS 14, iOS 17, *) {
        URL(string: text, encodingInvalidCharacters: false)
      } else {
        URL(string: text)
      }
    return url.map { $0.absoluteString.utf8.elementsEqual(text.utf8) } ?? false
  }

  /// Returns whether a text has the most common form of URLs: `https://host/path?query`, with
  /// characters that RFC 3986 permits anywhere after the host. Foundation accepts all of these, at
  /// a hundred times the cost.
  private static func isPlain(_ text: String) -> Bool {
    var text = text
    return text.withUTF8(isPlain)
  }

  static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = hostStart(text) else { return false }
    var position = start
    while position < text.count, isLetterOrDigit(text[position]) || text[position] == dot {
      position += 1
    }
    guard position > start, position - start <= 253, text[start] != dot,
      text[position - 1] != dot, position == text.count || text[position] == slash
    else { return false }
    var queries = 0
    while position < text.count {
      if position + 8 <= text.count, isCommon(text, from: position) {
        position += 8
        continue
      }
      let byte = text[position]
      if !isCommon(byte) {
        guard isRare(byte) else { return false }
        if byte == UInt8(ascii: "?") { queries += 1 }
      }
      position += 1
    }
    return queries <= 1
  }

  /// Returns the offset of the host, after `https://` or `http://`.
  private static func hostStart(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard text.count > 7, text[0] == UInt8(ascii: "h"), text[1] == UInt8(ascii: "t"),
      text[2] == UInt8(ascii: "t"), text[3] == UInt8(ascii: "p")
    else { return nil }
    let colon = text[4] == UInt8(ascii: "s") ? 5 : 4
    guard colon + 3 <= text.count, text[colon] == UInt8(ascii: ":"), text[colon + 1] == slash,
      text[colon + 2] == slash
    else { return nil }
    return colon + 3
  }

  private static var dot: UInt8 { UInt8(ascii: ".") }
  private static var slash: UInt8 { UInt8(ascii: "/") }

  @inline(__always)
  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
  }

  /// Returns whether a byte is a letter or one of `+,-./0123456789:`, which are adjacent in ASCII.
  @inline(__always)
  private static func isCommon(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "+") < 16
  }

  /// Returns whether eight bytes from a position are common. The bytes are compared in one word
  /// whose high bits are set, so that no difference borrows from the byte above it.
  @inline(__always)
  private static func isCommon(_ text: UnsafeBufferPointer<UInt8>, from position: Int) -> Bool {
    let word = UnsafeRawBufferPointer(text).loadUnaligned(
      fromByteOffset: position, as: UInt64.self)
    let (ones, highs): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    let (bytes, letters) = (word | highs, word | highs | ones &* 0x20)
    // The high bit of a byte is set if the byte is at least the first value and not above the last.
    let isLetter =
      (letters &- ones &* UInt64(UInt8(ascii: "a")))
      & ~(letters &- ones &* (UInt64(UInt8(ascii: "z")) + 1))
    let isBetween =
      (bytes &- ones &* UInt64(UInt8(ascii: "+")))
      & ~(bytes &- ones &* (UInt64(UInt8(ascii: ":")) + 1))
    return (isLetter | isBetween) & ~word & highs == highs
  }

  private static func isRare(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "="), UInt8(ascii: "&"),
      UInt8(ascii: "?"), UInt8(ascii: "@"):
      true
    default: false
    }
  }
}
