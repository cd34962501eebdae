import Foundation

/// Addresses, as `URL` has them.
package enum Address {
  /// Whether a text is an address that Foundation takes.
  ///
  /// - Parameter isStrict: Whether it has to take it as it stands, by RFC 3986: nothing is escaped,
  ///   nothing added.
  package static func isValid(_ text: String, isStrict: Bool) -> Bool {
    if isPlain(text) { return true }
    guard !text.isEmpty else { return false }
    guard isStrict else { return URL(string: text) != nil }
    guard let url = URL(string: text, encodingInvalidCharacters: false) else { return false }
    return url.absoluteString.utf8.elementsEqual(text.utf8)
  }

  /// Whether a text is one of the addresses that most are: `https://host/path?query` of characters
  /// that RFC 3986 lets stand anywhere behind the host. Foundation takes each of them, at a
  /// hundred times the cost.
  static func isPlain(_ text: String) -> Bool {
    var rest = text.utf8[...]
    for scheme in ["https://", "http://"] where rest.starts(with: scheme.utf8) {
      rest = rest.dropFirst(scheme.utf8.count)
      let host = rest.prefix { isLetterOrDigit($0) || $0 == UInt8(ascii: ".") }
      rest = rest.dropFirst(host.count)
      guard let first = host.first, first != UInt8(ascii: "."), host.last != UInt8(ascii: "."),
        host.count <= 253
      else { return false }
      guard rest.first.map({ $0 == UInt8(ascii: "/") }) ?? true else { return false }
      var queries = 0
      for byte in rest {
        if byte == UInt8(ascii: "?") { queries += 1 }
        guard isLetterOrDigit(byte) || isPathMark(byte), queries <= 1 else { return false }
      }
      return true
    }
    return false
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 && byte >= UInt8(ascii: "A")
      || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  private static func isPathMark(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"), UInt8(ascii: "="), UInt8(ascii: "&"), UInt8(ascii: "?"),
      UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: "@"), UInt8(ascii: ":"):
      true
    default: false
    }
  }
}
