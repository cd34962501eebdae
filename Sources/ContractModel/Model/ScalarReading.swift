package import JSONParsing

// Which JSON each type of scalars is read from: of every type here, and nowhere else.

extension ScalarName {
  /// The coercions of a line that lists none, in the order in which they are tried; of `Any`, which
  /// takes every value as it stands, none.
  ///
  /// A lenient date has no coercion that a line could list: it is read in any format of dates.
  package func standardCoercions(isLenient: Bool) -> [Coercion] {
    switch self {
    case .string: isLenient ? [.string, .number, .bool] : [.string]
    case .int, .int8, .int16, .int32, .int64, .uint, .uint8, .uint16, .uint32, .uint64:
      isLenient ? [.number, .string, .bool] : [.number]
    case .double, .float, .decimal: isLenient ? [.number, .string] : [.number]
    case .bool: isLenient ? [.bool, .number, .string] : [.bool]
    case .date: [.iso8601]
    case .data: [.base64]
    case .url, .uuid: [.string]
    case .any: []
    }
  }

  /// Whether a line may list a coercion. Numbers and truth values come as each other's kinds and as
  /// texts; a date has its formats; what a transformer makes is the app's.
  func takes(_ coercion: Coercion) -> Bool {
    switch coercion {
    case .custom: true
    case .iso8601, .seconds, .milliseconds, .textSeconds, .textMilliseconds, .datePattern:
      self == .date
    case .strict: self == .url
    case .base64, .base64url: self == .data
    case .string: ![.date, .data, .any].contains(self)
    case .number, .bool: self == .string || self == .bool || isNumber
    }
  }

  /// Whether its values are written as texts.
  package var isWrittenAsText: Bool {
    standardCoercions(isLenient: false).contains { $0.reads(.string) }
  }
}

extension Coercion {
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

extension ScalarType {
  /// The kinds of JSON values that it is read from, in a contract that is not lenient.
  package var acceptedKinds: Set<JSONKind> {
    let ways = coercions.isEmpty ? name.standardCoercions(isLenient: false) : coercions
    return Set(
      JSONKind.allCases.filter { kind in ways.isEmpty || ways.contains { $0.reads(kind) } })
  }
}
