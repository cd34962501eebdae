package import MappingEngine

extension CivilDate: Comparable {
  /// Creates a day from a text such as `2027-01-31`.
  ///
  /// - Returns: `nil`, if the text has another form, or there is no such day.
  package init?(_ text: String) {
    let numbers = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard text.utf8.count == 10, numbers.count == 3, let year = numbers[0], let month = numbers[1],
      let day = numbers[2]
    else { return nil }
    self.init(year: year, month: month, day: day)
    // The text has no other form that is read as the same numbers.
    guard self.text.utf8.elementsEqual(text.utf8) else { return nil }
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
