public import Foundation
import JSONParsing

/// A decimal number as a payload writes it: `1.10` is 1.1, and is shown as `1.10`.
///
/// Two are equal if their values are.
public struct MappedDecimal: Hashable, Sendable, CustomStringConvertible {
  /// The number, as Foundation has it.
  public let value: Decimal
  /// The number by JSON's grammar, where it has one.
  public let text: String

  /// Makes a decimal without zeros at its end.
  public init(_ value: Decimal) { (self.value, text) = (value, value.description) }

  /// - Parameter number: One that `Decimal` has room for.
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
