public import JSONParsing

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
  /// Whatever JSON stands there, as it is.
  case any = "Any"
}

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
  /// Of an address: RFC 3986 as it stands, and not what `URL(string:)` takes besides.
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

/// A scalar type and the coercions that lead to it, in order; none: the type's own.
public struct ScalarType: Hashable, Sendable, CustomStringConvertible {
  /// The type.
  public var name: ScalarName
  /// How values are read; none: as the type and the profile of the contract say.
  public var coercions: [Coercion]

  /// Makes a type, with the coercions in its parentheses.
  public init(_ name: ScalarName, _ coercions: [Coercion] = []) {
    self.name = name
    self.coercions = coercions
  }

  public var description: String {
    guard !coercions.isEmpty else { return name.rawValue }
    return "\(name.rawValue)(\(coercions.map(\.description).joined(separator: "|")))"
  }
}

/// The type that a value is mapped to.
public indirect enum ValueType: Hashable, Sendable {
  /// A scalar, with its coercions.
  case scalar(ScalarType)
  /// One value, of a list.
  case literal(Literal)
  /// An object, by the mapping of that name.
  case mapping(Located<MemberName>)
  /// An array, in order.
  case array(of: ValueRule)
  /// An array without order or duplicates.
  case set(of: ValueRule)
  /// An object whose names are any text.
  case dictionary(of: ValueRule)
  /// An object whose names are the values of a property of the objects in it.
  case keyed(by: PropertyPath, mapping: Located<MemberName>)
  /// The first of these that fits: scalars and literals.
  case union([ValueType])
}

/// The type that a value is mapped to, whether it may be null, and its constraints.
public struct ValueRule: Hashable, Sendable {
  /// The type.
  public var type: ValueType
  /// Whether null is allowed.
  public var allowsNull: Bool
  /// The constraints, in the order in which they are written.
  public var constraints: [Located<Constraint>]
  /// Where the type is written, with its question mark and without the constraints.
  package var origin = Origin.none

  /// Makes a rule for values.
  public init(
    _ type: ValueType, allowsNull: Bool = false, constraints: [Located<Constraint>] = []
  ) {
    self.type = type
    self.allowsNull = allowsNull
    self.constraints = constraints
  }
}

extension ValueType: CustomStringConvertible {
  /// The type as a line writes it.
  public var description: String {
    switch self {
    case .scalar(let scalar): scalar.description
    case .literal(let literal): literal.description
    case .mapping(let name): name.value.text
    case .array(let element): "[\(element)]"
    case .set(let element): "Set<\(element)>"
    case .dictionary(let value): "[String: \(value)]"
    case .keyed(let property, let mapping): "[\(property): \(mapping.value)]"
    case .union(let types): types.map(\.description).joined(separator: " | ")
    }
  }
}

extension ValueRule: CustomStringConvertible {
  /// The rule as a line writes it, behind the property.
  public var description: String {
    ([type.description + (allowsNull ? "?" : "")] + constraints.map(\.value.description))
      .joined(separator: " ")
  }
}

/// The property that a line writes: `name`, or a property of a property, `address.city`.
public struct PropertyPath: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// At least one.
  public var names: [MemberName]

  /// Makes a path of names, the outermost first.
  public init(_ names: [MemberName]) { self.names = names }

  public var description: String { names.map(\.text).joined(separator: ".") }

  public static func < (left: PropertyPath, right: PropertyPath) -> Bool {
    left.names.lexicographicallyPrecedes(right.names)
  }
}
