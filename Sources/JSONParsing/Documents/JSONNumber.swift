/// A number as it was written, with its conversions to Swift numbers.
///
///     let number = JSONNumber("9007199254740993")!
///     number.int64    // .exact(9007199254740993)
///     number.double   // .inexact(9007199254740992.0, .precision)
///     JSONNumber("1.5")?.int64    // .inexact(1, .fraction)
///     JSONNumber("1e3")?.int64    // .exact(1000)
///     JSONNumber("1e400")?.double // .outOfRange
///
/// To get a `Decimal`, make it from `text`. Two numbers are equal if their texts are: `1` does not
/// equal `1.0`.
public struct JSONNumber: Hashable, Sendable, CustomStringConvertible {
  /// The number as written, in RFC 8259's grammar, and therefore in ASCII.
  public let text: String

  /// - Returns: `nil` if the text is not a JSON number, such as `+1`, `01`, `.5`, `1.` and `NaN`.
  public init?(_ text: String) {
    let bytes = Array(text.utf8) + PaddedText.zeros
    let isNumber = bytes.withUnsafeBytes { buffer in
      let text = PaddedText(buffer)
      let number = scanNumber(text, from: 0)
      return number.outcome.isValid && number.end == text.count
    }
    guard isNumber else { return nil }
    self.text = text
  }

  /// - Parameter text: A number in RFC 8259's grammar.
  package init(scanned text: String) { self.text = text }

  public var description: String { text }

  /// The conversion of a number to a type that may not be able to represent it.
  public enum Reading<Value: Equatable & Sendable>: Equatable, Sendable {
    /// The type represents the number.
    case exact(Value)
    /// The type represents only this part of the number.
    case inexact(Value, Loss)
    /// The number is too large for the type, or negative although the type is unsigned.
    case outOfRange

    /// The number, if nothing was lost.
    public var exactValue: Value? {
      if case .exact(let value) = self { value } else { nil }
    }

    /// The number, or the part of it that the type can represent.
    public var value: Value? {
      switch self {
      case .exact(let value), .inexact(let value, _): value
      case .outOfRange: nil
      }
    }
  }

  /// The part of a number that a conversion loses.
  public enum Loss: Sendable {
    /// Digits after the decimal point, in a conversion to a whole-number type.
    case fraction
    /// Digits that a floating-point type cannot represent.
    case precision
  }
}

// MARK: - Whole numbers

extension JSONNumber {
  /// The number as `Int64`; for `1.5`, the part before the point. `1.0` and `1e3` are whole
  /// numbers.
  public var int64: Reading<Int64> { reading() }

  /// The number as `UInt64`; for `1.5`, the part before the point. `-0` is 0.
  public var uint64: Reading<UInt64> { reading() }

  /// Converts the number to any whole-number type of at most 64 bits: `number.reading(as:
  /// Int8.self)`.
  public func reading<Value: FixedWidthInteger & Sendable>(
    as type: Value.Type = Value.self
  ) -> Reading<Value> {
    precondition(Value.bitWidth <= 64, "a reading has at most 64 bits")
    // Most numbers are plain digits, which the standard library parses. It is optimised even if
    // this module is not.
    if let value = Value(text) { return .exact(value) }
    let decimal = DecimalText(text.utf8)
    guard let magnitude = decimal.integerPart else { return .outOfRange }
    // At most 20 digits, so both signs fit.
    let integer = decimal.isNegative ? -magnitude : magnitude
    guard let value = Value(exactly: integer) else { return .outOfRange }
    let isWhole = decimal.isZero || decimal.exponent >= 0
    // −0.5 is below the range of an unsigned type, although the part before its point is not.
    if !isWhole && decimal.isNegative && !Value.isSigned { return .outOfRange }
    return isWhole ? .exact(value) : .inexact(value, .fraction)
  }

  /// Returns the number times a power of ten: see `DecimalText`.
  package func scaled(byPowerOfTen power: Int) -> Int128? {
    DecimalText(text.utf8).scaled(byPowerOfTen: power)
  }
}

extension DecimalText {
  /// Reads `[+-]?digits[.digits]`; returns `nil` if the text has another form. Leading zeros are
  /// permitted.
  package init?(digits text: String) {
    let isSigned = text.utf8.first == ASCII.minus || text.utf8.first == ASCII.plus
    var (hasDigits, hasPoint) = (false, false)
    for byte in text.utf8.dropFirst(isSigned ? 1 : 0) {
      if ASCII.isDigit(byte) {
        hasDigits = true
      } else {
        guard byte == ASCII.dot, hasDigits, !hasPoint else { return nil }
        (hasDigits, hasPoint) = (false, true)
      }
    }
    guard hasDigits else { return nil }
    self.init(text.utf8.dropFirst(text.utf8.first == ASCII.plus ? 1 : 0))
  }

  /// Returns the number times a power of ten, rounded to the nearest whole number, halves away from
  /// zero; `nil` if the result has more than 37 digits.
  package func scaled(byPowerOfTen power: Int) -> Int128? {
    let count = integerDigitCount + power
    guard !isZero, count >= 0 else { return 0 }
    guard count < Self.digitCapacity else { return nil }
    let shift = count - min(digitCount, Self.digitCapacity)
    let half = shift < 0 ? Int128(5).scaled(byPowerOfTen: -shift - 1) : 0
    let magnitude = (significand + half).scaled(byPowerOfTen: shift)
    return isNegative ? -magnitude : magnitude
  }

  /// The part before the decimal point, or `nil` if it has more than 20 digits.
  fileprivate var integerPart: Int128? {
    guard integerDigitCount > 0 else { return 0 }
    guard integerDigitCount <= 20 else { return nil }
    let heldCount = min(digitCount, Self.digitCapacity)
    return significand.scaled(byPowerOfTen: integerDigitCount - heldCount)
  }
}

// MARK: - Floating point

extension JSONNumber {
  /// The nearest `Double`, ties to even, and whether it represents the number.
  ///
  /// It does if it equals the number exactly, or if the number is the shortest decimal that is
  /// parsed as this `Double`. So 0.1 loses nothing, although no `Double` is one tenth;
  /// 9007199254740993 does, since it would be written as …992. A number beyond the largest `Double`
  /// is out of range; one too close to zero becomes 0 or a subnormal number, inexactly.
  public var double: Reading<Double> {
    reading(as: Double.self, safeDigitCount: 15)  // IEEE 754: DBL_DIG
  }

  /// The nearest `Float`, by the same rules as `double`.
  public var float: Reading<Float> {
    reading(as: Float.self, safeDigitCount: 6)  // IEEE 754: FLT_DIG
  }

  /// - Parameter safeDigitCount: The number of decimal digits that every normal value of the type
  ///   preserves.
  private func reading<Value: BinaryFloatingPoint & LosslessStringConvertible & Sendable>(
    as: Value.Type, safeDigitCount: Int
  ) -> Reading<Value> {
    // The standard library accepts all of RFC 8259's grammar, so it parses every number.
    guard let value = Value(text), value.isFinite else { return .outOfRange }
    // Most long numbers are written as the standard library writes them.
    if text.utf8.count > safeDigitCount, value.description == text { return .exact(value) }
    let decimal = DecimalText(text.utf8)
    let isExact =
      decimal.isZero || decimal.digitCount <= safeDigitCount && value.isNormal
      || decimal.isComplete && decimal == DecimalText(value.description.utf8)
      || decimal.isEqual(to: Double(value), writtenAs: text.utf8)
    return isExact ? .exact(value) : .inexact(value, .precision)
  }
}
