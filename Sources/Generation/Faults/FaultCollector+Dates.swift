import ContractModel
import JSONParsing

extension FaultCollector {
  private static let timestamps: [(variant: String, text: String, isUnspecified: Bool)] = [
    ("fraction-3", "2012-01-01T00:00:00.123Z", false),
    ("fraction-9", "2012-01-01T00:00:00.123456789Z", false),
    ("fraction-10", "2012-01-01T00:00:00.1234567891Z", true),
    ("offset", "2012-01-01T02:00:00+02:00", false),
    ("offset-basic", "2012-01-01T02:00:00+0200", true),
    ("lower-case", "2012-01-01t00:00:00z", true),
    ("no-zone", "2012-01-01T00:00:00", false), ("space", "2012-01-01 00:00:00Z", false),
    ("date-only", "2012-01-01", false), ("leap-day", "2012-02-29T00:00:00Z", false),
    ("no-leap-day", "2013-02-29T00:00:00Z", true), ("century", "1900-02-29T00:00:00Z", true),
    ("february-30", "2012-02-30T00:00:00Z", true), ("leap-second", "2016-12-31T23:59:60Z", true),
    ("24:00", "2012-01-01T24:00:00Z", true), ("zero", "0000-00-00", false),
    ("zero-time", "0000-00-00T00:00:00Z", true), ("month-13", "2012-13-01T00:00:00Z", true),
    ("day-first", "31/01/2012", false), ("month-first", "01/31/2012", false),
    ("month-first-rolling", "02/30/2012", true), ("day-rolling", "2012-02-30", true),
    ("no-zone-rolling", "2012-02-30T00:00:00", true),
    ("epoch-text", "1325376000", false), ("year", "2012", false), ("empty", "", false),
  ]

  /// Times in digits as other servers write them; who reads whole numbers reads no fraction.
  private mutating func addCounts() {
    let texts: [(variant: String, text: String, isUnspecified: Bool)] = [
      ("milliseconds-text", "1325376000000", false), ("before-1970-text", "-1", false),
      ("fraction-text", "1325376000.5", true), ("sign-text", "+1325376000", true),
      ("exponent-text", "1.325376e9", true), ("padded-text", " 1325376000", false),
    ]
    for (variant, text, isUnspecified) in texts {
      replace(
        .date, variant, "date \"\(text)\"", with: quoted(text), isUnspecified: isUnspecified)
    }
  }

  /// Dates in other formats, and dates that are none.
  mutating func addDates() {
    guard reads.has(.date), kind == .scalar else { return }
    if string != nil {
      for (variant, text, isUnspecified) in Self.timestamps {
        replace(
          .date, variant, "date \"\(text)\"", with: quoted(text), isUnspecified: isUnspecified)
      }
    }
    if string != nil, reads.scalars.contains(where: \.countsInText) { addCounts() }
    // Seconds read as milliseconds are in 1970; milliseconds read as seconds, in the year 43969.
    for (variant, text) in [
      ("seconds", "1325376000"), ("milliseconds", "1325376000000"), ("fraction", "1325376000.5"),
      ("before-1970", "-1"), ("exponent", "1.325376e9"), ("far", "1e400"),
    ] {
      replace(.date, variant, "date \(text)", with: text)
    }
  }
}
