/// A number's text taken apart: the exact value `significand` × 10^`exponent`, if it has at most 38
/// digits.
///
/// Zeros at either end are not digits: `0.0120e3` is 12 × 10^0.
package struct DecimalText {
  /// The most digits that `significand` can hold.
  static let digitCapacity = 38
  /// Bounds the exponent, which may be written with any number of digits: nothing beyond it fits
  /// any type.
  static let exponentLimit = 1 << 40

  private(set) var isNegative = false
  /// The first digits, at most `digitCapacity`.
  private(set) var significand: Int128 = 0
  /// How many digits the number has, from the first that is not zero to the last that is not zero.
  private(set) var digitCount = 0
  /// The power of ten of the last digit.
  package private(set) var exponent = 0

  /// Zeros that are digits if another digit follows.
  private var pendingZeros = 0

  /// - Parameter text: A number by RFC 8259's grammar.
  package init(_ text: some Collection<UInt8>) {
    var isInFraction = false
    var index = text.startIndex
    scan: while index != text.endIndex {
      let byte = text[index]
      text.formIndex(after: &index)
      switch byte {
      case ASCII.minus: isNegative = true
      case ASCII.dot: isInFraction = true
      case ASCII.zero...ASCII.nine: append(digit: byte - ASCII.zero, isInFraction: isInFraction)
      default:
        exponent += Self.writtenExponent(text[index...])
        break scan
      }
    }
    exponent += pendingZeros
    if digitCount == 0 { exponent = 0 }
  }

  var isZero: Bool { digitCount == 0 }
  /// Whether `significand` has all the digits.
  var isComplete: Bool { digitCount <= Self.digitCapacity }
  /// How many digits stand before the decimal point; negative if zeros follow it before the first
  /// digit.
  var integerDigitCount: Int { digitCount + exponent }

  private mutating func append(digit: UInt8, isInFraction: Bool) {
    if isInFraction { exponent -= 1 }
    guard digit != 0 else {
      if digitCount > 0 { pendingZeros += 1 }
      return
    }
    for _ in 0..<min(pendingZeros, Self.digitCapacity) { keep(0) }
    digitCount += max(0, pendingZeros - Self.digitCapacity)
    pendingZeros = 0
    keep(digit)
  }

  private mutating func keep(_ digit: UInt8) {
    if digitCount < Self.digitCapacity { significand.append(digit: digit) }
    digitCount += 1
  }

  private static func writtenExponent(_ text: some Collection<UInt8>) -> Int {
    let magnitude = text.drop { !ASCII.isDigit($0) }.reduce(0) { magnitude, byte in
      min(exponentLimit, magnitude * 10 + Int(byte - ASCII.zero))
    }
    return text.first == ASCII.minus ? -magnitude : magnitude
  }
}

extension DecimalText: Equatable {
  /// Whether two numbers are the same; of more than 38 digits only the first 38 and the count are
  /// compared.
  package static func == (left: DecimalText, right: DecimalText) -> Bool {
    left.isNegative == right.isNegative && left.significand == right.significand
      && left.digitCount == right.digitCount && left.exponent == right.exponent
  }
}
