/// The three formats of RFC 9110's `HTTP-date` (section 5.6.7), all of them in GMT.
///
/// The grammar is followed exactly, including its case, and the weekday must be the date's. A leap
/// second is rejected.
package enum HTTPDateFormat: Sendable {
  /// `Sun, 06 Nov 1994 08:49:37 GMT`, of RFC 1123; RFC 9110 calls it `IMF-fixdate`.
  case rfc1123
  /// `Sunday, 06-Nov-94 08:49:37 GMT`, of RFC 850. The years are 1970 to 2069. RFC 9110 would
  /// choose a century around the present year, but then the meaning of a text would change over
  /// time.
  case rfc850
  /// `Sun Nov  6 08:49:37 1994`, of C's `asctime`.
  case asctime
}

extension Instant {
  /// Parses an ASCII text with nothing around the date; returns `nil` if the text does not have the
  /// format, or its weekday is not the date's.
  package init?(httpDate text: some Collection<UInt8>, format: HTTPDateFormat) {
    let instant = DateScanner.read(text) { scanner in
      switch format {
      case .rfc1123: scanner.rfc(EnglishDateNames.shortWeekdays, " ", yearDigitCount: 4)
      case .rfc850: scanner.rfc(EnglishDateNames.weekdays, "-", yearDigitCount: 2)
      case .asctime: scanner.asctime()
      }
    }
    guard let instant else { return nil }
    self = instant
  }
}

extension DateScanner {
  /// Takes a date of RFC 1123 or RFC 850, whose years have four digits or two.
  fileprivate mutating func rfc(
    _ weekdays: [String], _ separator: Unicode.Scalar, yearDigitCount: Int
  ) -> Instant? {
    guard let weekday = name(of: weekdays), take(", ".utf8),
      let day = digits(2), take(separator), let month = month(), take(separator),
      let year = digits(yearDigitCount), take(" "), let time = clockTime(), take(" GMT".utf8)
    else { return nil }
    let century = yearDigitCount == 4 ? 0 : year < 70 ? 2_000 : 1_900
    guard let date = CivilDate(year: century + year, month: month, day: day),
      date.weekday == weekday
    else { return nil }
    return Instant(date, time)
  }

  fileprivate mutating func asctime() -> Instant? {
    guard let weekday = name(of: EnglishDateNames.shortWeekdays), take(" "),
      let month = month(), take(" "), let day = take(" ") ? digits(1) : digits(2), take(" "),
      let time = clockTime(), take(" "), let year = digits(4),
      let date = CivilDate(year: year, month: month, day: day), date.weekday == weekday
    else { return nil }
    return Instant(date, time)
  }

  /// Takes the short name of a month, such as `Nov`.
  private mutating func month() -> Int? {
    name(of: EnglishDateNames.shortMonths).map { $0 + 1 }
  }
}
