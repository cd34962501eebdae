import Foundation
import JSONParsing
import TestSupport
import Testing

@Suite("A number states what a Swift type would lose of it")
struct NumberTests {
  @Test(
    "Integers are read exactly, or the loss is stated",
    arguments: [
      ("0", .exact(0)), ("-0", .exact(0)), ("0.000", .exact(0)),
      ("0e99999999999999999999", .exact(0)),
      ("7", .exact(7)), ("-7", .exact(-7)), ("1.0", .exact(1)), ("1e3", .exact(1000)),
      ("1200e-2", .exact(12)), ("0.0012e4", .exact(12)), ("1.5", .inexact(1, .fraction)),
      ("-1.5", .inexact(-1, .fraction)), ("0.5", .inexact(0, .fraction)),
      ("-0.5", .inexact(0, .fraction)), ("1e-400", .inexact(0, .fraction)),
      ("9223372036854775807", .exact(.max)), ("9223372036854775808", .outOfRange),
      ("-9223372036854775808", .exact(.min)), ("-9223372036854775809", .outOfRange),
      ("9223372036854775807.5", .inexact(.max, .fraction)), ("1e19", .outOfRange),
      ("1e400", .outOfRange), ("1e99999999999999999999", .outOfRange),
      ("-1e99999999999999999999", .outOfRange), ("1e-99999999999999999999", .inexact(0, .fraction)),
      ("1.00000000000000000000000000000000000000000001", .inexact(1, .fraction)),
      ("12345678901234567890123456789012345678901234567890e-45", .inexact(12345, .fraction)),
    ] as [(String, JSONNumber.Reading<Int64>)])
  func int64(text: String, reading: JSONNumber.Reading<Int64>) throws {
    #expect(try #require(JSONNumber(text)).int64 == reading)
  }

  @Test("Unsigned and narrow types have their own range")
  func otherTypes() throws {
    #expect(JSONNumber("18446744073709551615")?.uint64 == .exact(.max))
    #expect(JSONNumber("18446744073709551616")?.uint64 == .outOfRange)
    #expect(JSONNumber("-0")?.uint64 == .exact(0))
    #expect(JSONNumber("-1")?.uint64 == .outOfRange)
    #expect(JSONNumber("-0.5")?.uint64 == .outOfRange)
    #expect(JSONNumber("127")?.reading(as: Int8.self) == .exact(127))
    #expect(JSONNumber("300")?.reading(as: Int8.self) == .outOfRange)
    #expect(JSONNumber("-128.9")?.reading(as: Int8.self) == .inexact(-128, .fraction))
  }

  @Test(
    "Reading a Double says whether the number is exact, inexact or out of range",
    arguments: [
      ("0", .exact(0)), ("0.1", .exact(0.1)), ("1.50", .exact(1.5)), ("-2.5e-3", .exact(-0.0025)),
      ("123456789012345", .exact(123_456_789_012_345)), ("9007199254740992", .exact(0x1p53)),
      ("9007199254740993", .inexact(0x1p53, .precision)), ("9223372036854775808", .exact(0x1p63)),
      ("9223372036854775809", .inexact(0x1p63, .precision)), ("1e22", .exact(1e22)),
      ("1e23", .exact(1e23)), ("5e-324", .exact(.leastNonzeroMagnitude)),
      ("4e-324", .inexact(.leastNonzeroMagnitude, .precision)),
      ("1e-400", .inexact(0, .precision)), ("1e400", .outOfRange), ("-1e400", .outOfRange),
      ("0.1000000000000000055511151231257827021181583404541015625", .exact(0.1)),
      ("0.1000000000000000055511151231257827021181583404541015626", .inexact(0.1, .precision)),
      ("0.1000000000000000055511151231257827", .inexact(0.1, .precision)),
      ("1.7976931348623157e308", .exact(.greatestFiniteMagnitude)),
      ("1.7976931348623157e309", .outOfRange), ("0e-99999999999999999999", .exact(0)),
    ] as [(String, JSONNumber.Reading<Double>)])
  func double(text: String, reading: JSONNumber.Reading<Double>) throws {
    #expect(try #require(JSONNumber(text)).double == reading)
  }

  @Test("A Float has its own range and precision")
  func float() throws {
    #expect(JSONNumber("0.1")?.float == .exact(0.1))
    #expect(JSONNumber("16777217")?.float == .inexact(16_777_216, .precision))
    #expect(JSONNumber("16777216")?.float == .exact(16_777_216))
    #expect(JSONNumber("1e39")?.float == .outOfRange)
  }

  @Test("The exact decimal expansion of a Double is that Double, and the next decimal is not")
  func expansions() throws {
    var generator = SplitMix64(seed: 3)
    for _ in 0..<300 {
      let value = Double(bitPattern: generator.next())
      guard value.isFinite, value != 0 else { continue }
      // C's printf writes every digit; 1,074 digits after the point are enough for any Double.
      let text = String(format: "%.1074f", value)
      #expect(JSONNumber(text)?.double == .exact(value))
      #expect(JSONNumber(text + "1")?.double == .inexact(value, .precision))
    }
  }

  @Test("Readings agree with Decimal")
  func decimals() throws {
    var generator = SplitMix64(seed: 4)
    for _ in 0..<3_000 {
      let digits = String(generator.next() >> (generator.next() % 64))
      let exponent = Int.random(in: -22...3, using: &generator)
      let text = "\(digits)e\(exponent)"
      let decimal = try #require(Decimal(string: text, locale: nil))
      var whole = Decimal()
      var source = decimal
      NSDecimalRound(&whole, &source, 0, .down)
      let reading = try #require(JSONNumber(text)).uint64
      if whole > Decimal(UInt64.max) {
        #expect(reading == .outOfRange, "\(text)")
      } else {
        let value = try #require(UInt64("\(whole)"))
        #expect(
          reading == (whole == decimal ? .exact(value) : .inexact(value, .fraction)), "\(text)")
      }
    }
  }

  @Test(
    "A text is a number only by the grammar of RFC 8259",
    arguments: [
      "", " 1", "1 ", "+1", "01", "-", "1.", ".5", "1e", "0x1", "NaN", "Infinity", "1,5", "１",
      "1_000", "[1]",
    ])
  func grammar(text: String) {
    #expect(JSONNumber(text) == nil)
  }
}
