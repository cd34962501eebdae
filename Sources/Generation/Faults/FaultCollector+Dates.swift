import ContractModel
import JSONParsing

extension FaultCollector {
  private static let timestamps: [(variant: String, text: String, isUnspecified: Bool)] = [
    ("fraction-1", "2012-01-01T00:00:00.5Z", false),
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

  /// Dates at the ends of years, which belong to a week of the neighbouring year in week-based
  /// calendars of ISO 8601 and of the United States; noon and midnight, which 12-hour clocks
  /// confuse; and the last second of a day.
  private static let edges: [(variant: String, text: String, seconds: Int64)] = [
    ("december-29", "2014-12-29T12:59:59Z", 1_419_857_999),
    ("december-30", "2012-12-30T00:59:00Z", 1_356_829_140),
    ("december-31", "2012-12-31T23:59:59Z", 1_356_998_399),
    ("january-1", "2010-01-01T00:00:00Z", 1_262_304_000),
    ("january-2", "2010-01-02T12:00:00Z", 1_262_433_600),
    ("january-3", "2010-01-03T12:30:00Z", 1_262_521_800),
  ]

  /// Adds these dates in each format that the lines read; one without a zone, in its own zone.
  private mutating func addEdges() {
    let scalars = reads.scalars.filter { $0.name == .date }
    let coercions = scalars.flatMap { $0.coercions.isEmpty ? [.iso8601] : $0.coercions }
    for (number, coercion) in coercions.enumerated() {
      // Each id has to belong to one payload.
      let suffix = number == 0 ? "" : "-\(number + 1)"
      for (variant, text) in Self.edges(as: coercion) {
        replace(.date, variant + suffix, "date \(text)", with: text)
      }
    }
  }

  private static func edges(as coercion: Coercion) -> [(variant: String, text: String)] {
    switch coercion {
    case .iso8601:
      edges.map { ($0.variant, JSONWriter.text(of: $0.text)) } + [
        ("last-second-west", JSONWriter.text(of: "2012-06-30T23:59:59-08:00")),
        ("last-second-east", JSONWriter.text(of: "2012-06-30T23:59:59+09:00")),
      ]
    case .datePattern(let pattern, _):
      zip(edges, DateTable.texts(at: edges.map(\.seconds), by: pattern)).map {
        ($0.variant, JSONWriter.text(of: $1))
      }
    default:
      coercion.epoch.map { unit, isText in
        let count = "\(1_356_998_400 * unit.countPerSecond - 1)"
        return [("last-second", isText ? JSONWriter.text(of: count) : count)]
      } ?? []
    }
  }

  /// Adds times as digits, as other servers write them. Readers of whole numbers read no fraction.
  private mutating func addCounts() {
    replace(
      .date, "date",
      withEach: [
        ("milliseconds-text", "1325376000000", false), ("before-1970-text", "-1", false),
        ("fraction-text", "1325376000.5", true), ("sign-text", "+1325376000", true),
        ("exponent-text", "1.325376e9", true), ("padded-text", " 1325376000", false),
      ])
  }

  /// Adds dates in other formats, and texts that are not dates.
  mutating func addDates() {
    guard reads.has(.date), kind == .scalar else { return }
    addEdges()
    if string != nil {
      replace(.date, "date", withEach: Self.timestamps)
      if reads.scalars.contains(where: \.countsInText) { addCounts() }
    }
    // Seconds that are read as milliseconds give a date in 1970; milliseconds that are read as
    // seconds give the year 43969.
    for (variant, text) in [
      ("seconds", "1325376000"), ("milliseconds", "1325376000000"), ("fraction", "1325376000.5"),
      ("before-1970", "-1"), ("exponent", "1.325376e9"), ("far", "1e400"),
    ] {
      replace(.date, variant, "date \(text)", with: text)
    }
  }
}
