extension SignedInteger {
  /// Rounds down; the remainder is 0 up to the divisor, which is positive: −1 by 60 is −1 and 59.
  func flooredQuotientAndRemainder(
    dividingBy divisor: Self
  ) -> (quotient: Self, remainder: Self) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
