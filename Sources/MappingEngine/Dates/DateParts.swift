import ContractModel

enum DatePart: Int, CaseIterable, Sendable {
  case year, month, day
  /// 0 is Sunday.
  case weekday
  /// 0 to 23.
  case hour
  /// 0 to 11.
  case hourOfHalfDay
  /// 0 is AM, 1 is PM.
  case halfDay
  case minute, second, nanosecond
  /// Seconds ahead of UTC.
  case offset
}

/// The fields of a date, as parsed by a pattern; each part is set at most once.
struct DateParts {
  private var values = [Int?](repeating: nil, count: DatePart.allCases.count)

  init() {}

  /// Sets all parts from an instant, in UTC.
  init(_ instant: Instant) {
    let (date, time) = instant.civil
    for part in DatePart.allCases { self[part] = Self.value(of: part, date, time) }
  }

  private static func value(of part: DatePart, _ date: CivilDate, _ time: TimeOfDay) -> Int {
    switch part {
    case .year: date.year
    case .month: date.month
    case .day: date.day
    case .weekday: date.weekday
    case .hour: time.hour
    case .hourOfHalfDay: time.hour % 12
    case .halfDay: time.hour / 12
    case .minute: time.minute
    case .second: time.second
    case .nanosecond: time.nanosecond
    case .offset: 0
    }
  }

  private(set) subscript(part: DatePart) -> Int? {
    get { values[part.rawValue] }
    set { values[part.rawValue] = newValue }
  }

  /// - Returns: `false` if the part already has another value.
  mutating func set(_ part: DatePart, _ value: Int) -> Bool {
    if let old = self[part], old != value { return false }
    self[part] = value
    return true
  }

  /// Returns the instant, or `nil` if the parts describe none or contradict each other.
  ///
  /// - Parameter zone: The zone of the time, if no part gives an offset.
  func instant(in zone: DateZone) -> Instant? {
    let year = self[.year] ?? 2_000
    guard DatePattern.years.contains(year), let hour,
      let date = CivilDate(year: year, month: self[.month] ?? 1, day: self[.day] ?? 1),
      let time = TimeOfDay(
        hour: hour, minute: self[.minute] ?? 0, second: self[.second] ?? 0,
        nanosecond: self[.nanosecond] ?? 0)
    else { return nil }
    if let weekday = self[.weekday], weekday != date.weekday { return nil }
    let instant = Instant(date, time, offset: self[.offset] ?? zone.seconds)
    return DatePattern.years.contains(instant.civil.date.year) ? instant : nil
  }

  /// The hour of the day; without AM or PM, it is before noon.
  private var hour: Int? {
    let hourOfHalfDay = self[.hourOfHalfDay] ?? 0
    guard let hour = self[.hour] else {
      return hourOfHalfDay < 12 ? hourOfHalfDay + 12 * (self[.halfDay] ?? 0) : nil
    }
    let halfDayAgrees =
      (self[.hourOfHalfDay] ?? hour % 12) == hour % 12 && (self[.halfDay] ?? hour / 12) == hour / 12
    return halfDayAgrees ? hour : nil
  }
}
