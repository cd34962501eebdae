package import JSONParsing

/// A way from JSON to a scalar type: `Int(string)` reads the text of a number.
public enum Coercion: Hashable, Sendable, CustomStringConvertible {
  /// A text, a number, or `true` and `false` are read.
  case string, number, bool
  /// RFC 3339's profile of ISO 8601: a zone is required, 0 to 9 fraction digits are allowed.
  case iso8601
  /// Seconds or milliseconds since 1970.
  case seconds, milliseconds
  /// The same in a text of digits: `"1325376000"`, `"-1.5"`.
  case textSeconds, textMilliseconds
  /// A date pattern of Unicode Technical Standard 35, in the locale `en_US_POSIX`; its times are of
  /// the zone, or UTC's.
  case datePattern(String, zone: DateZone? = nil)
  /// For a URL: strictly RFC 3986, without what else `URL(string:)` accepts.
  case strict
  /// Data is read from a text of this alphabet.
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

/// A unit of numbers that count since 1970-01-01T00:00:00Z.
package enum EpochUnit: String, CaseIterable, Sendable {
  case seconds, milliseconds

  /// How many digits after the point make a nanosecond.
  package var fractionDigitCount: Int {
    switch self {
    case .seconds: 9
    case .milliseconds: 6
    }
  }

  /// How many make a second.
  package var countPerSecond: Int64 {
    (fractionDigitCount..<Self.seconds.fractionDigitCount).reduce(1) { count, _ in count * 10 }
  }
}

extension Coercion {
  /// The unit of what counts since 1970, and whether it does so in a text; `nil` of what does not.
  package var epoch: (unit: EpochUnit, isText: Bool)? {
    switch self {
    case .seconds: (.seconds, false)
    case .milliseconds: (.milliseconds, false)
    case .textSeconds: (.seconds, true)
    case .textMilliseconds: (.milliseconds, true)
    default: nil
    }
  }

  /// The coercions that count since 1970: numbers first, as units are listed.
  package static let epochs = [seconds, milliseconds, textSeconds, textMilliseconds]

  /// Whether a line of a type may list it. Numbers and truth values come as each other's kinds and
  /// as texts; a date has its formats; what a transformer makes is the app's.
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

  /// The coercions that are words.
  static let words: [(word: String, coercion: Coercion)] = [
    [.string, .number, .bool, .iso8601], epochs, [.strict, .base64, .base64url],
  ].joined().map { ($0.description, $0) }

  /// Whether values of a kind are read by it.
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
