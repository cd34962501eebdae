import MappingEngine

/// The path of a request, with a placeholder for each segment that looks like an identity:
/// `/users/:id/avatar`.
///
/// Paths that no endpoint describes may contain data. Their shapes are few, and show which endpoint
/// is missing.
package enum PathShape {
  /// The placeholder for a segment that is data.
  package static let placeholder = ":id"

  /// Returns the path with placeholders; not yet safe to display.
  static func text(of segments: [String]) -> String {
    "/" + segments.map { isIdentity($0) ? placeholder : $0 }.joined(separator: "/")
  }

  /// The greatest length of a word, in bytes.
  private static let longestWord = 40

  /// Whether a segment is more likely an identity than a word: it is percent-encoded, has an `@`,
  /// is long, or has a digit, but is neither a version (`v2`) nor a word with one digit at its end
  /// (`oauth2`).
  private static func isIdentity(_ segment: String) -> Bool {
    let bytes = Array(segment.utf8)
    if bytes.count > longestWord || bytes.contains(where: "%@".utf8.contains) { return true }
    let digits = bytes.indices.filter { KeyName.isDigit(bytes[$0]) }
    guard !digits.isEmpty else { return false }
    let hasLetter = bytes.contains { $0 >= 0x80 || KeyName.isLetter($0) }
    let isNumbered = hasLetter && digits == [bytes.count - 1]
    return !isNumbered && !isVersion(bytes)
  }

  /// Whether a segment that no contract has can only be a word: lower-case letters and joining
  /// marks, with at most one digit. Any other segment may be a name or a secret.
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
