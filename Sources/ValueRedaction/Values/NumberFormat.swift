import JSONParsing
import MappingEngine

/// The properties of a number that its replacement shares.
struct NumberFormat: Equatable {
  private let isZero: Bool
  private let isWhole: Bool
  /// Whether `Int64`, or `Double` for a number with a point or an exponent, can hold the number.
  private let isHeld: Bool

  /// The number of digits that every numeric type can hold.
  static let safeDigitCount = 15

  /// - Returns: `nil` if the text is not a JSON number.
  init?(_ text: String) {
    guard let number = JSONNumber(likely: text) else { return nil }
    isZero = !text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }.contains { 0x31...0x39 ~= $0 }
    if case .inexact(_, .fraction) = number.int64 { isWhole = false } else { isWhole = true }
    let isInteger = !text.utf8.contains { ".eE".utf8.contains($0) }
    isHeld = isInteger ? number.int64.exactValue != nil : number.double.exactValue != nil
  }
}

extension JSONNumber {
  /// Makes a number like `init(_:)`, and rejects most other texts at once.
  init?(likely text: String) {
    guard let first = text.utf8.first, first == UInt8(ascii: "-") || KeyName.isDigit(first) else {
      return nil
    }
    self.init(text)
  }
}
