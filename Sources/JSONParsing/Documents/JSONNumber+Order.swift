extension JSONNumber {
  /// Returns whether a number is less than another, compared by their exact values: `1.0` is not
  /// less than `1`, and 2^53 is less than 2^53 + 1.
  ///
  /// - Complexity: O(*n*), where *n* is the length of both texts.
  public func isLess(than other: JSONNumber) -> Bool { compare(to: other) < 0 }

  /// Returns whether two numbers have the same exact value, however they are written.
  public func isNumericallyEqual(to other: JSONNumber) -> Bool { compare(to: other) == 0 }

  /// Returns −1, 0 or 1 if the number is less, equal or greater.
  private func compare(to other: JSONNumber) -> Int {
    let (left, right) = (DecimalText(text.utf8), DecimalText(other.text.utf8))
    if left.sign != right.sign { return left.sign < right.sign ? -1 : 1 }
    guard left.sign != 0 else { return 0 }
    if left.integerDigitCount != right.integerDigitCount {
      return left.integerDigitCount < right.integerDigitCount ? -left.sign : left.sign
    }
    let digits = DecimalText.significantDigits(of: text.utf8)
    let otherDigits = DecimalText.significantDigits(of: other.text.utf8)
    if digits == otherDigits { return 0 }
    return digits.lexicographicallyPrecedes(otherDigits) ? -left.sign : left.sign
  }
}

extension DecimalText {
  fileprivate var sign: Int { isZero ? 0 : isNegative ? -1 : 1 }
}
