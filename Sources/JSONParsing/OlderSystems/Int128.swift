/// A whole number of 128 bits, with the operations that the package needs.
///
/// The standard library has this type from macOS 15 and iOS 18. This type has the same name and
/// replaces it in files that import this module; `Swift.Int128` is the other one. An operation
/// whose result has more than 128 bits traps.
package struct Int128: Hashable, Sendable {
  /// The highest 64 bits, in two's complement: the number is `high` × 2^64 + `low`.
  @usableFromInline let high: Int64
  /// The lowest 64 bits.
  package let low: UInt64

  @inlinable
  init(high: Int64, low: UInt64) { (self.high, self.low) = (high, low) }

  /// - Parameter value: A number of at most 64 bits.
  @inlinable
  package init(_ value: some FixedWidthInteger) {
    precondition(type(of: value).bitWidth <= 64, "a wider number is not converted")
    self.init(high: value < 0 ? -1 : 0, low: UInt64(truncatingIfNeeded: value))
  }

  private init(isNegative: Bool, high: UInt64, low: UInt64) {
    let isLeast = isNegative && high == 1 << 63 && low == 0
    precondition(high < 1 << 63 || isLeast, "a number has at most 128 bits")
    let magnitude = Int128(high: Int64(bitPattern: high), low: low)
    self = isNegative && !isLeast ? -magnitude : magnitude
  }

  package static let max = Int128(high: .max, low: .max)
  package static let min = Int128(high: .min, low: 0)

  @inlinable package var isNegative: Bool { high < 0 }

  /// The number without its sign; traps for `min`.
  package var magnitude: Int128 { isNegative ? -self : self }

  /// The number without its sign, as two words.
  fileprivate var words: (high: UInt64, low: UInt64) {
    let (low, borrow) = UInt64(0).subtractingReportingOverflow(low)
    return isNegative
      ? (UInt64(bitPattern: 0 &- high &- (borrow ? 1 : 0)), low)
      : (UInt64(bitPattern: high), self.low)
  }
}

extension Int128: ExpressibleByIntegerLiteral, Comparable {
  @inlinable
  package init(integerLiteral value: Int64) {
    self.init(high: value >> 63, low: UInt64(bitPattern: value))
  }

  @inlinable
  package static func < (left: Int128, right: Int128) -> Bool {
    left.high == right.high ? left.low < right.low : left.high < right.high
  }
}

// MARK: - Arithmetic

extension Int128: AdditiveArithmetic {
  @inlinable
  package static func + (left: Int128, right: Int128) -> Int128 {
    let (low, carry) = left.low.addingReportingOverflow(right.low)
    let high = left.high &+ right.high &+ (carry ? 1 : 0)
    precondition((left.high ^ high) & (right.high ^ high) >= 0, "a sum has at most 128 bits")
    return Int128(high: high, low: low)
  }

  @inlinable
  package static func - (left: Int128, right: Int128) -> Int128 {
    let (low, borrow) = left.low.subtractingReportingOverflow(right.low)
    let high = left.high &- right.high &- (borrow ? 1 : 0)
    precondition(
      (left.high ^ right.high) & (left.high ^ high) >= 0, "a difference has at most 128 bits")
    return Int128(high: high, low: low)
  }
}

extension Int128 {
  @inlinable
  package static prefix func - (value: Int128) -> Int128 { 0 - value }

  package static func * (left: Int128, right: Int128) -> Int128 {
    let (own, other) = (left.words, right.words)
    precondition(own.high == 0 || other.high == 0, "a product has at most 128 bits")
    let (carry, low) = own.low.multipliedFullWidth(by: other.low)
    return Int128(
      isNegative: left.isNegative != right.isNegative,
      high: own.high * other.low + other.high * own.low + carry, low: low)
  }

  package static func / (left: Int128, right: Int64) -> Int128 {
    left.quotientAndRemainder(dividingBy: right).quotient
  }

  package static func % (left: Int128, right: Int64) -> Int64 {
    left.quotientAndRemainder(dividingBy: right).remainder
  }

  /// - Parameter count: The number of doublings, at most 126.
  package static func << (value: Int128, count: some FixedWidthInteger) -> Int128 {
    value
      * (count < 64 ? Int128(high: 0, low: 1 << count) : Int128(high: 1 << (count - 64), low: 0))
  }

  /// Appends a decimal digit to a number that is not negative.
  @inlinable
  package mutating func append(digit: UInt8) {
    let (carry, product) = low.multipliedFullWidth(by: 10)
    let (sum, isOver) = product.addingReportingOverflow(UInt64(digit))
    self = Int128(high: high * 10 + Int64(carry) + (isOver ? 1 : 0), low: sum)
  }

  /// Returns the quotient rounded towards zero, and a remainder with the number's sign.
  package func quotientAndRemainder(
    dividingBy divisor: Int64
  ) -> (quotient: Int128, remainder: Int64) {
    let (high, rest) = words.high.quotientAndRemainder(dividingBy: divisor.magnitude)
    let (low, remainder) = divisor.magnitude.dividingFullWidth((rest, words.low))
    return (
      Int128(isNegative: isNegative != (divisor < 0), high: high, low: low),
      // The remainder is smaller than the divisor, so it fits.
      isNegative ? 0 - Int64(remainder) : Int64(remainder)
    )
  }

  /// Returns the number times a power of ten, rounded towards zero if the exponent is negative.
  package func scaled(byPowerOfTen exponent: Int) -> Int128 {
    var (value, rest) = (self, exponent.magnitude)
    while rest > 0 {
      let count = Swift.min(rest, 18)
      let power = (0..<count).reduce(Int64(1)) { power, _ in power * 10 }
      value = exponent < 0 ? value / power : value * Int128(power)
      rest -= count
    }
    return value
  }
}

// MARK: - Conversions

extension Int128: LosslessStringConvertible {
  /// - Returns: `nil`, if the text does not match `-?[0-9]+`, or has more than 38 digits.
  package init?(_ text: String) {
    let digits = text.utf8.drop { $0 == ASCII.minus }
    let isNegative = digits.count < text.utf8.count
    guard (1...38).contains(digits.count), digits.count + (isNegative ? 1 : 0) == text.utf8.count,
      digits.allSatisfy(ASCII.isDigit)
    else { return nil }
    let magnitude = digits.reduce(into: Int128(0)) { $0.append(digit: $1 - ASCII.zero) }
    self = isNegative ? -magnitude : magnitude
  }

  package var description: String {
    if let narrow = Int64(exactly: self) { return String(narrow) }
    let (quotient, remainder) = quotientAndRemainder(dividingBy: 1_000_000_000_000_000_000)
    let digits = String(remainder.magnitude)
    return quotient.description + String(repeating: "0", count: 18 - digits.count) + digits
  }
}

extension FixedWidthInteger {
  /// - Returns: `nil`, if the type cannot represent the number.
  package init?(exactly value: Int128) {
    if value.high == 0 {
      self.init(exactly: value.low)
    } else {
      let narrow = Int64(bitPattern: value.low)
      guard value.high == -1, narrow < 0 else { return nil }
      self.init(exactly: narrow)
    }
  }

  /// - Parameter value: A number that the type can represent.
  package init(_ value: Int128) {
    guard let narrow = Self(exactly: value) else {
      preconditionFailure("\(value) is no \(Self.self)")
    }
    self = narrow
  }
}

extension Double {
  /// The nearest number, ties to even.
  package init(_ value: Int128) {
    let (high, low) = value.words
    let shift = high.leadingZeroBitCount
    // The highest 64 bits are more than a `Double` has, so one bit represents all bits below them.
    let bits = high << UInt64(shift) | (shift == 0 ? 0 : low >> UInt64(64 - shift))
    let isInexact = low << UInt64(shift) != 0
    let magnitude =
      high == 0
      ? Double(low)
      : Double(sign: .plus, exponent: 64 - shift, significand: Double(bits | (isInexact ? 1 : 0)))
    self = value.isNegative ? -magnitude : magnitude
  }
}
