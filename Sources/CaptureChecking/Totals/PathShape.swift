import MappingEngine

/// The path of a request with a placeholder for what looks like an identity: `/users/:id/avatar`.
///
/// Paths that no endpoint describes hold data; their shapes are few, and say which endpoint is
/// missing.
package struct PathShape {
  /// Stands where a segment is data.
  package static let placeholder = ":id"

  private let segments: [String]

  init(_ segments: [String]) {
    self.segments = segments.map { Self.isIdentity($0) ? Self.placeholder : $0 }
  }

  /// As written in the request, but for the placeholders; not yet safe to display.
  var text: String { "/" + segments.joined(separator: "/") }

  /// How long a word may be.
  private static let longestWord = 40

  /// Whether a segment is more likely one of many than a word: it has a digit, and is no version
  /// (`v2`) and no word with one digit at its end (`oauth2`); or it is encoded, an address, or long.
  private static func isIdentity(_ segment: String) -> Bool {
    let bytes = Array(segment.utf8)
    if bytes.count > longestWord || bytes.contains(where: "%@".utf8.contains) { return true }
    let digits = bytes.indices.filter { KeyName.isDigit(bytes[$0]) }
    guard !digits.isEmpty else { return false }
    let hasLetter = bytes.contains { $0 >= 0x80 || KeyName.isLetter($0) }
    let isNumbered = hasLetter && digits == [bytes.count - 1]
    return !isNumbered && !isVersion(bytes)
  }

  /// Whether a segment that no contract has can only be a word: small letters and what joins them,
  /// with one digit at most. A name, or a secret, may look like any other.
  package static func isWord(_ segment: String) -> Bool {
    let bytes = Array(segment.utf8)
    return bytes.count <= longestWord && bytes.count(where: KeyName.isDigit) <= 1
      && bytes.allSatisfy { byte in
        KeyName.isDigit(byte) || "_-.".utf8.contains(byte)
          || KeyName.isLetter(byte) && byte & 0x20 != 0
      }
  }

  private static func isVersion(_ bytes: [UInt8]) -> Bool {
    guard bytes.first.map({ $0 | 0x20 }) == UInt8(ascii: "v") else { return false }
    return bytes.dropFirst().allSatisfy { KeyName.isDigit($0) || $0 == UInt8(ascii: ".") }
  }
}
