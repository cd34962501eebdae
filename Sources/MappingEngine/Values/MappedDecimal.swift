public import Foundation
import JSONParsing

/// A decimal number as a payload writes it: `1.10` equals 1.1, and is displayed as `1.10`.
///
/// Two decimals are equal if their values are.
public struct MappedDecimal: Hashable, Sendable, CustomStringConvertible {
  /// The number as Foundation represents it.
  public let value: Decimal
  /// The number in JSON's grammar, if it is finite.
  public let text: String

  /// Makes a decimal without trailing zeros.
  public init(_ value: Decimal) { (self.value, text) = (value, value.description) }

  /// - Parameter number: A number that `Decimal` can represent.
  init(_ number: JSONNumber) {
    text = number.text
    value = Decimal(string: number.text) ?? .nan
  }

  public var description: String { text }

  public static func == (left: MappedDecimal, right: MappedDecimal) -> Bool {
    left.value == right.value
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
