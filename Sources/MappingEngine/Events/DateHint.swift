import ContractModel
import JSONParsing

/// Hints for a line that cannot read a date. A hint only names a format that reads the value.
enum DateHint {
  /// Returns a hint with the unit of a number, or text of digits, that counts from 1970.
  static func unit(of value: JSONValue) -> String? {
    let isText = value.kind == .string
    let unit = EpochUnit.allCases.first { unit in
      value.number.map { Instant(epochNumber: $0, unit: unit) != nil }
        ?? (Instant(epochDigits: value.string ?? "", unit: unit) != nil)
    }
    return unit.map { unit in
      isText
        ? "if \(unit) in text are right, write Date(string \(unit))"
        : "if \(unit) since 1970 are right, write Date(\(unit))"
    }
  }

  /// Returns a hint with the format of a text; `nil`, if it is none of the common formats.
  static func format(of value: JSONValue) -> String? {
    let formats = common(value.string ?? "").map { "Date(\($0))" }
    return formats.isEmpty
      ? unit(of: value) : "if text is right, write \(formats.joined(separator: " or "))"
  }

  /// Returns a hint with the format of a text that none of a line's formats reads.
  static func format(of value: JSONValue, besides ways: [Coercion]) -> String? {
    let formats = common(value.string ?? "")
    guard let format = formats.first, !ways.contains(where: formats.contains) else { return nil }
    guard formats.count == 1 else {
      return
        "if that format is right, write \(formats.map { "Date(\($0))" }.joined(separator: " or "))"
    }
    let both = (ways + [format]).map(\.description).joined(separator: "|")
    return "if that format is right, write Date(\(format))"
      + (ways.isEmpty ? "" : "; if both are, Date(\(displayed(both)))")
  }

  /// Returns the common format that reads a text; two, if day and month may be exchanged.
  private static func common(_ text: String) -> [Coercion] {
    if Instant(iso8601: text.utf8, profile: .rfc3339) != nil { return [.iso8601] }
    let fitting = patterns.filter { DatePattern($0)?.instant(from: text.utf8) != nil }
    return fitting.prefix(fitting.first == "MM/dd/yyyy" ? 2 : 1).map { .datePattern($0) }
  }

  private static let patterns = [
    "yyyy-MM-dd", "yyyy-MM-dd HH:mm:ss", "yyyy-MM-dd HH:mm", "yyyy-MM-dd'T'HH:mm:ss",
    "MM/dd/yyyy", "dd/MM/yyyy", "dd.MM.yyyy", "EEE, dd MMM yyyy HH:mm:ss zzz",
    "EEE, dd MMM yyyy HH:mm:ss Z",
    "EEE MMM dd HH:mm:ss Z yyyy",
  ]
}
