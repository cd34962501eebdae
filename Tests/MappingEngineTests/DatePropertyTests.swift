import ContractModel
import Foundation
import JSONParsing
import MappingEngine
import Testing

@Suite("Dates agree with Foundation, and with what was written")
struct DatePropertyTests {
  @Test("A day is the one of Foundation's calendar, in every year from 1 to 9999")
  func calendar() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    var generator = SplitMix64(seed: 1)
    for _ in 0..<5_000 {
      let days = Int.random(in: -719_162...2_932_896, using: &generator)
      let civil = CivilDate(daysSince1970: days)
      // Foundation's calendar is Julian before 1582. The engine's calendar repeats after 400 years.
      let eras = civil.year < 1_600 ? 4 : 0
      let laterDays = days + eras * 146_097
      let date = Date(timeIntervalSince1970: Double(laterDays) * 86_400)
      let parts = calendar.dateComponents([.year, .month, .day, .weekday], from: date)
      #expect(parts.year == civil.year + eras * 400)
      #expect(parts.month == civil.month)
      #expect(parts.day == civil.day)
      #expect(try #require(parts.weekday) == civil.weekday + 1)
      #expect(civil.daysSince1970 == days)
      #expect(CivilDate(year: civil.year, month: civil.month, day: civil.day) == civil)
    }
  }

  @Test("Day follows day around every turn of a month, also before the year 0")
  func nextDay() {
    for days in [-719_162, -719_528, -865_625, -11_000, 0, 11_016].map({ $0 - 800 }) {
      for day in days..<days + 1_600 {
        let (today, tomorrow) = (CivilDate(daysSince1970: day), CivilDate(daysSince1970: day + 1))
        let isNextDay = tomorrow.month == today.month && tomorrow.day == today.day + 1
        let isNewMonth = tomorrow.day == 1 && tomorrow.month == today.month % 12 + 1
        #expect(isNextDay || isNewMonth)
        #expect(today.daysSince1970 == day)
        #expect(
          CivilDate(year: today.year, month: today.month, day: today.day + 1) == nil || isNextDay)
      }
    }
  }

  @Test("A written date is read back")
  func roundTrips() {
    var generator = SplitMix64(seed: 2)
    let pattern: DatePattern = "EEEE, d MMMM yyyy hh:mm:ss.SSSSSSSSS a xxx"
    for _ in 0..<3_000 {
      let instant = Instant.random(using: &generator)
      let text = instant.description
      #expect(Instant(iso8601: text.utf8, profile: .rfc3339) == instant)
      #expect(Instant(iso8601: text.utf8, profile: .lenientTimestamp) == instant)
      for unit in [EpochUnit.seconds, .milliseconds] {
        let number = instant.epochText(in: unit)
        #expect(JSONNumber(number).flatMap { Instant(epochNumber: $0, unit: unit) } == instant)
        #expect(Instant(epochDigits: number, unit: unit) == instant)
      }
      #expect(pattern.text(for: instant).flatMap { pattern.instant(from: $0.utf8) } == instant)
    }
  }

  @Test("A date round-trips through an instant, today to a tenth of a microsecond")
  func foundationDates() throws {
    var generator = SplitMix64(seed: 3)
    for _ in 0..<3_000 {
      let instant = Instant.random(using: &generator)
      let back = try #require(Instant(instant.date))
      let drift =
        Double(back.seconds - instant.seconds) + Double(back.nanoseconds - instant.nanoseconds)
        / 1e9
      // Half a step of a Double of 12 digits, and half a nanosecond.
      #expect(abs(drift) <= 0x1p-15 / 2 + 1e-9)
      #expect(back.date == instant.date)
    }
  }

  @Test(
    "A pattern writes what DateFormatter writes, and reads what that writes back",
    arguments: [
      "MM/dd/yyyy", "yyyy-MM-dd", "yyyyMMdd", "M/d/y", "d.M.yy", "yyyy-MM-dd'T'HH:mm:ss.SSS",
      "yyyyMMddHHmmssSSS", "H:m:s d/M/yyyyy", "EEE, dd MMM yyyy HH:mm:ss Z",
      "hh:mm:ss a MM/dd/yyyy",
      "EEEE d MMMM y h a", "k K a MMM d LLL yyy", "yyyy-MM-dd'T'HH:mm:ssZZZZZ", "yyyy-MM-dd HH XXX",
      "yyyy-MM-dd HH xx X x XX", "EEE MMM dd HH:mm:ss zzz yyyy", "LLLL yyyy", "HH:mm", "MM-dd",
    ])
  func formatter(pattern: String) throws {
    var generator = SplitMix64(seed: 4)
    let own = try #require(DatePattern(pattern))
    let formatter = Self.formatter(pattern)
    for _ in 0..<100 {
      let whole = Instant.random(using: &generator)
      let instant = Instant(
        seconds: whole.seconds, nanoseconds: whole.nanoseconds / 1_000_000 * 1_000_000)
      let text = formatter.string(from: instant.date)
      #expect(own.text(for: instant) == text)
      for _ in 0..<10 {
        let damaged = text.damaged(using: &generator)
        let reading = own.instant(from: damaged.utf8)
        // Foundation also reads years after 9999.
        let theirs = formatter.date(from: damaged).flatMap { Self.years.contains($0) ? $0 : nil }
        // Foundation reads each text that the engine reads, as the same date; and the engine reads
        // the texts that Foundation writes.
        if let reading { #expect(theirs.map(Self.milliseconds) == Self.milliseconds(reading.date)) }
        if let theirs, formatter.string(from: theirs).utf8.elementsEqual(damaged.utf8) {
          #expect(reading != nil, "\(damaged)")
        }
      }
    }
  }

  private static let years =
    Date(timeIntervalSince1970: -62_135_596_800)..<Date(timeIntervalSince1970: 253_402_300_800)

  private static func milliseconds(_ date: Date) -> Int64 {
    Int64((date.timeIntervalSince1970 * 1_000).rounded())
  }

  private static func formatter(_ pattern: String) -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = .gmt
    formatter.calendar = Calendar(identifier: .gregorian)
    formatter.gregorianStartDate = Date.distantPast
    formatter.isLenient = false
    formatter.dateFormat = pattern
    return formatter
  }
}

extension Instant {
  /// Draws an instant of the years 1 to 9999, with any nanosecond.
  fileprivate static func random(using generator: inout SplitMix64) -> Instant {
    Instant(
      seconds: .random(in: -62_135_596_800..<253_402_300_800, using: &generator),
      nanoseconds: .random(in: 0..<1_000_000_000, using: &generator))
  }
}

extension String {
  /// The text with no, one or two characters replaced, removed or doubled.
  fileprivate func damaged(using generator: inout SplitMix64) -> String {
    var characters = Array(self)
    for _ in 0..<Int.random(in: 0...2, using: &generator) {
      guard let index = characters.indices.randomElement(using: &generator) else { break }
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: characters.remove(at: index)
      case 1: characters.insert(characters[index], at: index)
      default:
        guard let character = "0123456789 -/:.+TZaMé".randomElement(using: &generator) else {
          break
        }
        characters[index] = character
      }
    }
    return String(characters)
  }
}

/// Steele, Lea and Flood's generator, from “Fast Splittable Pseudorandom Number Generators”,
/// OOPSLA 2014.
private struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
