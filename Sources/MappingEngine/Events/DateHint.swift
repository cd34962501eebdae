import ContractModel
import JSONParsing

/// Hints how a line would read a date: never a format that does not read it.
enum DateHint {
  /// The unit of what counts from 1970 as a number, or as a text of digits.
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

  /// The format of a text; `nil`, if it is none of those that are often met.
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
