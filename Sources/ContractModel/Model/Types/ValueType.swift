public import JSONParsing

/// A scalar type and its coercions in order; without coercions, the type's own apply.
public struct ScalarType: Hashable, Sendable, CustomStringConvertible {
  /// The type.
  public var name: ScalarName
  /// The coercions; if empty, the type and the contract's profile decide.
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

extension ScalarType {
  /// The kinds of JSON values that it accepts in a contract that is not lenient.
  package var acceptedKinds: Set<JSONKind> {
    let ways = coercions.isEmpty ? name.standardCoercions(isLenient: false) : coercions
    return Set(
      JSONKind.allCases.filter { kind in ways.isEmpty || ways.contains { $0.reads(kind) } })
  }
}

/// The type to which a value is mapped.
public indirect enum ValueType: Hashable, Sendable {
  /// A scalar, with its coercions.
  case scalar(ScalarType)
  /// A single value, usually in a list.
  case literal(Literal)
  /// An object, by the mapping with the name.
  case mapping(Located<MemberName>)
  /// An array, in order.
  case array(of: ConstrainedType)
  /// An array without order or duplicates.
  case set(of: ConstrainedType)
  /// An object whose member names may be any text.
  case dictionary(of: ConstrainedType)
  /// An object whose member names are the values of a property of its objects.
  case keyed(by: PropertyPath, mapping: Located<MemberName>)
  /// The first matching type of several scalars and literals.
  case union([ValueType])
}

/// The type to which a value is mapped, whether it may be null, and its constraints.
public struct ConstrainedType: Hashable, Sendable {
  /// The type.
  public var type: ValueType
  /// Whether null is allowed.
  public var allowsNull: Bool
  /// The constraints, in the order in which they are written.
  public var constraints: [Located<Constraint>]
  /// The place of the type, with its question mark and without the constraints.
  package var origin = Origin.none

  /// Makes a type with constraints.
  public init(
    _ type: ValueType, allowsNull: Bool = false, constraints: [Located<Constraint>] = []
  ) {
    self.type = type
    self.allowsNull = allowsNull
    self.constraints = constraints
  }
}

extension ValueType {
  /// Whether a value of the type may be a collection.
  package var mayHaveElements: Bool {
    switch self {
    case .scalar, .literal, .mapping: false
    case .array, .set, .dictionary, .keyed, .union: true
    }
  }

  /// Returns the type with another type of elements, if it is a collection of any type.
  package func changingElement(_ change: (ConstrainedType) -> ConstrainedType) -> ValueType {
    switch self {
    case .array(let element): .array(of: change(element))
    case .set(let element): .set(of: change(element))
    case .dictionary(let element): .dictionary(of: change(element))
    case .scalar, .literal, .mapping, .keyed, .union: self
    }
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

extension ConstrainedType: CustomStringConvertible {
  /// The type as a line writes it, after the property.
  public var description: String {
    ([type.description + (allowsNull ? "?" : "")] + constraints.map(\.value.description))
      .joined(separator: " ")
  }
}

/// The property that a line sets: `name`, or a property of a property, `address.city`.
public struct PropertyPath: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The names; at least one.
  public var names: [MemberName]

  /// Makes a path from names, the outermost first.
  public init(_ names: [MemberName]) { self.names = names }

  public var description: String { names.map(\.text).joined(separator: ".") }

  public static func < (left: PropertyPath, right: PropertyPath) -> Bool {
    left.names.lexicographicallyPrecedes(right.names)
  }
}
