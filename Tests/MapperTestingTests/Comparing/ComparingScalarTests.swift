import Foundation
import MappingEngine
import TestSupport
import Testing

@testable import MapperTesting

/// A value of the engine, one of the app, and whether they are equal.
private struct Row: CustomTestStringConvertible {
  let expected: MappedValue
  let found: Any
  let isEqual: Bool

  init(_ expected: MappedValue, _ found: Any, _ isEqual: Bool) {
    (self.expected, self.found, self.isEqual) = (expected, found, isEqual)
  }

  var testDescription: String { "\(expected) and \(type(of: found)) \(found)" }

  func isRight() -> Bool {
    ReflectedValue(found).map { ScalarComparison.agrees(expected, $0) == isEqual } ?? !isEqual
  }
}

private enum Kind: String {
  case boy = "Boy"
  case inReview = "in_review"
}
private enum Grade: Int {
  case low = 1
  case high = 2
}
private enum Plain { case inReview, done }
private enum One { case id(Int) }
private struct ID { var rawID: Int }
private struct Raw: RawRepresentable { var rawValue: String }
private struct Version: CustomStringConvertible {
  var major, minor: Int
  var description: String { "\(major).\(minor)" }
}
private struct Options: OptionSet { var rawValue: Int }
private struct Box<Value> { var value: Value }

private func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }

@Suite("Scalars of the app are compared by their meaning")
struct ComparingScalarTests {
  private func wrong(_ rows: [Row]) -> [String] {
    rows.filter { !$0.isRight() }.map(\.testDescription)
  }

  @Test("Integers of all types are compared exactly")
  func wholeNumbers() {
    let large: Int64 = 9_007_199_254_740_993
    let rows = [
      Row(.int(1), 1, true), Row(.int(1), Int8(1), true), Row(.int(1), Int16(1), true),
      Row(.int(1), Int32(1), true), Row(.int(1), Int64(1), true), Row(.int(1), UInt8(1), true),
      Row(.int(1), UInt16(1), true), Row(.int(1), UInt32(1), true), Row(.int(1), UInt64(1), true),
      Row(.int(1), UInt(1), true), Row(.int(1), 2, false), Row(.int(-1), UInt8.max, false),
      Row(.int(-1), UInt64.max, false), Row(.int(.max), Int64.max, true),
      Row(.int(.max), UInt64.max, false), Row(.int(.min), Int64.min, true),
      Row(.int(.min), UInt64(Int64.max) + 1, false), Row(.uint(.max), UInt64.max, true),
      Row(.uint(.max), -1, false), Row(.uint(1), 1, true), Row(.uint(0), 0, true),
      Row(.int(128), Int8.min, false), Row(.int(large), large, true),
      Row(.int(large), Double(large), false), Row(.int(large - 1), Double(large), true),
      Row(.int(1), 1.0, true), Row(.int(1), 1.5, false), Row(.int(0), -0.0, true),
      Row(.int(1), Double.nan, false), Row(.int(1), Double.infinity, false),
      Row(.int(16_777_217), Float(16_777_217), false), Row(.int(1), Float(1), true),
      Row(.int(1), Decimal(1), true), Row(.int(1), Decimal(1.5), false),
      Row(.int(large), Decimal(string: "9007199254740993") ?? 0, true),
      Row(.int(1), "1", false), Row(.int(1), Character("1"), false), Row(.int(1), [1], false),
      Row(.int(1), true, false), Row(.int(0), false, false),
    ]
    #expect(wrong(rows) == [])
  }

  @Test("128-bit integers are compared too")
  @available(macOS 15, iOS 18, *)
  func wideNumbers() {
    let rows = [
      Row(.int(1), Swift.Int128(1), true), Row(.int(-1), Swift.Int128(-1), true),
      Row(.int(1), Swift.UInt128.max, false), Row(.int(.min), Swift.Int128.min, false),
      Row(.uint(.max), Swift.UInt128(UInt64.max), true),
      Row(.double(0x1p100), Swift.Int128(1) << 100, true),
      Row(.double(0x1p100), Swift.Int128(1) << 100 + 1, false),
    ]
    #expect(wrong(rows) == [])
  }

  @Test("A fraction equals the nearest value of its type")
  func fractions() {
    let rows = [
      Row(.double(1.5), 1.5, true), Row(.double(1.5), 1.25, false), Row(.double(2), 2, true),
      Row(.double(0.1), Float(0.1), true), Row(.double(0.1), Float(0.2), false),
      Row(.double(0.1), Double(Float(0.1)), false), Row(.double(-0.0), 0.0, true),
      Row(.double(0.1), Decimal(string: "0.1") ?? 0, true), Row(.double(0.1), 0, false),
      Row(.double(2.5), 2, false), Row(.double(1e300), Int.max, false),
      Row(.double(9_007_199_254_740_992), 9_007_199_254_740_992, true),
      Row(.double(9_007_199_254_740_992), 9_007_199_254_740_993, false),
      Row(.double(1), true, false), Row(.double(0), false, false), Row(.double(1), "1", false),
      Row(.double(1.5), NSNumber(value: 1.5), true), Row(.double(1), NSNumber(value: 1), true),
      Row(.double(1), NSNumber(value: true), false), Row(.float(0.1), Float(0.1), true),
      Row(.double(1.5e-100), NSDecimalNumber(string: "1.5e-100"), true),
      Row(.double(1.5e-100), NSDecimalNumber(string: "1.6e-100"), false),
      Row(.double(2.3456789012345678e90), NSDecimalNumber(string: "2.3456789012345678e90"), true),
      Row(.double(0.1), 0.100_000_000_000_01, false),
      Row(.float(0.1), Double(Float(0.1)), true), Row(.float(0.1), Float(0.2), false),
      Row(.float(1), 1, true), Row(.decimal(1.5), Decimal(1.5), true),
      Row(.decimal(1.5), 1.5, true), Row(.decimal(1), 1, true), Row(.decimal(1), true, false),
      Row(.decimal(1), 2, false), Row(.decimal(1.5), "1.5", false),
      Row(.decimal(Decimal(string: "0.1") ?? 0), 0.1, true),
      Row(.decimal(Decimal(string: "0.1") ?? 0), Float(0.1), true),
      Row(.decimal(1.5), NSDecimalNumber(string: "1.5"), true),
      Row(.decimal(1.5), NSDecimalNumber(string: "1.25"), false),
    ]
    #expect(wrong(rows) == [])
  }

  @Test("A long fraction is compared as JSONSerialization reads it")
  func longFractions() throws {
    var random = SplitMix64(seed: 5)
    var texts = ["0.1000000000000000055511151231257827", "0.30000000000000000000000000000001"]
    for exponent in -100...100 {
      for _ in 0..<20 {
        let digits = (0..<Int.random(in: 8...38, using: &random)).map { _ in
          "\(Int.random(in: 0...9, using: &random))"
        }
        texts.append("1.\(digits.joined())e\(exponent)")
      }
    }
    let json = Data("[\(texts.joined(separator: ","))]".utf8)
    let numbers = try #require(try JSONSerialization.jsonObject(with: json) as? [NSNumber])
    let rows = try zip(texts, numbers).flatMap { text, number in
      let expected = MappedValue.double(try #require(Double(text)))
      return [Row(expected, number, true), Row(expected, number.doubleValue, true)]
    }
    #expect(wrong(rows) == [])
  }

  @Test("A text that starts with U+FEFF is compared as JSONSerialization reads it")
  func mark() throws {
    let list = try JSONSerialization.jsonObject(with: Data("[\"\u{FEFF}a\"]".utf8)) as? [String]
    let read = try #require(list?.first)
    let rows = [
      Row(.string("\u{FEFF}a"), read, true), Row(.string("\u{FEFF}a"), "", false),
      Row(.string("\u{FEFF}a"), "\u{FEFF}a", true), Row(.string("a"), "\u{FEFF}a", false),
    ]
    #expect(wrong(rows) == [])
  }

  @Test("A URL is compared as Foundation reads it")
  func addresses() throws {
    let (spaced, host) = ("https://a.example/x y|z", "https://ä.example/")
    let rows = [
      Row(.url("https://a.example/x"), try #require(URL(string: "https://a.example/x")), true),
      Row(.url(spaced), try #require(URL(string: spaced)), true), Row(.url(spaced), spaced, true),
      Row(.url(spaced), "https://a.example/x%20y%7Cz", true),
      Row(.url(spaced), try #require(URL(string: "https://a.example/x")), false),
      Row(.url(spaced), "https://a.example/x%20y", false),
      Row(.url(host), try #require(URL(string: host)), true), Row(.url(spaced), 1, false),
    ]
    #expect(wrong(rows) == [])
  }

  @Test("Booleans are not numbers, also in Foundation")
  func truthValues() throws {
    let json = try JSONSerialization.jsonObject(
      with: Data("[true, false, 1, 0, 2, 1.0, 1.5, 1e3, 18446744073709551615]".utf8))
    let list = try #require(json as? [Any])
    let rows = [
      Row(.bool(true), true, true), Row(.bool(true), false, false), Row(.bool(true), 1, false),
      Row(.bool(false), 0, false), Row(.bool(true), "true", false),
      Row(.bool(true), NSNumber(value: true), true), Row(.bool(true), NSNumber(value: 1), false),
      Row(.bool(false), NSNumber(value: 0), false), Row(.int(1), NSNumber(value: true), false),
      Row(.int(1), NSNumber(value: 1), true), Row(.int(0), NSNumber(value: 0), true),
      Row(.bool(true), list[0], true), Row(.bool(false), list[1], true),
      Row(.bool(true), list[2], false), Row(.int(1), list[2], true), Row(.int(0), list[3], true),
      Row(.int(1), list[0], false), Row(.int(2), list[4], true), Row(.int(1), list[5], true),
      Row(.int(1), list[6], false), Row(.int(1000), list[7], true),
      Row(.uint(.max), list[8], true), Row(.int(1), AnyHashable(1), true),
      Row(.bool(true), AnyHashable(true), true), Row(.int(1), AnyHashable(true), false),
    ]
    #expect(wrong(rows) == [])
  }

  @Test("Types that stand for one text are compared by it")
  func typesOfTexts() throws {
    let address = "https://a.example/b?c=%20"
    let parts = try #require(URLComponents(string: address))
    let utc = try #require(TimeZone(identifier: "UTC"))
    let rows = [
      Row(.string("de_DE"), Locale(identifier: "de_DE"), true),
      Row(.string("de_CH"), Locale(identifier: "de_DE"), false),
      Row(.string("UTC"), utc, true), Row(.string("Europe/Oslo"), utc, false),
      Row(.string("a"), AttributedString("a"), true),
      Row(.string("A"), AttributedString("a"), false),
      Row(.url(address), parts, true), Row(.url("https://a.example/b"), parts, false),
      Row(.string(address), parts, true), Row(.string("https://a.example/b"), parts, false),
      Row(.string("1.2"), Version(major: 1, minor: 2), true),
      Row(.string("1.2"), Version(major: 2, minor: 1), false),
      Row(.string("1.2"), 1.2, false), Row(.string("1"), Decimal(1), false),
      Row(.string("1"), NSNumber(value: 1), false), Row(.string("true"), true, false),
      Row(.string("1.2"), Box(value: Version(major: 1, minor: 2)), true),
    ]
    #expect(wrong(rows) == [])
  }

  @Test("Texts, URLs, UUIDs and data are compared scalar by scalar")
  func texts() throws {
    let url = try #require(URL(string: "https://a.example/b?c=%20"))
    let id = try #require(UUID(uuidString: "9F6B1C3E-0000-4000-8000-00000000000A"))
    let lower = id.uuidString.lowercased()
    let rows = [
      Row(.string("a"), "a", true), Row(.string("a"), "A", false), Row(.string(""), "", true),
      Row(.string("\u{e9}"), "\u{e9}", true), Row(.string("\u{e9}"), "e\u{301}", false),
      Row(.string("a"), "ab".dropLast(), true), Row(.string("a"), Character("a"), true),
      Row(.string("a"), NSString(string: "a"), true), Row(.string("1"), 1, false),
      Row(.string("a"), Data("a".utf8), false), Row(.string("a\r\n"), "a\n", false),
      Row(.string(url.absoluteString), url, true), Row(.string("https://a.example"), url, false),
      Row(.url(url.absoluteString), url, true), Row(.url(url.absoluteString), "x", false),
      Row(.url(url.absoluteString), url.absoluteString, true),
      Row(.url("https://a.example/b/"), URL(string: "https://a.example/b") as Any, false),
      Row(.string(lower), id, true), Row(.string(id.uuidString), id, true),
      Row(.uuid(id), id, true), Row(.uuid(id), lower, true), Row(.uuid(id), UUID(), false),
      Row(.uuid(id), "a", false), Row(.data([1, 2]), Data([1, 2]), true),
      Row(.data([1, 2]), [UInt8]([1, 2]), true), Row(.data([1, 2]), Data([2, 1]), false),
      Row(.data([]), Data(), true), Row(.data([97]), "a", false),
    ]
    #expect(wrong(rows) == [])
  }

  @Test("Dates agree as far as Foundation's readers see")
  func dates() {
    let whole = Instant(seconds: 1_700_000_000)
    let milli = Instant(seconds: 1_700_000_000, nanoseconds: 123_000_000)
    let micro = Instant(seconds: 1_700_000_000, nanoseconds: 123_456_000)
    // On 9999-12-31 a date has steps of 30 microseconds.
    let far = Instant(seconds: 253_402_214_400, nanoseconds: 123_000_000)
    let rows = [
      Row(.date(whole), date(1_700_000_000), true),
      Row(.date(whole), date(1_700_000_000.001), false),
      Row(.date(whole), date(1_700_000_001), false), Row(.date(whole), 1_700_000_000, false),
      Row(.date(milli), date(1_700_000_000.123), true),
      Row(.date(milli), date(1_700_000_000.122), false),
      Row(.date(milli), date(1_700_000_000), false),
      Row(.date(micro), date(1_700_000_000.123456), true),
      Row(.date(micro), date(1_700_000_000.123), true),
      Row(.date(micro), date(1_700_000_000.12), false),
      Row(.date(far), date(253_402_214_400.123), true),
      Row(.date(far), date(253_402_214_400.124), false),
      Row(.date(whole), NSDate(timeIntervalSince1970: 1_700_000_000), true),
      Row(.double(1.5), Date(timeIntervalSinceReferenceDate: 1.5), false),
      Row(.date(whole), "2023-11-14T22:13:20Z", false),
    ]
    #expect(wrong(rows) == [])
  }

  @Test("Enumerations are compared by raw value or name, wrappers by content")
  func wrappers() {
    let rows = [
      Row(.string("Boy"), Kind.boy, true), Row(.string("boy"), Kind.boy, false),
      Row(.string("in_review"), Kind.inReview, true), Row(.int(2), Grade.high, true),
      Row(.int(1), Grade.high, false), Row(.string("in_review"), Plain.inReview, true),
      Row(.string("In Review"), Plain.inReview, true), Row(.string("done"), Plain.inReview, false),
      Row(.int(3), One.id(3), true), Row(.int(4), One.id(3), false),
      Row(.int(3), ID(rawID: 3), true),
      Row(.string("a"), Raw(rawValue: "a"), true), Row(.string("b"), Raw(rawValue: "a"), false),
      Row(.int(5), Options(rawValue: 5), true), Row(.int(1), Box(value: Box(value: 1)), true),
      Row(.int(1), Box(value: Box(value: true)), false), Row(.int(1), Int?.some(1) as Any, true),
      Row(.int(1), Int??.some(nil) as Any, false), Row(.int(1), Box(value: Int?.none), false),
      Row(.int(1), Int???.some(.some(.some(1))) as Any, true), Row(.int(1), (1, 2), false),
      Row(.string("a"), Result<String, any Error>.success("a"), true),
    ]
    #expect(wrong(rows) == [])
  }
}
