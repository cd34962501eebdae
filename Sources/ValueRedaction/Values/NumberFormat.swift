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
    guard let first = text.utf8.first, first == UInt8(ascii: "-") || KeyName.isDigit(first) else {
      return nil
    }
    var (digitCount, isPlain, isFraction) = (0, true, false)
    (isWhole, isZero) = (true, true)
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39:
        digitCount += 1
        if byte != 0x30 {
          isZero = false
          if isFraction { isWhole = false }
        }
      case UInt8(ascii: "."): isFraction = true
      case UInt8(ascii: "-"): continue
      case UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "+"): isPlain = false
      default: return nil
      }
    }
    guard let number = JSONNumber(text) else { return nil }
    if !isPlain {
      if case .inexact(_, .fraction) = number.int64 { isWhole = false } else { isWhole = true }
    }
    guard !isPlain || digitCount > Self.safeDigitCount else { return }
    isHeld =
      isPlain && !isFraction ? number.int64.exactValue != nil : number.double.exactValue != nil
  }
}
