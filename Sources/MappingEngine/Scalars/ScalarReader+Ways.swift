import ContractModel
import Foundation
import JSONParsing

/// A conversion from a kind of JSON to a type.
enum ScalarWay {
  case coercion(Coercion)
  /// All date formats that a lenient contract accepts.
  case lenientDate

  func takes(_ kind: JSONKind) -> Bool {
    switch self {
    case .lenientDate: kind == .string || kind == .number
    case .coercion(let coercion): coercion.reads(kind)
    }
  }
}

enum Conversion<Output> {
  case value(Output)
  case failed(RuleID)
}

extension ScalarReader {
  /// Returns the conversions that a line permits: those that it lists, or those of its type and the
  /// contract's profile.
  func ways(_ value: PlanValue) -> [ScalarWay] {
    if case .date = value.kind, value.isLenient, value.coercions.isEmpty { return [.lenientDate] }
    return plan.tables.coercions[value.ways.indices].map { .coercion($0) }
  }

  /// Converts a value of a kind that the conversion accepts.
  func convert<Output: ValueOutput>(
    _ input: ScalarInput, _ value: PlanValue, by way: ScalarWay, as _: Output.Type
  ) -> Conversion<Output> {
    if case .coercion(.custom(let name)) = way { return transform(input, by: name) }
    switch value.kind {
    case .string: return text(input)
    case .bool: return bool(input)
    case .int(let bits): return signed(input, bits: bits)
    case .uint(let bits): return unsigned(input, bits: bits)
    case .double, .float: return floating(input, value.kind)
    case .decimal: return decimal(input)
    case .date: return date(input, by: way)
    case .form(let form):
      guard case .text(let text) = input else { return .failed(.wrongType) }
      return read(text, form, by: way).map { .value($0) } ?? .failed(.cannotCoerce)
    case .any, .literal, .mapping, .array, .set, .dictionary, .keyed, .listOrObject, .union:
      return .failed(.wrongType)
    }
  }

  // MARK: - Texts

  private func text<Output: ValueOutput>(_ input: ScalarInput) -> Conversion<Output> {
    switch input {
    case .text(let text): .value(.string(text.source))
    case .number(let number, _): .value(.string(.text(number.text)))
    case .bool(let bool, _): .value(.string(.text(bool ? "true" : "false")))
    case .null, .container: .failed(.wrongType)
    }
  }

  /// Parses a text of a form; returns `nil`, if the text does not have the form. A URL is a text
  /// that Foundation accepts; with the coercion `strict`, it must also need no escapes.
  private func read<Output: ValueOutput>(
    _ text: ScalarText, _ form: TextForm, by way: ScalarWay
  ) -> Output? {
    var coercion = Coercion.string
    if case .coercion(let said) = way { coercion = said }
    switch form {
    case .url:
      return Address.isValid(text.text, isStrict: coercion == .strict) ? .url(text.source) : nil
    case .uuid:
      let uuid = text.text.utf8.count == 36 ? UUID(uuidString: text.text) : nil
      return uuid.map { .made(.uuid($0)) }
    case .data:
      let bytes =
        coercion == .base64url ? Base64.bytes(ofURLText: text.text) : Base64.bytes(of: text.text)
      return bytes.map { .made(.data($0)) }
    }
  }

  private func bool<Output: ValueOutput>(_ input: ScalarInput) -> Conversion<Output> {
    switch input {
    case .bool(let bool, _): return .value(.bool(bool))
    case .number(let number, _):
      switch number.int64.exactValue {
      case 0: return .value(.bool(false))
      case 1: return .value(.bool(true))
      default: return .failed(.cannotCoerce)
      }
    case .text(let text):
      return Bool(word: text.text).map { .value(.bool($0)) } ?? .failed(.cannotCoerce)
    case .null, .container: return .failed(.wrongType)
    }
  }

  // MARK: - Dates

  private func date<Output: ValueOutput>(
    _ input: ScalarInput, by way: ScalarWay
  ) -> Conversion<Output> {
    var instant: Instant?
    // Whether the value has the form of a time since 1970; then it can only be out of range.
    var counts = false
    switch (way, input) {
    case (.lenientDate, .text(let text)):
      instant = LenientDateFormat.reading(text.text.utf8)?.instant
      counts = LenientDateFormat.isEpoch(text.text.utf8)
    case (.lenientDate, .number(let number, _)):
      (instant, counts) = (Instant(epochNumber: number, unit: .seconds), true)
    case (.coercion(let coercion), .number(let number, _)):
      let unit = coercion.epoch?.unit
      instant = unit.flatMap { Instant(epochNumber: number, unit: $0) }
      counts = true
    case (.coercion(.iso8601), .text(let text)):
      instant = Instant(iso8601: text.text.utf8, profile: .rfc3339)
    case (.coercion(let coercion), .text(let text)):
      if let unit = coercion.epoch?.unit {
        instant = Instant(epochDigits: text.text, unit: unit)
        counts = instant == nil && DecimalText(digits: text.text) != nil
      } else {
        instant = plan.tables.datePatterns[coercion]?.instant(from: text.text.utf8)
      }
    case (_, .bool), (_, .null), (_, .container): break
    }
    if let instant { return .value(.date(instant)) }
    return .failed(counts ? .outOfRange : .cannotCoerce)
  }

  // MARK: - The app's own

  private func transform<Output: ValueOutput>(
    _ input: ScalarInput, by name: String
  ) -> Conversion<Output> {
    // Without the app's transformer, the value cannot be checked, and is accepted unchanged.
    guard let transformer = transformers[name] else { return .value(.json(input.value)) }
    return transformer.map(input.value).map { .value(.custom($0)) } ?? .failed(.cannotCoerce)
  }
}

extension Bool {
  /// Makes the Boolean of a word, in any letter case; `nil`, if the word has none.
  package init?(word: String) {
    switch word.lowercased() {
    case "true", "t", "yes", "y", "1": self = true
    case "false", "f", "no", "n", "0": self = false
    default: return nil
    }
  }
}
