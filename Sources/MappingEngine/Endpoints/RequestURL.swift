import JSONParsing

package struct RequestURL: Hashable, Sendable {
  /// The host in lower case, without a port; `nil`, if the text is only a path.
  package let host: String?
  /// The texts between the slashes of the path, as written: `["api", "users", "7"]`.
  package let segments: [String]

  /// - Parameter text: `https://api.example.com/users/7?page=2`, or `/users/7`.
  package init(_ text: String) {
    var rest = text.utf8[...]
    var host: String?
    if let colon = text.firstRange(of: "://") {
      rest = text.utf8[colon.upperBound...]
      let authority = rest.prefix { !"/?#".utf8.contains($0) }
      rest = rest.dropFirst(authority.count)
      host = Self.host(of: authority)
    }
    let path = rest.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    self.host = host
    segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .dropFirst(path.first == UInt8(ascii: "/") || path.isEmpty ? 1 : 0)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private static func host(of authority: Substring.UTF8View) -> String {
    var host = authority
    if let at = host.lastIndex(of: UInt8(ascii: "@")) { host = host[host.index(after: at)...] }
    if let colon = host.lastIndex(of: UInt8(ascii: ":")), host.last != UInt8(ascii: "]") {
      host = host[..<colon]
    }
    return String(decoding: host, as: UTF8.self).lowercased()
  }

  package var path: String { "/" + segments.joined(separator: "/") }

  /// The segments, percent-decoded, without the empty one after a slash at the end.
  package var decodedSegments: [String] {
    (segments.last?.isEmpty == true ? segments.dropLast() : segments[...]).map(Self.decoded)
  }

  /// Decodes the percent-encoded bytes of a text (RFC 3986, section 2.1); keeps invalid ones.
  package static func decoded(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2,
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Percent-encodes all characters of a text except the unreserved ones (RFC 3986, section 2.3):
  /// ASCII letters and digits, and `-._~`.
  package static func percentEncoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, 0x2D, 0x2E, 0x5F, 0x7E: bytes.append(byte)
      default: bytes += "%\(hexadecimal(byte, digits: 2))".utf8
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
