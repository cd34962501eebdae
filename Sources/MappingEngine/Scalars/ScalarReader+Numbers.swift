import ContractModel
import Foundation
package import JSONParsing

extension ScalarReader {
  func signed<Output: ValueOutput>(_ input: ScalarInput, bits: UInt8) -> Conversion<Output> {
    whole(input) { number in
      // The bits above the type's width must all equal the sign.
      guard let value = number.int64.exactValue, value >> (bits - 1) == value >> 63 else {
        return .failed(.lossyNumber)
      }
      return .value(.int(value))
    }
  }

  func unsigned<Output: ValueOutput>(_ input: ScalarInput, bits: UInt8) -> Conversion<Output> {
    whole(input) { number in
      guard let value = number.uint64.exactValue, value.leadingZeroBitCount >= 64 - Int(bits) else {
        return .failed(.lossyNumber)
      }
      return .value(.uint(value))
    }
  }

  /// Reads a whole number from a number, from a text of digits, or from a Boolean.
  private func whole<Output: ValueOutput>(
    _ input: ScalarInput, _ read: (JSONNumber) -> Conversion<Output>
  ) -> Conversion<Output> {
    switch input {
    case .number(let number, _): return read(number)
    case .bool(let bool, _): return JSONNumber(bool ? "1" : "0").map(read) ?? .failed(.wrongType)
    case .text(let text):
      guard let number = Self.integer(text.text) else { return .failed(.cannotCoerce) }
      return read(number)
    case .null, .container: return .failed(.wrongType)
    }
  }

  /// Returns the number that a text `[+-]?digits` represents; leading zeros are permitted.
  private static func integer(_ text: String) -> JSONNumber? {
    let bytes = Array(text.utf8)
    let isSigned = bytes.first == UInt8(ascii: "-") || bytes.first == UInt8(ascii: "+")
    let digits = bytes.dropFirst(isSigned ? 1 : 0)
    guard !digits.isEmpty, digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
    else { return nil }
    let significant = digits.drop { $0 == UInt8(ascii: "0") }
    let magnitude = significant.isEmpty ? "0" : String(decoding: significant, as: UTF8.self)
    return JSONNumber(bytes.first == UInt8(ascii: "-") ? "-" + magnitude : magnitude)
  }

  /// Reads the nearest floating-point number; but whole numbers must be exact, and no nonzero
  /// number may become zero.
  func floating<Output: ValueOutput>(
    _ input: ScalarInput, _ kind: PlanValue.Kind
  ) -> Conversion<Output> {
    guard let number = decimalNumber(input) else { return .failed(.cannotCoerce) }
    if case .float = kind {
      return number.float.nearest(to: number) { .float($0) }
    }
    return number.double.nearest(to: number) { .double($0) }
  }

  /// Reads a `Decimal`, which has 38 digits.
  func decimal<Output: ValueOutput>(_ input: ScalarInput) -> Conversion<Output> {
    guard let number = decimalNumber(input) else { return .failed(.cannotCoerce) }
    return number.fitsDecimal ? .value(.decimal(number)) : .failed(.lossyNumber)
  }

  /// Returns a number, or the number in a text that follows JSON's grammar.
  private func decimalNumber(_ input: ScalarInput) -> JSONNumber? {
    switch input {
    case .number(let number, _): number
    case .text(let text): JSONNumber(text.text)
    default: nil
    }
  }
}

extension JSONNumber.Reading where Value: BinaryFloatingPoint {
  fileprivate func nearest<Output>(
    to number: JSONNumber, _ make: (Value) -> Output
  ) -> Conversion<Output> {
    switch self {
    case .exact(let value): .value(make(value))
    case .inexact(let value, _):
      number.isWhole || value.isZero ? .failed(.lossyNumber) : .value(make(value))
    case .outOfRange: .failed(.lossyNumber)
    }
  }
}

extension JSONNumber {
  /// Whether a line of the type `Double` accepts the number.
  package var fitsDouble: Bool {
    if case .value = double.nearest(to: self, { $0 }) { true } else { false }
  }

  /// Whether a line of the type `Decimal` accepts the number.
  package var fitsDecimal: Bool {
    guard let value = Decimal(string: text), value.isFinite,
      let kept = JSONNumber(value.description)
    else { return false }
    return kept.isNumericallyEqual(to: self)
  }

  /// Whether the number has no fraction.
  fileprivate var isWhole: Bool { DecimalText(text.utf8).exponent >= 0 }
}
