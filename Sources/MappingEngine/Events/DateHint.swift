import ContractModel
import JSONParsing

/// Hints for a line that cannot read a date. A hint only names a format that reads the value.
enum DateHint {
  /// Returns a hint with the unit of a number, or text of digits, that counts from 1970.
  static func unit(of value: JSONValue) -> String? {
    let isText = value.kind == .string
    let digits = value.string ?? value.number?.text ?? ""
    let unit = EpochUnit.allCases.first { unit in
      isText
        ? Instant(epochDigits: digits.utf8, unit: unit) != nil
        : Instant(epochNumber: digits.utf8, unit: unit) != nil
    }
    return unit.map { unit in
      isText
        ? "if \(unit) in text are right, write Date(string \(unit))"
        : "if \(unit) since 1970 are right, write Date(\(unit))"
    }
  }

  /// Returns a hint with the format of a text; `nil`, if it is none of the common formats.
  static func format(of value: JSONValue) -> String? {
    guard let text = value.string else { return nil }
    let format =
      Instant(iso8601: text.utf8, profile: .rfc3339) != nil
      ? "iso8601"
      : patterns.first { DatePattern($0)?.instant(from: text.utf8) != nil }
        .map { Coercion.datePattern($0).description }
    return format.map { "if text is right, write Date(\($0))" } ?? unit(of: value)
  }

  private static let patterns = [
    "yyyy-MM-dd", "yyyy-MM-dd HH:mm:ss", "yyyy-MM-dd HH:mm", "yyyy-MM-dd'T'HH:mm:ss",
    "MM/dd/yyyy", "dd.MM.yyyy", "EEE, dd MMM yyyy HH:mm:ss zzz", "EEE, dd MMM yyyy HH:mm:ss Z",
    "EEE MMM dd HH:mm:ss Z yyyy",
  ]
}
