import TestSupport
import Testing

@testable import JSONParsing

@available(macOS 15, iOS 18, *)
extension JSONParsing.Int128 {
  fileprivate init(_ value: Swift.Int128) {
    self.init(high: Int64(value >> 64), low: UInt64(truncatingIfNeeded: value))
  }
}

@Suite("128-bit integers behave as those of the standard library")
struct WideNumberTests {
  private typealias Own = JSONParsing.Int128

  /// Draws numbers of any width, near powers of two, and at the limits.
  @available(macOS 15, iOS 18, *)
  private static func numbers(_ count: Int, seed: UInt64) -> [Swift.Int128] {
    var random = SplitMix64(seed: seed)
    let ends: [Swift.Int128] = [
      0, 1, -1, .max, .min, .min + 1, Swift.Int128(Int64.max), Swift.Int128(Int64.min),
      Swift.Int128(UInt64.max), -Swift.Int128(UInt64.max), 1 << 64, -(1 << 64),
    ]
    return ends
      + (0..<count).map { _ in
        let bits = Swift.Int128(
          truncatingIfNeeded: Swift.UInt128(random.next()) << 64 | Swift.UInt128(random.next()))
        let width = random.next() % 128
        return random.next() % 4 == 0
          ? (1 << Swift.Int128(width)) &- Swift.Int128(random.next() % 3) : bits >> width
      }
  }

  @Test("Sums, differences, products and the order are the same; seed 1")
  @available(macOS 15, iOS 18, *)
  func arithmetic() {
    let numbers = Self.numbers(200, seed: 1)
    for left in numbers {
      for right in numbers {
        let (sum, difference, product) = (
          left.addingReportingOverflow(right), left.subtractingReportingOverflow(right),
          left.multipliedReportingOverflow(by: right)
        )
        if !sum.overflow { #expect(Own(left) + Own(right) == Own(sum.partialValue)) }
        if !difference.overflow {
          #expect(Own(left) - Own(right) == Own(difference.partialValue))
        }
        if !product.overflow { #expect(Own(left) * Own(right) == Own(product.partialValue)) }
        #expect((Own(left) < Own(right)) == (left < right))
      }
    }
  }

  @Test("Quotients and remainders of divisors of 64 bits are the same; seed 2")
  @available(macOS 15, iOS 18, *)
  func division() {
    let divisors = Self.numbers(60, seed: 2).compactMap { Int64(exactly: $0) }
    for number in Self.numbers(200, seed: 3) {
      for divisor in divisors where divisor != 0 && !(number == .min && divisor == -1) {
        let (own, other) = (
          Own(number).quotientAndRemainder(dividingBy: divisor),
          number.quotientAndRemainder(dividingBy: Swift.Int128(divisor))
        )
        #expect(
          own.quotient == Own(other.quotient) && Swift.Int128(own.remainder) == other.remainder)
      }
    }
  }

  @Test("Texts, doubles and narrower numbers are the same; seed 4")
  @available(macOS 15, iOS 18, *)
  func conversions() {
    for number in Self.numbers(2000, seed: 4) {
      let own = Own(number)
      #expect(own.description == number.description)
      #expect(
        Own(number.description)
          == (number.magnitude < 100_000_000_000_000_000_000_000_000_000_000_000_000 ? own : nil))
      #expect(Double(own) == Double(number))
      #expect(Int64(exactly: own) == Int64(exactly: number))
      #expect(UInt64(exactly: own) == UInt64(exactly: number))
      #expect(Int8(exactly: own) == Int8(exactly: number))
      if number != .min { #expect(own.magnitude == Own(number < 0 ? -number : number)) }
    }
    for value in [Int64.min, -1, 0, .max] {
      #expect(Own(value) == Own(Swift.Int128(value)) && Own(integerLiteral: value) == Own(value))
    }
    #expect(Own(UInt64.max) == Own(Swift.Int128(UInt64.max)))
    #expect(Own.max == Own(Swift.Int128.max) && Own.min == Own(Swift.Int128.min))
  }

  @Test("Powers of two and of ten are the same")
  @available(macOS 15, iOS 18, *)
  func powers() {
    for count in 0...126 { #expect(Own(1) << count == Own(Swift.Int128(1) << count)) }
    #expect(Own(-1) << 126 == Own(Swift.Int128(-1) << 126))
    var digits: Own = 0
    for digit in [0, 9, 0, 1, 7] as [UInt8] { digits.append(digit: digit) }
    #expect(digits == 9017)
    var power: Swift.Int128 = 1
    for exponent in 0...38 {
      #expect(Own(1).scaled(byPowerOfTen: exponent) == Own(power))
      for number in [.max, .min + 1, 12_345, -999, 0] as [Swift.Int128] {
        #expect(Own(number).scaled(byPowerOfTen: -exponent) == Own(number / power))
      }
      if exponent < 38 { power *= 10 }
    }
  }

  @Test(
    "A text that is not a number, or too long, gives nil",
    arguments: ["", "-", "+1", "1.0", "--1", "1-", " 1", "x"])
  func noNumbers(text: String) {
    #expect(Own(text) == nil)
    #expect(Own(String(repeating: "9", count: 38))?.description.count == 38)
    #expect(Own(String(repeating: "9", count: 39)) == nil)
  }
}
