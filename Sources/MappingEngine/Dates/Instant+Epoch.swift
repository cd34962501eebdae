package import ContractModel
import JSONParsing

extension Instant {
  /// Parses a number of seconds or milliseconds since 1970.
  ///
  /// The conversion is exact and does not go through `Double`; it rounds to the nearest nanosecond,
  /// halves away from 1970. The number must lie in the years −9999 to 9999: 1325376000000 is
  /// accepted as milliseconds (of 2012), not as seconds.
  ///
  /// - Parameter text: A JSON number: `1325376000`, `1.325376e9`, `1325376000.123456789`.
  /// - Returns: `nil` if the text is no JSON number, or is outside those years.
  package init?(epochNumber text: some Collection<UInt8>, unit: EpochUnit) {
    self.init(text, grammar: .json, unit: unit)
  }

  /// Parses `[+-]?digits[.digits]`, like the JSON number of the same value; returns `nil` if the
  /// text has another form, or is outside the years −9999 to 9999.
  package init?(epochDigits text: some Collection<UInt8>, unit: EpochUnit) {
    self.init(text, grammar: .digits, unit: unit)
  }

  /// Returns whether a text has the form `[+-]?digits[.digits]`, whatever its value.
  package static func isEpochDigits(_ text: some Collection<UInt8>) -> Bool {
    DateScanner.read(text) { EpochDecimal(&$0, grammar: .digits) } != nil
  }

  private init?(_ text: some Collection<UInt8>, grammar: EpochDecimal.Grammar, unit: EpochUnit) {
    let decimal = DateScanner.read(text) { EpochDecimal(&$0, grammar: grammar) }
    guard let nanoseconds = decimal?.scaled(byPowerOfTen: unit.fractionDigitCount) else {
      return nil
    }
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
