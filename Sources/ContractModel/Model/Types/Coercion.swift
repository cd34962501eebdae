package import JSONParsing

/// A conversion from JSON to a scalar type: `Int(string)` reads the text of a number.
public enum Coercion: Hashable, Sendable, CustomStringConvertible {
  /// From a text, a number, or `true` and `false`.
  case string, number, bool
  /// RFC 3339's profile of ISO 8601: a zone is required, and 0 to 9 fraction digits are permitted.
  case iso8601
  /// Seconds or milliseconds since 1970.
  case seconds, milliseconds
  /// Seconds or milliseconds since 1970 in a text of digits: `"1325376000"`, `"-1.5"`.
  case textSeconds, textMilliseconds
  /// A date pattern of Unicode Technical Standard 35, in the locale `en_US_POSIX`; its times are in
  /// the zone, by default UTC.
  case datePattern(String, zone: DateZone? = nil)
  /// For a URL: strictly RFC 3986, without the other texts that `URL(string:)` accepts.
  case strict
  /// Data, from a text in this alphabet.
  case base64, base64url
  /// A value transformer of the app, by name.
  case custom(String)

  public var description: String {
    switch self {
    case .string: "string"
    case .number: "number"
    case .bool: "bool"
    case .iso8601: "iso8601"
    case .seconds: "seconds"
    case .milliseconds: "milliseconds"
    case .textSeconds: "string seconds"
    case .textMilliseconds: "string milliseconds"
    case .datePattern(let pattern, let zone):
      singleQuoted(pattern) + (zone.map { " in \($0)" } ?? "")
    case .strict: "strict"
    case .base64: "base64"
    case .base64url: "base64url"
    case .custom(let name): "custom:\(name)"
    }
  }
}

/// A unit of numbers that count time since 1970-01-01T00:00:00Z.
package enum EpochUnit: String, CaseIterable, Sendable {
  case seconds, milliseconds

  /// How many digits after the point a nanosecond needs.
  package var fractionDigitCount: Int {
    switch self {
    case .seconds: 9
    case .milliseconds: 6
    }
  }

  package var countPerSecond: Int64 {
    (fractionDigitCount..<Self.seconds.fractionDigitCount).reduce(1) { count, _ in count * 10 }
  }
}

extension Coercion {
  /// The unit since 1970, and whether the number is in a text; `nil` for other coercions.
  package var epoch: (unit: EpochUnit, isText: Bool)? {
    switch self {
    case .seconds: (.seconds, false)
    case .milliseconds: (.milliseconds, false)
    case .textSeconds: (.seconds, true)
    case .textMilliseconds: (.milliseconds, true)
    default: nil
    }
  }

  /// The coercions that count from 1970: numbers first, in the order of the units.
  package static let epochs = [seconds, milliseconds, textSeconds, textMilliseconds]

  /// Returns whether a line of a type may list the coercion. Numbers and Booleans may be written as
  /// each other's kinds and as texts; dates have their formats; a transformer makes any type.
  func isFor(_ type: ScalarName) -> Bool {
    switch self {
    case .custom: true
    case .iso8601, .seconds, .milliseconds, .textSeconds, .textMilliseconds, .datePattern:
      type == .date
    case .strict: type == .url
    case .base64, .base64url: type == .data
    case .string: ![.date, .data, .any].contains(type)
    case .number, .bool: type == .string || type == .bool || type.isNumber
    }
  }

  /// The coercions that are plain words.
  static let words: [(word: String, coercion: Coercion)] = [
    [.string, .number, .bool, .iso8601], epochs, [.strict, .base64, .base64url],
  ].joined().map { ($0.description, $0) }

  package func reads(_ kind: JSONKind) -> Bool {
    switch self {
    case .string, .iso8601, .textSeconds, .textMilliseconds, .datePattern, .strict, .base64,
      .base64url:
      kind == .string
    case .number, .seconds, .milliseconds: kind == .number
    case .bool: kind == .bool
    case .custom: true
    }
  }
}
