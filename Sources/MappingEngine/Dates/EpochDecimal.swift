import JSONParsing

/// The first digits of a decimal number and their power of ten, with as many digits as an instant
/// can use.
///
/// `-1.325e3` is minus 1325 × 10^0. Digits after the 36th are dropped.
struct EpochDecimal {
  private(set) var isNegative = false
  /// The first digits, at most 36.
  private(set) var significand: Int128 = 0
  /// The power of ten of the significand's last digit.
  private(set) var exponent = 0
  /// How many digits the significand has, without leading zeros.
  private var digitCount = 0

  private static let digitCapacity = 36
  /// The limit of an exponent, which may be written with any number of digits.
  private static let exponentLimit = 1 << 40
  /// More digits than the nanoseconds of any year of four digits have.
  private static let nanosecondDigitCapacity = 24

  enum Grammar {
    /// RFC 8259's: `-1.5e3`, but not `+1`, `01` or `1.`.
    case json
    /// `[+-]?digits[.digits]`: also `+1` and `01`, but not `1e3`.
    case digits
  }

  init?(_ scanner: inout DateScanner, grammar: Grammar) {
    isNegative = scanner.take("-")
    if grammar == .digits, !isNegative { _ = scanner.take("+") }
    // A leading zero in JSON has no digit after it.
    let isZero = grammar == .json && scanner.take("0")
    guard isZero || takeDigits(&scanner, isFraction: false) else { return nil }
    if scanner.take("."), !takeDigits(&scanner, isFraction: true) { return nil }
    if grammar == .json, scanner.take("e") || scanner.take("E") {
      guard let written = Self.writtenExponent(&scanner) else { return nil }
      exponent += written
    }
  }

  private mutating func takeDigits(_ scanner: inout DateScanner, isFraction: Bool) -> Bool {
    var hasDigits = false
    while let digit = scanner.digit() {
      append(digit, isFraction: isFraction)
      hasDigits = true
    }
    return hasDigits
  }

  private mutating func append(_ digit: Int, isFraction: Bool) {
    guard digitCount < Self.digitCapacity else {
      exponent += isFraction ? 0 : 1
      return
    }
    significand.append(digit: UInt8(digit))
    digitCount += significand == 0 ? 0 : 1
    exponent -= isFraction ? 1 : 0
  }

  private static func writtenExponent(_ scanner: inout DateScanner) -> Int? {
    let isNegative = scanner.take("-")
    if !isNegative { _ = scanner.take("+") }
    guard var magnitude = scanner.digit() else { return nil }
    while let digit = scanner.digit() { magnitude = min(exponentLimit, magnitude * 10 + digit) }
    return isNegative ? -magnitude : magnitude
  }

  /// Returns the number times a power of ten, rounded to the nearest whole number, halves away from
  /// zero; `nil` if the result is larger than any accepted time.
  func scaled(byPowerOfTen power: Int) -> Int128? {
    let shift = exponent + power
    guard significand != 0, shift >= -Self.digitCapacity else { return 0 }
    guard digitCount + shift <= Self.nanosecondDigitCapacity else { return nil }
    let half = shift < 0 ? Int128(5).scaled(byPowerOfTen: -shift - 1) : 0
    let magnitude = (significand + half).scaled(byPowerOfTen: shift)
    return isNegative ? -magnitude : magnitude
  }
}
