package import JSONParsing

/// A scalar type of the Swift side.
public enum ScalarName: String, CaseIterable, Sendable {
  case string = "String"
  case bool = "Bool"
  case int = "Int"
  case int8 = "Int8"
  case int16 = "Int16"
  case int32 = "Int32"
  case int64 = "Int64"
  case uint = "UInt"
  case uint8 = "UInt8"
  case uint16 = "UInt16"
  case uint32 = "UInt32"
  case uint64 = "UInt64"
  case double = "Double"
  case float = "Float"
  case decimal = "Decimal"
  case date = "Date"
  case url = "URL"
  case uuid = "UUID"
  case data = "Data"
  /// Any JSON, unchanged.
  case any = "Any"
}

/// A type whose values are written as texts with their own form.
///
/// Each module that handles these types does so in one place, in a `switch` over the forms:
/// `ScalarReader` parses them, `Generation` generates and breaks them.
package enum TextForm: UInt8, CaseIterable, Sendable {
  case url, uuid, data
}

package enum NumberType: Sendable {
  case signed(bits: UInt8)
  case unsigned(bits: UInt8)
  case double, float, decimal
}

/// Types that are written in the same way.
package enum ScalarFamily: Sendable {
  case string, bool, date, any
  case number(NumberType)
  case form(TextForm)
}

extension ScalarName {
  package var family: ScalarFamily {
    switch self {
    case .string: .string
    case .bool: .bool
    case .int, .int64: .number(.signed(bits: 64))
    case .int8: .number(.signed(bits: 8))
    case .int16: .number(.signed(bits: 16))
    case .int32: .number(.signed(bits: 32))
    case .uint, .uint64: .number(.unsigned(bits: 64))
    case .uint8: .number(.unsigned(bits: 8))
    case .uint16: .number(.unsigned(bits: 16))
    case .uint32: .number(.unsigned(bits: 32))
    case .double: .number(.double)
    case .float: .number(.float)
    case .decimal: .number(.decimal)
    case .date: .date
    case .url: .form(.url)
    case .uuid: .form(.uuid)
    case .data: .form(.data)
    case .any: .any
    }
  }
}

// MARK: - Reading

extension ScalarName {
  /// Returns the coercions of a line that lists none, in the order in which they are tried. `Any`
  /// has none, because it accepts every value unchanged. A lenient date also accepts any other date
  /// format, for which there is no coercion.
  package func standardCoercions(isLenient: Bool) -> [Coercion] {
    switch family {
    case .string: isLenient ? [.string, .number, .bool] : [.string]
    case .number where !isLenient: [.number]
    case .number: integerBounds == nil ? [.number, .string] : [.number, .string, .bool]
    case .bool: isLenient ? [.bool, .number, .string] : [.bool]
    case .date: [.iso8601]
    case .form(.data): [.base64]
    case .form: [.string]
    case .any: []
    }
  }

  package var isWrittenAsText: Bool {
    standardCoercions(isLenient: false).contains { $0.reads(.string) }
  }

  /// Whether values of the type are texts, whose lengths and patterns a line may restrict.
  package var isText: Bool { self == .string || self == .url }
}

// MARK: - Numbers

extension ScalarName {
  /// The bounds of a whole-number type; `nil` for other types.
  package var integerBounds: NumberRange? { Self.integerBounds[self] }

  private static let integerBounds: [ScalarName: NumberRange] = .init(
    uniqueKeysWithValues: allCases.compactMap { name in
      switch name.family {
      case .number(.signed(let bits)):
        (name, NumberRange(-1 << (bits - 1), 1 << (bits - 1) - 1))
      case .number(.unsigned(let bits)): (name, NumberRange(0, 1 << bits - 1))
      default: nil
      }
    })

  package var isNumber: Bool { if case .number = family { true } else { false } }

  /// Returns whether the range has a number of the type. For fractional types, a bound suffices.
  func hasNumber(in range: NumberRange) -> Bool {
    wholeNumbers(in: range) != nil || integerBounds == nil && (range.lower ?? range.upper) != nil
  }

  /// Returns the whole numbers in a range that the type can hold; `nil`, if there is none. Types
  /// that are no whole-number types have those of `Int64`.
  package func wholeNumbers(in range: NumberRange) -> ClosedRange<Int128>? {
    let bounds = integerBounds ?? NumberRange(Int128(Int64.min), Int128(Int64.max))
    let least = max(
      bounds.lower?.wholeNumberNotBelow ?? 0, range.lower?.wholeNumberNotBelow ?? .min)
    let most = min(bounds.upper?.wholeNumberNotAbove ?? 0, range.upper?.wholeNumberNotAbove ?? .max)
    return least <= most ? least...most : nil
  }
}

extension NumberRange {
  fileprivate init(_ least: Int128, _ most: Int128) {
    self.init(lower: JSONNumber(String(least)), upper: JSONNumber(String(most)))
  }
}

extension JSONNumber {
  /// The smallest whole number that is not below this number. For a number far outside of 64 bits,
  /// it is some other number outside of 64 bits.
  fileprivate var wholeNumberNotBelow: Int128 { wholeNumber(roundsUp: true) }
  fileprivate var wholeNumberNotAbove: Int128 { wholeNumber(roundsUp: false) }

  private func wholeNumber(roundsUp: Bool) -> Int128 {
    let isNegative = text.hasPrefix("-")
    let magnitude = isNegative ? String(text.dropFirst()) : text
    let outside = Int128(1) << 70
    switch JSONNumber(magnitude)?.uint64 {
    case .exact(let value): return isNegative ? -Int128(value) : Int128(value)
    case .inexact(let value, _):
      let towardsZero = isNegative ? -Int128(value) : Int128(value)
      if isNegative { return roundsUp ? towardsZero : towardsZero - 1 }
      return roundsUp ? towardsZero + 1 : towardsZero
    case .outOfRange, nil: return isNegative ? -outside : outside
    }
  }
}
