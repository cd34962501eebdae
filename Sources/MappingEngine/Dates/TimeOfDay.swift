/// A time from 00:00:00 up to 24:00:00, exact to the nanosecond.
///
/// Every day has 86,400 seconds: neither 24:00:00 nor a leap second's 23:59:60 is a time of a day.
struct TimeOfDay: Hashable, Sendable {
  let hour: Int
  let minute: Int
  let second: Int
  let nanosecond: Int

  /// - Returns: `nil` if one of the parts is outside its range.
  init?(hour: Int, minute: Int, second: Int = 0, nanosecond: Int = 0) {
    guard (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second),
      (0..<1_000_000_000).contains(nanosecond)
    else { return nil }
    (self.hour, self.minute, self.second, self.nanosecond) = (hour, minute, second, nanosecond)
  }

  /// - Parameter secondOfDay: 0 up to 86,400.
  init(secondOfDay: Int, nanosecond: Int) {
    (hour, minute, second) = (secondOfDay / 3_600, secondOfDay / 60 % 60, secondOfDay % 60)
    self.nanosecond = nanosecond
  }

  var secondOfDay: Int { (hour * 60 + minute) * 60 + second }
}
