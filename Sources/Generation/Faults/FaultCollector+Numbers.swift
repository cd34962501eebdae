import ContractModel
import JSONParsing

extension FaultCollector {
  /// Adds numbers at the limits of types, and in other spellings.
  mutating func addNumbers() {
    guard let scalar = reads.scalars.first(where: \.name.isNumber), kind == .scalar else {
      return
    }
    let isBinary = scalar.name == .double || scalar.name == .float
    let isWide = [.int, .int64, .uint, .uint64].contains(scalar.name)
    for (variant, text) in Self.integers + (isWide ? Self.longIntegers : []) {
      // Most readers round a long number to the nearest `Double`.
      let isUnspecified = isBinary && JSONNumber(text)?.double.exactValue == nil
      replace(
        .integer, variant, "integer \(text)", with: likeBase(text), isUnspecified: isUnspecified)
    }
    for bound in Self.bounds(of: scalar.name) {
      replace(.integer, bound, "integer \(bound)", with: likeBase(bound))
    }
    addRanges()
    addTextsOfNumbers()
    for text in ["1.0", "1e0", "-0", "1e400", "1e-400", "0.1", "1.5"] {
      // Foundation reads a number that is too small for a `Double` as 0, also for integer types.
      replace(
        .number, text, "number \(text)", with: likeBase(text), isUnspecified: text == "1e-400")
    }
    guard reads.has(.decimal, .double, .float) else { return }
    let long = "1234567890123456789012345.678"
    for text in ["0.1", long, "123456.7890"] {
      replace(.decimal, text, "number \(text)", with: likeBase(text))
    }
  }

  private static let integers: [(variant: String, text: String)] = [
    ("zero", "0"), ("minus-one", "-1"), ("2^31", "2147483648"), ("2^53+1", "9007199254740993"),
    ("2^63-1", "9223372036854775807"), ("-2^63", "-9223372036854775808"),
    ("2^63", "9223372036854775808"), ("-2^63-1", "-9223372036854775809"),
    ("2^64", "18446744073709551616"),
  ]

  /// Numbers of 19 and 21 digits, for types that hold about as many.
  private static let longIntegers: [(variant: String, text: String)] = [
    ("10^19-1", "9999999999999999999"), ("10^20", "100000000000000000000"),
  ]

  /// Adds texts that are not numbers, where the base has a number in a text.
  private mutating func addTextsOfNumbers() {
    guard string != nil else { return }
    replace(
      .number, "number in",
      withEach: [
        ("text-word", "x", false), ("text-empty", "", false), ("text-padded", " 1 ", false),
        ("text-grouped", "1,234", false), ("text-unit", "12abc", false),
        ("text-full-width", "\u{FF11}\u{FF12}", false),
      ])
    // Swift's own readers of numbers accept these, but JSON does not.
    let texts = ["+1", ".5", "1.", "0x10", "nan", "inf"]
    replace(.number, "number in", withEach: texts.map { ("text-\($0)", $0, true) })
  }

  /// Returns the bounds of a type's width, and one beyond each.
  private static func bounds(of name: ScalarName) -> [String] {
    switch name.family {
    case .number(.signed(let bits)) where bits < 64:
      let top = Int128(1) << (bits - 1)
      return [-top - 1, -top, top - 1, top].map(\.description)
    case .number(.unsigned(let bits)):
      let top = Int128(1) << bits
      return [top - 1, top].map(\.description)
    default: return []
    }
  }

  /// Adds the line's own bounds, and one beyond each.
  private mutating func addRanges() {
    for case .range(let range) in reads.constraints {
      for (bound, step) in [(range.lower, Int64(-1)), (range.upper, 1)] {
        guard let bound else { continue }
        var texts = [bound.text]
        if let whole = bound.int64.exactValue, whole > .min, whole < .max {
          texts += [String(whole + step), String(whole) + (step > 0 ? ".001" : "")]
        }
        for text in texts {
          replace(.number, "range-\(text)", "number \(text)", with: likeBase(text))
        }
      }
    }
  }
}
