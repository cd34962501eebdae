import ContractModel

/// The formats that a text is tried against where a contract is lenient and names none, in this
/// order.
///
///     LenientDateFormat.reading("2012-01-03 10:00".utf8)?.format  // .timestamp
///     LenientDateFormat.reading("2009".utf8)?.format              // .epochSeconds, not a year
///     LenientDateFormat.reading("03/01/2012".utf8)?.instant       // 1 March
package enum LenientDateFormat: CaseIterable, Sendable {
  /// ISO 8601's date with a time, by the profile `lenientTimestamp`.
  case timestamp
  /// Digits: seconds since 1970, in the years −9999 to 9999. So is `20090519`.
  case epochSeconds
  /// `MM/dd/yyyy`.
  case monthDayYear
  /// `yyyy-MM-dd`.
  case yearMonthDay
  case rfc1123, rfc850, asctime

  /// Reads a text by the first format that it fits.
  ///
  /// - Parameter text: UTF-8, with nothing around the date.
  /// - Returns: `nil` if it fits none.
  package static func reading(
    _ text: some Collection<UInt8>
  ) -> (instant: Instant, format: LenientDateFormat)? {
    for format in allCases {
      if let instant = format.instant(from: text) { return (instant, format) }
    }
    return nil
  }

  /// Reads a text by this format alone.
  package func instant(from text: some Collection<UInt8>) -> Instant? {
    switch self {
    case .timestamp: Instant(iso8601: text, profile: .lenientTimestamp)
    case .epochSeconds:
      text.contains(UInt8(ascii: ".")) ? nil : Instant(epochDigits: text, unit: .seconds)
    case .monthDayYear: Self.monthDayYearPattern.instant(from: text)
    case .yearMonthDay: Self.yearMonthDayPattern.instant(from: text)
    case .rfc1123: Instant(httpDate: text, format: .rfc1123)
    case .rfc850: Instant(httpDate: text, format: .rfc850)
    case .asctime: Instant(httpDate: text, format: .asctime)
    }
  }

  /// Whether a text is digits alone, whatever time they say.
  static func isEpoch(_ text: some Collection<UInt8>) -> Bool {
    !text.contains(UInt8(ascii: ".")) && Instant.isEpochDigits(text)
  }

  private static let monthDayYearPattern: DatePattern = "MM/dd/yyyy"
  private static let yearMonthDayPattern: DatePattern = "yyyy-MM-dd"
}
