/// The parts of a number's text: the exact value is `significand` × 10^`exponent`, if the number
/// has at most 38 digits.
///
/// Leading and trailing zeros are not counted as digits: `0.0120e3` is 12 × 10^0. Two values are
/// equal if the numbers are; beyond 38 digits only the first 38 and the digit count are compared.
package struct DecimalText: Equatable {
  static let digitCapacity = 38
  /// The limit of the exponent, which may be written with any number of digits: no number beyond it
  /// fits any type.
  static let exponentLimit = 1 << 40

  private(set) var isNegative = false
  /// The first digits, at most `digitCapacity`.
  private(set) var significand: Int128 = 0
  /// The number of digits from the first to the last nonzero one.
  private(set) var digitCount = 0
  /// The power of ten of the last digit.
  package private(set) var exponent = 0

  /// Zeros that count as digits if another digit follows; 0 after the last digit.
  private var pendingZeros = 0

  /// - Parameter text: A number in RFC 8259's grammar.
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
    pendingZeros = 0
    if digitCount == 0 { exponent = 0 }
  }

  var isZero: Bool { digitCount == 0 }
  /// Whether `significand` has all the digits.
  var isComplete: Bool { digitCount <= Self.digitCapacity }
  /// The number of digits before the decimal point; negative if zeros follow the point before the
  /// first digit.
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
