package import ContractModel
package import JSONParsing

extension Instant {
  /// Reads a number of seconds or milliseconds since 1970.
  ///
  /// The conversion is exact and does not go through `Double`; it rounds to the nearest nanosecond,
  /// halves away from 1970. The number must lie in the years −9999 to 9999: 1325376000000 is
  /// accepted as milliseconds (of 2012), not as seconds.
  ///
  /// - Returns: `nil` if the number is outside those years.
  package init?(epochNumber number: JSONNumber, unit: EpochUnit) {
    guard let nanoseconds = number.scaled(byPowerOfTen: unit.fractionDigitCount) else {
      return nil
    }
    self.init(nanoseconds)
  }

  /// Parses `[+-]?digits[.digits]`, like the JSON number of the same value; returns `nil` if the
  /// text has another form, or is outside the years −9999 to 9999.
  package init?(epochDigits text: String, unit: EpochUnit) {
    let decimal = DecimalText(digits: text)
    guard let nanoseconds = decimal?.scaled(byPowerOfTen: unit.fractionDigitCount) else {
      return nil
    }
    self.init(nanoseconds)
  }

  private init?(_ nanoseconds: Int128) {
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    guard let seconds = Int64(exactly: rest < 0 ? whole - 1 : whole),
      Self.epochSeconds.contains(seconds)
    else { return nil }
    self.init(seconds: seconds, nanoseconds: Int32(rest < 0 ? rest + 1_000_000_000 : rest))
  }

  /// The seconds of the years −9999 to 9999.
  private static let epochSeconds: Range<Int64> = -377_705_116_800..<253_402_300_800

  /// Writes exact seconds or milliseconds since 1970 as JSON without an exponent: `1325376000.5`.
  package func epochText(in unit: EpochUnit) -> String {
    let total = Int128(seconds) * 1_000_000_000 + Int128(nanoseconds)
    let scale = 1_000_000_000 / unit.countPerSecond
    let (whole, fraction) = total.magnitude.quotientAndRemainder(dividingBy: scale)
    var text = (total < 0 ? "-" : "") + String(whole)
    text.append(fraction: Int(fraction), digitCount: unit.fractionDigitCount)
    return text
  }
}
