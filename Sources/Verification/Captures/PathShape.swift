/// The path of a request with a placeholder for what looks like an identity: `/users/:id/avatar`.
///
/// Paths that no endpoint describes hold data; their shapes are few, and say which endpoint is
/// missing.
struct PathShape {
  private let segments: [String]

  init(_ segments: [String]) {
    self.segments = segments.map { Self.isIdentity($0) ? ":id" : $0 }
  }

  /// As written in the request, but for the placeholders; not yet safe to display.
  var text: String { "/" + segments.joined(separator: "/") }

  /// How long a word may be.
  private static let longestWord = 40

  /// Whether a segment is more likely one of many than a word: it has a digit, and is no version
  /// (`v2`) and no word with one digit at its end (`oauth2`); or it is encoded, an address, or long.
  private static func isIdentity(_ segment: String) -> Bool {
    let bytes = Array(segment.utf8)
    if bytes.count > longestWord { return true }
    if bytes.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "@") }) { return true }
    let digits = bytes.indices.filter { isDigit(bytes[$0]) }
    guard !digits.isEmpty else { return false }
    let hasLetter = bytes.contains { $0 >= 0x80 || isLetter($0) }
    let isNumbered = hasLetter && digits == [bytes.count - 1]
    return !isNumbered && !isVersion(bytes)
  }

  private static func isVersion(_ bytes: [UInt8]) -> Bool {
    guard bytes.first.map({ $0 | 0x20 }) == UInt8(ascii: "v") else { return false }
    return bytes.dropFirst().allSatisfy { isDigit($0) || $0 == UInt8(ascii: ".") }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }
}
