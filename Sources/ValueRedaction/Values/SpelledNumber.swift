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
    guard NumberFormat(text) != nil else { return nil }
    let mantissa = text.prefix { $0 != "e" && $0 != "E" }
    exponent = String(text.dropFirst(mantissa.count))
    guard let shift = exponent.isEmpty ? 0 : Int(exponent.dropFirst()),
      shift.magnitude <= NumberFormat.safeDigitCount
    else { return nil }
    let shortest = DecimalPlaces(mantissa).moved(by: shift).text
    guard !shortest.isEmpty, shortest.utf8.count <= NumberFormat.safeDigitCount,
      shortest.utf8.contains(where: { 0x31...0x39 ~= $0 }), shortest != text
    else { return nil }
    (plain, self.shift) = (shortest, shift)
    zeros = exponent.isEmpty ? String(text.dropFirst(shortest.count)) : ""
  }

  /// Returns another plain number in this notation.
  func spelling(_ plain: String) -> String {
    guard !exponent.isEmpty else { return plain + zeros }
    return DecimalPlaces(plain[...]).moved(by: -shift).text + exponent
  }
}

/// The digits of a decimal number without an exponent.
private struct DecimalPlaces {
  private let sign: String
  private var digits: String
  /// The number of digits before the point; negative if there are zeros behind it.
  private var wholeCount: Int

  init(_ text: Substring) {
    sign = text.hasPrefix("-") ? "-" : ""
    let parts = text.dropFirst(sign.count).split(separator: ".", omittingEmptySubsequences: false)
    digits = parts.joined()
    wholeCount = parts[0].count
  }

  func moved(by count: Int) -> DecimalPlaces {
    var moved = self
    moved.wholeCount += count
    return moved
  }

  /// The number in its shortest notation: `0.05`, `7`.
  var text: String {
    let zeros = { String(repeating: "0", count: max(0, $0)) }
    let padded = zeros(1 - wholeCount) + digits + zeros(wholeCount - digits.utf8.count)
    let count = max(1, wholeCount)
    let whole = padded.prefix(count).drop { $0 == "0" }
    let fraction = padded.dropFirst(count).trimmingZeros
    return sign + (whole.isEmpty ? "0" : whole) + (fraction.isEmpty ? "" : ".\(fraction)")
  }
}

extension Substring {
  /// The text without zeros at its end.
  fileprivate var trimmingZeros: Substring {
    var text = self
    while text.last == "0" { text.removeLast() }
    return text
  }
}
