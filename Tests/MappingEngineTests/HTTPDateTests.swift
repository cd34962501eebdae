import MappingEngine
import Testing

@Suite("The three date formats of HTTP are read strictly")
struct HTTPDateTests {
  private static let example = Instant(seconds: 784_111_777)  // of RFC 9110, section 5.6.7

  @Test("The examples of RFC 9110 are one instant")
  func examples() {
    #expect(read("Sun, 06 Nov 1994 08:49:37 GMT", .rfc1123) == Self.example)
    #expect(read("Sunday, 06-Nov-94 08:49:37 GMT", .rfc850) == Self.example)
    #expect(read("Sun Nov  6 08:49:37 1994", .asctime) == Self.example)
    #expect(read("Sun Nov 06 08:49:37 1994", .asctime) == Self.example)
    #expect(read("Wed Nov 16 08:49:37 1994", .asctime) == Instant(seconds: 784_975_777))
  }

  @Test("A year of two digits is 1970 to 2069")
  func twoDigitYears() {
    #expect(read("Thursday, 01-Jan-70 00:00:00 GMT", .rfc850) == Instant(seconds: 0))
    #expect(
      read("Tuesday, 31-Dec-69 23:59:59 GMT", .rfc850)?.description == "2069-12-31T23:59:59Z")
    #expect(read("Wednesday, 31-Dec-69 23:59:59 GMT", .rfc850) == nil)
  }

  @Test(
    "A date with any deviation is rejected",
    arguments: [
      "Mon, 06 Nov 1994 08:49:37 GMT", "sun, 06 Nov 1994 08:49:37 GMT",
      "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 gmt",
      "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37 +0000",
      "Sun, 06 Nov 1994 08:49:37", "Sun, 6 Nov 1994 08:49:37 GMT", "06 Nov 1994 08:49:37 GMT",
      "Sun 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT",
      "Sun,  06 Nov 1994 08:49:37 GMT", "Sunday, 06 Nov 1994 08:49:37 GMT",
      "Thu, 31 Nov 1994 08:49:37 GMT", "Wed, 30 Feb 1994 08:49:37 GMT",
      "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:49:60 GMT",
      "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 1994 08:49:37.0 GMT",
      " Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT ",
      "Monday, 06-Nov-94 08:49:37 GMT", "Sun, 06-Nov-94 08:49:37 GMT",
      "Sunday, 06-Nov-1994 08:49:37 GMT", "Sunday, 06 Nov 94 08:49:37 GMT",
      "Sunday, 31-Nov-94 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 UTC",
      "Mon Nov  6 08:49:37 1994", "Sun Nov 6 08:49:37 1994", "Sun Nov   6 08:49:37 1994",
      "Sun Nov  6 08:49:37 1994\n", "Sun Nov  6 08:49:37 94", "Sun Nov  6 08:49:37 GMT 1994",
      "Sun Nov  0 08:49:37 1994", "Wed Feb 30 08:49:37 1994", "", "Sun",
    ])
  func refused(text: String) {
    for format in [HTTPDateFormat.rfc1123, .rfc850, .asctime] { #expect(read(text, format) == nil) }
  }

  private func read(_ text: String, _ format: HTTPDateFormat) -> Instant? {
    Instant(httpDate: text.utf8, format: format)
  }
}
