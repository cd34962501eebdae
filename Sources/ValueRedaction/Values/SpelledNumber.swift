import Foundation
import JSONParsing

/// A number in another notation than its shortest plain one: `7.0`, `1e2`, `15e-1`.
struct SpelledNumber {
  /// The number in plain digits: `7`, `100`, `1.5`.
  let plain: String
  /// The exponent as it is written, with its letter: `e-1`; empty if there is none.
  private let exponent: String
  /// The number of digits by which the exponent moves the point to the right.
  private let shift: Int
  /// The zeros behind the plain number, with the point if it has none: `.0`.
  private let zeros: String

  /// - Returns: `nil` for zero, for other texts than JSON numbers, and for numbers whose plain
  ///   notation is longer than what every numeric type can hold, or is the text itself.
  init?(_ text: String) {
    guard let number = JSONNumber(likely: text) else { return nil }
    let mantissa = text.prefix { $0 != "e" && $0 != "E" }
    exponent = String(text.dropFirst(mantissa.count))
    guard let shift = exponent.isEmpty ? 0 : Int(exponent.dropFirst()),
      shift.magnitude <= NumberFormat.safeDigitCount,
      let shortest = Self.plain(String(mantissa), movedBy: shift),
      shortest.utf8.count <= NumberFormat.safeDigitCount, shortest != "0", shortest != text,
      JSONNumber(shortest)?.isNumericallyEqual(to: number) == true
    else { return nil }
    (plain, self.shift) = (shortest, shift)
    zeros = exponent.isEmpty ? String(text.dropFirst(shortest.count)) : ""
  }

  /// Returns another plain number in this notation.
  func spelling(_ plain: String) -> String {
    guard !exponent.isEmpty, let mantissa = Self.plain(plain, movedBy: -shift) else {
      return plain + zeros
    }
    return mantissa + exponent
  }

  /// Returns a number with its point moved to the right, in its shortest plain notation: `0.05`.
  private static func plain(_ number: String, movedBy shift: Int) -> String? {
    Decimal(string: "\(number)e\(shift)")?.description
  }
}
