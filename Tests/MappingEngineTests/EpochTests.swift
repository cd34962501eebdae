import ContractModel
import JSONParsing
import MappingEngine
import Testing

@Suite("Seconds and milliseconds since 1970 are read exactly")
struct EpochTests {
  @Test(
    "A JSON number of seconds may be written in any way",
    arguments: [
      ("0", "1970-01-01T00:00:00Z"), ("-0", "1970-01-01T00:00:00Z"),
      ("0e999999999999999999999", "1970-01-01T00:00:00Z"),
      ("1325376000", "2012-01-01T00:00:00Z"), ("1.325376e9", "2012-01-01T00:00:00Z"),
      ("1325376E+3", "2012-01-01T00:00:00Z"), ("13253760000e-1", "2012-01-01T00:00:00Z"),
      ("1325376000.000", "2012-01-01T00:00:00Z"),
      ("0.0000000000000000000000000000000000000000001325376e52", "2012-01-01T00:00:00Z"),
      ("132537600000000000000000000000000000000000000e-35", "2012-01-01T00:00:00Z"),
      ("1325376000.123456789", "2012-01-01T00:00:00.123456789Z"),
      ("1325376000.1", "2012-01-01T00:00:00.1Z"), ("-0.5", "1969-12-31T23:59:59.5Z"),
      ("-1", "1969-12-31T23:59:59Z"), ("1e-9", "1970-01-01T00:00:00.000000001Z"),
      ("20090519", "1970-08-21T12:41:59Z"),
    ])
  func seconds(text: String, instant: String) {
    #expect(
      JSONNumber(text).flatMap { Instant(epochNumber: $0, unit: .seconds) }?.description == instant)
  }

  @Test(
    "Digits after the nanoseconds are rounded, halves away from 1970",
    arguments: [
      ("0.0000000004", "1970-01-01T00:00:00Z"), ("0.0000000005", "1970-01-01T00:00:00.000000001Z"),
      ("-0.0000000005", "1969-12-31T23:59:59.999999999Z"),
      ("-0.0000000004", "1970-01-01T00:00:00Z"),
      ("0.99999999951", "1970-01-01T00:00:01Z"),
      ("1e-99999999999999999999", "1970-01-01T00:00:00Z"),
      ("0.00000000049999999999999999999999999999999999999999999999", "1970-01-01T00:00:00Z"),
      (
        "1325376000.00000000050000000000000000000000000000000000000001",
        "2012-01-01T00:00:00.000000001Z"
      ),
    ])
  func rounding(text: String, instant: String) {
    #expect(
      JSONNumber(text).flatMap { Instant(epochNumber: $0, unit: .seconds) }?.description == instant)
  }

  @Test("Milliseconds have up to six digits after the point")
  func milliseconds() {
    func read(_ text: String) -> String? {
      JSONNumber(text).flatMap { Instant(epochNumber: $0, unit: .milliseconds) }?.description
    }
    #expect(read("1325376000123") == "2012-01-01T00:00:00.123Z")
    #expect(read("1325376000123.456789") == "2012-01-01T00:00:00.123456789Z")
    #expect(read("-1") == "1969-12-31T23:59:59.999Z")
    #expect(read("1.325376e12") == "2012-01-01T00:00:00Z")
  }

  @Test("The years are −9999 to 9999, so milliseconds are not read as seconds")
  func limits() {
    func read(_ text: String, _ unit: EpochUnit = .seconds) -> String? {
      JSONNumber(text).flatMap { Instant(epochNumber: $0, unit: unit) }?.description
    }
    #expect(read("1325376000000") == nil)
    #expect(read("253402300799.999999999") == "9999-12-31T23:59:59.999999999Z")
    #expect(read("253402300799.9999999995") == nil)
    #expect(read("253402300800") == nil)
    #expect(read("-377705116800") == "-9999-01-01T00:00:00Z")
    #expect(read("-377705116800.000000001") == nil)
    #expect(read("253402300799999", .milliseconds) == "9999-12-31T23:59:59.999Z")
    #expect(read("253402300800000", .milliseconds) == nil)
    for text in ["1e400", "-1e400", "1e99999999999999999999", String(repeating: "9", count: 500)] {
      #expect(read(text) == nil)
    }
  }

  @Test(
    "A text that is not a JSON number is not a number of seconds",
    arguments: [
      "", "-", "+1", "01", "-01", ".5", "1.", "1.e3", "1e", "1e+", "1e1.5", " 1", "1 ", "1,5",
      "1_0",
      "0x10", "NaN", "Infinity", "１", "--1", "1\0", "\"1\"", "null",
    ])
  func noNumber(text: String) {
    #expect(JSONNumber(text).flatMap { Instant(epochNumber: $0, unit: .seconds) } == nil)
    #expect(JSONNumber(text).flatMap { Instant(epochNumber: $0, unit: .milliseconds) } == nil)
  }

  @Test("A text of digits may have a plus sign and leading zeros, but no exponent")
  func digits() {
    func read(_ text: String) -> String? {
      Instant(epochDigits: text, unit: .seconds)?.description
    }
    #expect(read("1325376000") == "2012-01-01T00:00:00Z")
    #expect(read("+1325376000.5") == "2012-01-01T00:00:00.5Z")
    #expect(read("-0001.0") == "1969-12-31T23:59:59Z")
    #expect(read("2009") == "1970-01-01T00:33:29Z")
    #expect(read(String(repeating: "0", count: 500) + "1") == "1970-01-01T00:00:01Z")
    for text in ["", "+", "-", "+-1", "1.", ".5", "1e3", " 1", "1 ", "1,234", "12abc", "１２"] {
      #expect(read(text) == nil)
    }
  }

  @Test("A number is written with the digits that it needs")
  func writing() {
    let instant = Instant(seconds: 1_325_376_000, nanoseconds: 120_000_000)
    #expect(instant.epochText(in: .seconds) == "1325376000.12")
    #expect(instant.epochText(in: .milliseconds) == "1325376000120")
    let before = Instant(seconds: -1, nanoseconds: 999_999_999)
    #expect(before.epochText(in: .seconds) == "-0.000000001")
    #expect(before.epochText(in: .milliseconds) == "-0.000001")
    #expect(Instant(seconds: 0).epochText(in: .milliseconds) == "0")
    #expect(Instant(seconds: .min).epochText(in: .milliseconds) == "-9223372036854775808000")
  }
}
