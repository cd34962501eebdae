import MappingEngine
import Testing

@Suite("Without a named format, the first matching one is used")
struct LenientDateTests {
  @Test(
    "Each of the default formats is read",
    arguments: [
      ("2012-01-03T10:20:30+02:00", .timestamp, "2012-01-03T08:20:30Z"),
      ("2012-01-03 10:20", .timestamp, "2012-01-03T10:20:00Z"),
      ("1325376000", .epochSeconds, "2012-01-01T00:00:00Z"),
      ("-1", .epochSeconds, "1969-12-31T23:59:59Z"),
      ("01/03/2012", .monthDayYear, "2012-01-03T00:00:00Z"),
      ("2012-01-03", .yearMonthDay, "2012-01-03T00:00:00Z"),
      ("Sun, 06 Nov 1994 08:49:37 GMT", .rfc1123, "1994-11-06T08:49:37Z"),
      ("Sunday, 06-Nov-94 08:49:37 GMT", .rfc850, "1994-11-06T08:49:37Z"),
      ("Sun Nov  6 08:49:37 1994", .asctime, "1994-11-06T08:49:37Z"),
    ] as [(String, LenientDateFormat, String)])
  func formats(text: String, format: LenientDateFormat, instant: String) throws {
    let reading = try #require(LenientDateFormat.reading(text.utf8))
    #expect(reading.format == format)
    #expect(reading.instant.description == instant)
    for other in LenientDateFormat.allCases where other != format {
      #expect(other.instant(from: text.utf8) == nil)
    }
  }

  @Test("A year and a date without separators are seconds, and the month comes before the day")
  func traps() {
    #expect(LenientDateFormat.reading("2009".utf8)?.format == .epochSeconds)
    #expect(LenientDateFormat.reading("20090519".utf8)?.format == .epochSeconds)
    #expect(
      LenientDateFormat.reading("03/01/2012".utf8)?.instant.description == "2012-03-01T00:00:00Z")
    #expect(LenientDateFormat.allCases.first == .timestamp)
  }

  @Test(
    "A text that matches no format is rejected",
    arguments: [
      "", " ", "x", "0000-00-00", "0000-00-00 00:00:00", "00/00/0000", "2012-02-30", "02/30/2012",
      "13/01/2012", "1/3/2012", "01-03-2012", "2012/01/03", "2012-1-3", "2012-01-03T",
      "2012-01-03 ",
      " 2012-01-03", "2012-01-03Z", "1325376000000", "1e9", "1,325,376,000", "１３２５３７６０００",
      "01/03/12", "Jan 3, 2012", "null", "NaN", "now", "10:20:30",
    ])
  func refused(text: String) {
    #expect(LenientDateFormat.reading(text.utf8) == nil)
  }
}
