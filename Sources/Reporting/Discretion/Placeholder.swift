import MappingEngine

/// What stands where data is not shown, and how data is told from words.
enum Placeholder {
  /// A segment of a path that is data.
  static let segment = ":id"
  /// Any other text that is data.
  static let text = "…"

  /// How long a word may be.
  private static let longestWord = 40

  /// Whether a segment of a path that no contract has is a word: small letters and what joins them,
  /// with one digit at most.
  static func isWord(segment: String) -> Bool {
    let bytes = Array(segment.utf8)
    return bytes.count <= longestWord && bytes.count(where: KeyName.isDigit) <= 1
      && bytes.allSatisfy { byte in
        KeyName.isDigit(byte) || "_-.".utf8.contains(byte)
          || KeyName.isLetter(byte) && byte & 0x20 != 0
      }
  }
}
