import JSONParsing
import MappingEngine

/// The properties of a number that its replacement shares.
struct NumberFormat: Equatable {
  private var isWhole: Bool
  private var isZero: Bool
  /// Whether `Int64`, or `Double` for a number with a point or an exponent, can hold the number, if
  /// its digits do not decide that.
  private var isHeld = true

  /// The number of digits that every numeric type can hold.
  static let safeDigitCount = 15

  /// - Returns: `nil` if the text is not a JSON number.
  init?(_ text: String) {
    guard let first = text.utf8.first, first == UInt8(ascii: "-") || KeyName.isDigit(first),
      let number = JSONNumber(text)
    else { return nil }
    let mantissa = text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }
    let isPlain = mantissa.count == text.utf8.count
    let fraction = mantissa.drop { $0 != UInt8(ascii: ".") }
    isZero = !mantissa.contains { 0x31...0x39 ~= $0 }
    isWhole = !fraction.contains { 0x31...0x39 ~= $0 }
    if !isPlain {
      if case .inexact(_, .fraction) = number.int64 { isWhole = false } else { isWhole = true }
    }
    guard !isPlain || mantissa.count(where: KeyName.isDigit) > Self.safeDigitCount else { return }
    isHeld =
      isPlain && fraction.isEmpty ? number.int64.exactValue != nil : number.double.exactValue != nil
  }
}
