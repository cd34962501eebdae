/// The names of months and days in the locale `en_US_POSIX`, which HTTP dates use too.
package enum EnglishDateNames {
  static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
  package static let shortMonths = months.map { String($0.prefix(3)) }
  package static let shortWeekdays = weekdays.map { String($0.prefix(3)) }
  static let halfDays = ["AM", "PM"]
}
