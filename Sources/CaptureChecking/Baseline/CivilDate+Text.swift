package import MappingEngine

extension CivilDate: Comparable {
  /// Creates a day from a text such as `2027-01-31`.
  ///
  /// - Returns: `nil`, if the text has another form, or there is no such day.
  package init?(_ text: String) {
    guard let start = Instant(iso8601: "\(text)T00:00:00Z".utf8, profile: .rfc3339) else {
      return nil
    }
    self.init(daysSince1970: Int(start.seconds) / 86_400)
  }

  /// The day as `2027-01-31`, for years from 0 to 9999.
  package var text: String {
    func digits(_ number: Int, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
  }

  package static func < (left: CivilDate, right: CivilDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  /// The last day whose year has four digits.
  package static let last = CivilDate(daysSince1970: 2_932_896)
}
