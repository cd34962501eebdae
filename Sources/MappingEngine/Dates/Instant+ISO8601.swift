extension Instant {
  /// The part of ISO 8601 that is accepted.
  ///
  /// Both profiles accept the years 0000 to 9999 and offsets below 24 hours. Both reject days that
  /// are not in the calendar, 24:00, :60 for a leap second, more than nine digits of a fraction, a
  /// comma before the fraction, and lower-case `t` and `z`: RFC 3339 permits a parser to accept
  /// those, but not all parsers do.
  package enum ISO8601Profile: Sendable {
    /// RFC 3339 `date-time`: `2012-01-01T00:00:00.123+02:00`. A zone is required; `-00:00` is UTC.
    case rfc3339
    /// Like `rfc3339`, but also with a space instead of the `T`, without seconds, without a zone
    /// (which means UTC), and with zones like `+0200` and `+02`: `2012-01-01 00:00`.
    case lenientTimestamp
  }

  /// The function is not generic, so that calls from other modules are fast.
  package static func readsRFC3339(_ text: String) -> Bool {
    Instant(iso8601: text.utf8, profile: .rfc3339) != nil
  }

  /// Parses UTF-8 with nothing around the date; returns `nil` if it is no timestamp of the profile.
  package init?(iso8601 text: some Collection<UInt8>, profile: ISO8601Profile) {
    let instant = DateScanner.read(text) { scanner in
      switch profile {
      case .rfc3339: scanner.rfc3339()
      case .lenientTimestamp: scanner.lenientTimestamp()
      }
    }
    guard let instant else { return nil }
    self = instant
  }
}

extension DateScanner {
  fileprivate mutating func rfc3339() -> Instant? {
    guard let date = isoDate(), take("T"), let time = isoTime(requiresSeconds: true),
      let offset = offset([.letter, .extended])
    else { return nil }
    return Instant(date, time, offset: offset)
  }

  fileprivate mutating func lenientTimestamp() -> Instant? {
    guard let date = isoDate(), take("T") || take(" "),
      let time = isoTime(requiresSeconds: false),
      let offset = isAtEnd ? 0 : offset([.letter, .hours, .basic, .extended])
    else { return nil }
    return Instant(date, time, offset: offset)
  }

  private mutating func isoDate() -> CivilDate? {
    guard let year = digits(4), take("-"), let month = digits(2), take("-"), let day = digits(2)
    else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }

  private mutating func isoTime(requiresSeconds: Bool) -> TimeOfDay? {
    guard let hour = digits(2), take(":"), let minute = digits(2) else { return nil }
    if !requiresSeconds, !take(":") { return TimeOfDay(hour: hour, minute: minute) }
    if requiresSeconds, !take(":") { return nil }
    guard let second = digits(2), let nanosecond = take(".") ? fraction(1...9) : 0
    else { return nil }
    return TimeOfDay(hour: hour, minute: minute, second: second, nanosecond: nanosecond)
  }
}
