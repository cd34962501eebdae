import TestSupport

/// Changes of a part that no run of the program writes.
enum PartDamage {
  private static let values = [
    "null", "-1", "0", "1", "1e3", "1.5", "9223372036854775807", "1125899906842624", "1e400",
    "\"\"",
    "\"\\u001b[2J\"", "\"ffffffffffffffff\"", "\"+fffffffffffffff\"", "[]", "{}", "[0]", "true",
    "\"9/9\"", "\"missing-key\"", "[1,0]", "[[[[0]]]]",
  ]

  /// The header and totals of a part, which its digest covers.
  static func contents(of part: [UInt8]) -> [UInt8] {
    let start = part.firstRange(of: Array("\"part\":".utf8))?.upperBound ?? 0
    return Array(part[start...].dropLast(2))
  }

  /// Changes a text in one to three places.
  static func damaged(_ text: [UInt8], using generator: inout SplitMix64) -> [UInt8] {
    var text = text
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: text.removeLast(Int.random(in: 0...text.count / 2, using: &generator))
      case 1:
        guard let index = text.indices.randomElement(using: &generator) else { return text }
        text[index] = UInt8.random(in: 0...255, using: &generator)
      default: replaceToken(&text, &generator)
      }
    }
    return text
  }

  /// Replaces a scalar by another value.
  private static func replaceToken(_ text: inout [UInt8], _ generator: inout SplitMix64) {
    let starts = text.indices.filter { [0x3a, 0x2c, 0x5b].contains(text[$0]) }
    guard let start = starts.randomElement(using: &generator) else { return }
    let end = text[(start + 1)...].firstIndex { [0x2c, 0x5d, 0x7d].contains($0) } ?? text.endIndex
    let value = values.randomElement(using: &generator) ?? ""
    text.replaceSubrange(start + 1..<end, with: Array(value.utf8))
  }
}
