import ContractModel

package enum DateField: Int, CaseIterable, Sendable {
  case yearOfCentury, month, day, hour, minute, second, millisecond

  /// The smallest number of the field and how many numbers it has.
  package var range: (first: Int, count: Int) {
    switch self {
    case .yearOfCentury: (0, 100)
    case .month: (1, 12)
    case .day: (1, 31)
    case .hour: (0, 24)
    case .minute, .second: (0, 60)
    case .millisecond: (0, 1_000)
    }
  }
}

extension DatePattern {
  package var fields: [DateField] {
    let numbers = [1, 2, 3, 4, 5, 6, 7]
    return DateField.allCases.filter { field in
      var other = numbers
      other[field.rawValue] += 2
      return text(ofCentury: 20, numbers) != text(ofCentury: 20, other)
    }
  }

  /// The numbers of all fields of an instant in the pattern's zone, and its century.
  package func numbers(of instant: Instant) -> (century: Int, numbers: [Int]) {
    let (date, time) = Instant(seconds: instant.seconds + Int64(zone.seconds)).civil
    let numbers = [
      date.year % 100, date.month, date.day, time.hour, time.minute, time.second,
      Int(instant.nanoseconds) / 1_000_000,
    ]
    return (date.year / 100, numbers)
  }

  /// Writes the instant that has these numbers; returns `nil` if there is no such instant.
  package func text(ofCentury century: Int, _ numbers: [Int]) -> String? {
    guard
      let date = CivilDate(year: century * 100 + numbers[0], month: numbers[1], day: numbers[2]),
      let time = TimeOfDay(
        hour: numbers[3], minute: numbers[4], second: numbers[5],
        nanosecond: numbers[6] * 1_000_000)
    else { return nil }
    return text(for: Instant(date, time, offset: zone.seconds))
  }
}
