public import JSONParsing

/// A value in a contract: `'Boy'`, `3`, `true`, `null`.
public enum Literal: Hashable, Sendable {
  /// A text.
  case string(MemberName)
  /// A number, as it is written.
  case number(JSONNumber)
  /// `true` or `false`.
  case bool(Bool)
  /// `null`.
  case null

  /// Returns whether a payload's value equals the literal. Kinds are distinguished: `false` is not
  /// 0, `'1'` is not 1; 1 is 1.0.
  public func matches(_ value: JSONValue) -> Bool {
    switch self {
    case .string(let text): value.string?.utf8.elementsEqual(text.text.utf8) ?? false
    case .number(let number): value.number.map(number.isNumericallyEqual) ?? false
    case .bool(let bool): value.bool == bool
    case .null: value.isNull
    }
  }

  package var json: String {
    if case .string(let text) = self { JSONWriter.text(of: text.text) } else { description }
  }

  package var kind: JSONKind {
    switch self {
    case .string: .string
    case .number: .number
    case .bool: .bool
    case .null: .null
    }
  }
}

extension Literal: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  public init(stringLiteral text: String) { self = .string(MemberName(text)) }

  public init(integerLiteral number: Int) { self.init(number: "\(number)") }

  /// - Parameter number: A finite number.
  public init(floatLiteral number: Double) { self.init(number: "\(number)") }

  public init(booleanLiteral bool: Bool) { self = .bool(bool) }

  public init(nilLiteral: ()) { self = .null }

  private init(number text: String) { self = JSONNumber(text).map { .number($0) } ?? .null }
}

extension Literal: CustomStringConvertible {
  /// The literal as a line writes it: a text in single quotes, with quotes in it doubled.
  public var description: String {
    switch self {
    case .string(let text): singleQuoted(text.text)
    case .number(let number): number.text
    case .bool(let bool): bool ? "true" : "false"
    case .null: "null"
    }
  }
}

/// Returns a text in single quotes, with quotes in it doubled.
func singleQuoted(_ text: String) -> String {
  var result = String.UnicodeScalarView("'".unicodeScalars)
  for scalar in text.unicodeScalars {
    if scalar == "'" { result.append("'") }
    result.append(scalar)
  }
  return String(result) + "'"
}

/// The value of a property whose member is absent: `= 'none'`, `= []`.
public enum DefaultValue: Hashable, Sendable, CustomStringConvertible {
  /// A literal, which the line reads in the same way as a payload's value.
  case literal(Literal)
  /// `[]`: an array or set without elements.
  case emptyArray
  /// `{}`: a dictionary without entries.
  case emptyObject

  public var description: String {
    switch self {
    case .literal(let literal): literal.description
    case .emptyArray: "[]"
    case .emptyObject: "{}"
    }
  }
}
