extension DecimalText {
  /// The maximum number of decimal digits of a `Double`: those of the largest subnormal number.
  private static let mostDigitsOfDouble = 767
  /// The powers of ten that a `Double`'s last decimal digit can have.
  private static let lastDigitsOfDouble = -1074...308

  /// Returns whether the number is exactly a finite `Double`, to the last binary digit. The
  /// function compares digits × 10^e with significand × 2^k in whole numbers of any size: a
  /// negative power on one side becomes a positive power on the other side.
  func isEqual(to value: Double, writtenAs text: some Collection<UInt8>) -> Bool {
    guard !isZero, value != 0 else { return isZero && value == 0 }
    guard isNegative == (value.sign == .minus), digitCount <= Self.mostDigitsOfDouble,
      Self.lastDigitsOfDouble.contains(exponent)
    else { return false }
    let binaryExponent = Int(value.exponent) - Double.significandBitCount
    var left = BigNatural(digits: Self.significantDigits(of: text))
    var right = BigNatural(UInt64(value.magnitude.significand * 0x1p52))
    left.multiply(by: 10, times: max(0, exponent))
    right.multiply(by: 10, times: max(0, -exponent))
    left.multiply(by: 2, times: max(0, -binaryExponent))
    right.multiply(by: 2, times: max(0, binaryExponent))
    return left == right
  }

  /// Returns the digits of a number's text from the first to the last nonzero digit.
  static func significantDigits(of text: some Collection<UInt8>) -> [UInt8] {
    let mantissa = text.prefix { $0 | ASCII.lowercaseBit != ASCII.lowerE }
    var digits = mantissa.filter(ASCII.isDigit).map { $0 - ASCII.zero }
    while digits.last == 0 { digits.removeLast() }
    return Array(digits.drop { $0 == 0 })
  }
}

/// A whole number of any size, for comparing products of powers.
private struct BigNatural: Equatable {
  /// The digits in base 2^32, the lowest first; the last is not zero.
  private var limbs: [UInt32]

  init(_ value: UInt64) {
    limbs = [UInt32(truncatingIfNeeded: value), UInt32(truncatingIfNeeded: value >> 32)]
    while limbs.last == 0 { limbs.removeLast() }
  }

  /// - Parameter digits: Decimal digits, the highest first and not zero.
  init(digits: [UInt8]) {
    limbs = []
    for digit in digits { multiplyAndAdd(10, UInt32(digit)) }
  }

  mutating func multiply(by factor: UInt32, times count: Int) {
    for _ in 0..<count { multiplyAndAdd(factor, 0) }
  }

  private mutating func multiplyAndAdd(_ factor: UInt32, _ summand: UInt32) {
    var carry = UInt64(summand)
    for index in limbs.indices {
      carry += UInt64(limbs[index]) * UInt64(factor)
      limbs[index] = UInt32(truncatingIfNeeded: carry)
      carry >>= 32
    }
    if carry > 0 { limbs.append(UInt32(carry)) }
  }
}
