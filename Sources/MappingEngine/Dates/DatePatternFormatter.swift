import ContractModel
import Foundation
import JSONParsing

/// Foundation's `DateFormatter` for one pattern, with a strict check of each text.
///
/// The formatter alone is too lenient for a check, even if `isLenient` is false. It accepts white
/// space around and between fields, full-width digits, fields shorter or longer than their letters,
/// one separator for another, any case, and a weekday that is not the date's. With `YYYY-MM-dd` it
/// reads the last day of 2012 and writes a day of 2013; with `HH:mm a` it loses the hour. So each
/// date is written again, and the result must equal the text byte for byte.
final class DatePatternFormatter: Sendable {
  private let formatter: Mutex<DateFormatter>

  /// - Parameter pattern: A pattern of Unicode Technical Standard 35.
  init(_ pattern: String, _ zone: DateZone) { formatter = Mutex(Self.formatter(pattern, zone)) }

  private static func formatter(_ pattern: String, _ zone: DateZone) -> sending DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: zone.seconds)
    formatter.calendar = Calendar(identifier: .gregorian)
    // Otherwise days before 15 October 1582 would be days of the Julian calendar.
    formatter.gregorianStartDate = Date.distantPast
    formatter.twoDigitStartDate = Date(timeIntervalSince1970: -631_152_000)  // 1950
    formatter.isLenient = false
    formatter.dateFormat = pattern
    return formatter
  }

  /// Parses a date, exact to the millisecond, as `DateFormatter` is; returns `nil` if the pattern
  /// does not write exactly this text for any date.
  func instant(from text: some Collection<UInt8>) -> Instant? {
    let string = String(decoding: text, as: UTF8.self)
    let date: Date? = formatter.withLock { formatter in
      guard let date = formatter.date(from: string) else { return nil }
      return formatter.string(from: date).utf8.elementsEqual(text) ? date : nil
    }
    guard let date, let instant = Instant(nearestMillisecondTo: date) else { return nil }
    return DatePattern.years.contains(instant.civil.date.year) ? instant : nil
  }

  func text(for instant: Instant) -> String {
    formatter.withLock { $0.string(from: instant.date) }
  }
}

extension Instant {
  fileprivate init?(nearestMillisecondTo date: Date) {
    let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
    guard let count = Int64(exactly: milliseconds) else { return nil }
    let (seconds, rest) = count.flooredQuotientAndRemainder(dividingBy: 1_000)
    self.init(seconds: seconds, nanoseconds: Int32(rest) * 1_000_000)
  }
}
