import Foundation
import MappingEngine
import Testing

@Suite("An instant is a point in time, exact to the nanosecond")
struct InstantTests {
  @Test(
    "An instant is described in ISO 8601, in UTC, without trailing zeros",
    arguments: [
      (0, 0, "1970-01-01T00:00:00Z"), (1_325_376_000, 0, "2012-01-01T00:00:00Z"),
      (1_325_376_000, 123_000_000, "2012-01-01T00:00:00.123Z"),
      (1_325_376_000, 1, "2012-01-01T00:00:00.000000001Z"),
      (-1, 999_999_999, "1969-12-31T23:59:59.999999999Z"),
      (-62_167_219_200, 0, "0000-01-01T00:00:00Z"),
      (-62_167_219_201, 0, "-0001-12-31T23:59:59Z"),
      (253_402_300_799, 0, "9999-12-31T23:59:59Z"),
      (253_402_300_800, 0, "+10000-01-01T00:00:00Z"),
      (1_325_376_000_000, 0, "+43969-06-30T00:00:00Z"),
      (.min, 0, "-292277022657-01-27T08:29:52Z"),
      (.max, 999_999_999, "+292277026596-12-04T15:30:07.999999999Z"),
    ] as [(Int64, Int32, String)])
  func description(seconds: Int64, nanoseconds: Int32, text: String) {
    #expect(Instant(seconds: seconds, nanoseconds: nanoseconds).description == text)
  }

  @Test("Earlier is less, also before 1970")
  func order() {
    let ascending = [
      Instant(seconds: .min), Instant(seconds: -1), Instant(seconds: -1, nanoseconds: 1),
      Instant(seconds: 0), Instant(seconds: 0, nanoseconds: 1), Instant(seconds: .max),
    ]
    #expect(ascending.shuffled().sorted() == ascending)
  }

  @Test("A date becomes the nearest nanosecond")
  func fromDate() {
    #expect(Instant(Date(timeIntervalSince1970: 0)) == Instant(seconds: 0))
    #expect(
      Instant(Date(timeIntervalSinceReferenceDate: -0.25))
        == Instant(seconds: 978_307_199, nanoseconds: 750_000_000))
    #expect(
      Instant(Date(timeIntervalSinceReferenceDate: 1.4e-9))
        == Instant(seconds: 978_307_200, nanoseconds: 1))
    #expect(
      Instant(Date(timeIntervalSinceReferenceDate: -0.1e-9)) == Instant(seconds: 978_307_200))
  }

  @Test("A date that is not finite, or beyond Int64, is no instant")
  func noInstant() {
    for interval in [Double.nan, .infinity, -.infinity, 0x1p63, -0x1.8p63, 1e300] {
      #expect(Instant(Date(timeIntervalSinceReferenceDate: interval)) == nil)
    }
    #expect(Instant(Date(timeIntervalSinceReferenceDate: 0x1p63.nextDown)) == nil)
    let earliest = Instant(Date(timeIntervalSinceReferenceDate: -0x1p63))
    #expect(earliest == Instant(seconds: .min + 978_307_200))
  }

  @Test("An instant becomes the nearest date")
  func toDate() {
    #expect(Instant(seconds: 0).date == Date(timeIntervalSince1970: 0))
    #expect(
      Instant(seconds: 978_307_199, nanoseconds: 750_000_000).date
        == Date(timeIntervalSinceReferenceDate: -0.25))
    #expect(Instant(seconds: .min).date == Date(timeIntervalSince1970: -0x1p63))
  }
}
