import ContractModel
import JSONParsing

/// The date formats that a lenient contract tries, in this order, for a line that names no format.
///
///     LenientDateFormat.reading("2012-01-03 10:00".utf8)?.format  // .timestamp
///     LenientDateFormat.reading("2009".utf8)?.format              // .epochSeconds, not a year
///     LenientDateFormat.reading("03/01/2012".utf8)?.instant       // 1 March
package enum LenientDateFormat: CaseIterable, Sendable {
  /// An ISO 8601 date with a time, in the profile `lenientTimestamp`.
  case timestamp
  /// Digits: seconds since 1970, in the years −9999 to 9999. `20090519` is read as such, too.
  case epochSeconds
  /// `MM/dd/yyyy`.
  case monthDayYear
  /// `yyyy-MM-dd`.
  case yearMonthDay
  case rfc1123, rfc850, asctime

  /// Parses UTF-8 with nothing around the date, in the first matching format; `nil` if none does.
  package static func reading(
    _ text: some Collection<UInt8>
  ) -> (instant: Instant, format: LenientDateFormat)? {
    for format in allCases {
      if let instant = format.instant(from: text) { return (instant, format) }
    }
    return nil
  }

  package func instant(from text: some Collection<UInt8>) -> Instant? {
    switch self {
    case .timestamp: Instant(iso8601: text, profile: .lenientTimestamp)
    case .epochSeconds:
      text.contains(UInt8(ascii: "."))
        ? nil : Instant(epochDigits: String(decoding: text, as: UTF8.self), unit: .seconds)
    case .monthDayYear: Self.monthDayYearPattern.instant(from: text)
    case .yearMonthDay: Self.yearMonthDayPattern.instant(from: text)
    case .rfc1123: Instant(httpDate: text, format: .rfc1123)
    case .rfc850: Instant(httpDate: text, format: .rfc850)
    case .asctime: Instant(httpDate: text, format: .asctime)
    }
  }

  /// Returns whether a text consists of digits only, with an optional sign, whatever its value.
  static func isEpoch(_ text: some Collection<UInt8>) -> Bool {
    !text.contains(UInt8(ascii: "."))
      && DecimalText(digits: String(decoding: text, as: UTF8.self)) != nil
  }

  private static let monthDayYearPattern: DatePattern = "MM/dd/yyyy"
  private static let yearMonthDayPattern: DatePattern = "yyyy-MM-dd"
}
