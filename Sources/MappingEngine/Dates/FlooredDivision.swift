extension SignedInteger {
  /// The quotient rounded down, and the remainder from 0 up to the divisor: −1 by 60 is −1 and 59.
  ///
  /// - Parameter divisor: A positive number.
  func flooredQuotientAndRemainder(
    dividingBy divisor: Self
  ) -> (quotient: Self, remainder: Self) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
