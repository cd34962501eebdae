/// A day of the proleptic Gregorian calendar, the one of ISO 8601.
///
/// Its rules hold for all years, also for those before 1582; the year before 1 is 0. The
/// conversions are `days_from_civil` and `civil_from_days` of Howard Hinnant's “chrono-Compatible
/// Low-Level Date Algorithms”, which count years from 1 March, so that the leap day comes last.
package struct CivilDate: Hashable, Sendable {
  package let year: Int
  /// 1 to 12.
  package let month: Int
  /// 1 to 31.
  package let day: Int

  /// - Returns: `nil` if the year has no such day: there is no 30 February.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month) else { return nil }
    guard (1...Self.dayCount(ofMonth: month, year: year)).contains(day) else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// - Parameter days: Days since 1970-01-01; negative before.
  package init(daysSince1970 days: Int) {
    let (era, dayOfEra) = (days + Self.daysTo1970).flooredQuotientAndRemainder(
      dividingBy: Self.daysPerEra)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Days since 1970-01-01; negative before.
  package var daysSince1970: Int {
    let (era, yearOfEra) = (month <= 2 ? year - 1 : year).flooredQuotientAndRemainder(
      dividingBy: 400)
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * Self.daysPerEra + dayOfEra - Self.daysTo1970
  }

  /// The day of the week: 0 is Sunday, 6 is Saturday.
  package var weekday: Int {
    (daysSince1970 + 4).flooredQuotientAndRemainder(dividingBy: 7).remainder  // 1970: a Thursday
  }

  /// Days of 400 years, after which the calendar repeats.
  private static let daysPerEra = 146_097
  /// Days from 0000-03-01 to 1970-01-01.
  private static let daysTo1970 = 719_468

  /// Returns the number of days in a month, which is 1 to 12.
  package static func dayCount(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }
}
