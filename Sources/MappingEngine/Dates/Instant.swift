/// A point in time, exact to the nanosecond.
///
/// Its description is ISO 8601 in UTC, with as many fraction digits as needed:
///
///     Instant(seconds: 1_325_376_000).description                      // 2012-01-01T00:00:00Z
///     Instant(seconds: -1, nanoseconds: 500_000_000).description       // 1969-12-31T23:59:59.5Z
///     Instant(seconds: 1_325_376_000_000).description                  // +43969-06-30T00:00:00Z
///
/// Days are those of the proleptic Gregorian calendar, 86,400 seconds each: as in POSIX, leap
/// seconds are not counted.
public struct Instant: Hashable, Comparable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z, rounded down.
  public let seconds: Int64
  /// Nanoseconds since that second: 0 up to 1,000,000,000.
  public let nanoseconds: Int32

  /// - Parameters:
  ///   - seconds: Seconds since 1970-01-01T00:00:00Z, rounded down.
  ///   - nanoseconds: Nanoseconds since that second, 0 up to 1,000,000,000.
  public init(seconds: Int64, nanoseconds: Int32 = 0) {
    precondition((0..<1_000_000_000).contains(nanoseconds), "nanoseconds are less than a second")
    (self.seconds, self.nanoseconds) = (seconds, nanoseconds)
  }

  public static func < (left: Instant, right: Instant) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }
}

// MARK: - Days

extension Instant {
  static let secondsPerDay = 86_400

  /// - Parameter offset: How far the clock of the date and time is ahead of UTC, in seconds.
  init(_ date: CivilDate, _ time: TimeOfDay, offset: Int = 0) {
    let seconds = date.daysSince1970 * Self.secondsPerDay + time.secondOfDay - offset
    self.init(seconds: Int64(seconds), nanoseconds: Int32(time.nanosecond))
  }

  /// The day in UTC and the time of that day.
  var civil: (date: CivilDate, time: TimeOfDay) {
    let (day, second) = Int(seconds).flooredQuotientAndRemainder(dividingBy: Self.secondsPerDay)
    let time = TimeOfDay(secondOfDay: second, nanosecond: Int(nanoseconds))
    return (CivilDate(daysSince1970: day), time)
  }
}

// MARK: - Description

extension Instant: CustomStringConvertible {
  /// ISO 8601 in UTC: RFC 3339 for the years 0000 to 9999.
  ///
  /// Other years have a sign and at least four digits, ISO 8601's expanded representation.
  public var description: String {
    let (date, time) = civil
    var text = date.year < 0 ? "-" : date.year > 9_999 ? "+" : ""
    text.append(abs(date.year), digitCount: 4)
    let parts = [
      ("-", date.month), ("-", date.day), ("T", time.hour), (":", time.minute), (":", time.second),
    ]
    for (mark, part) in parts {
      text.append(mark)
      text.append(part, digitCount: 2)
    }
    text.append(fraction: time.nanosecond, digitCount: 9)
    return text + "Z"
  }
}

extension String {
  /// Appends a number, which is not negative, padded with zeros to at least this many digits.
  mutating func append(_ number: Int, digitCount: Int) {
    let digits = String(number)
    append(String(repeating: "0", count: max(0, digitCount - digits.utf8.count)))
    append(digits)
  }

  /// Appends a decimal point and the fraction digits, without trailing zeros; appends nothing for
  /// 0.
  ///
  /// - Parameter digitCount: The number of digits, including leading and trailing zeros.
  mutating func append(fraction: Int, digitCount: Int) {
    guard fraction != 0 else { return }
    var (fraction, digitCount) = (fraction, digitCount)
    while fraction % 10 == 0 { (fraction, digitCount) = (fraction / 10, digitCount - 1) }
    append(".")
    append(fraction, digitCount: digitCount)
  }
}
