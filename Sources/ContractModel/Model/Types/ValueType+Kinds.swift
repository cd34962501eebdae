package import JSONParsing

extension ValueType {
  /// The alternatives of a union, or the type itself.
  package var alternatives: [ValueType] {
    if case .union(let types) = self { types } else { [self] }
  }

  /// The list and the other type of a union, if the kind of the JSON decides between them:
  /// `[A] | A`, or `[A] | [String: A]`, an object of the list's elements. `nil` for other types.
  package var listAndObject: (list: ValueType, object: ValueType)? {
    guard case .union(let types) = self, types.count == 2,
      let list = types.first(where: \.isArray), let object = types.first(where: { !$0.isArray }),
      case .array(let element) = list, case .mapping(let name) = element.type,
      !element.allowsNull, element.constraints.isEmpty
    else { return nil }
    let other: MemberName?
    switch object {
    case .mapping(let single), .keyed(_, let single): other = single.value
    case .dictionary(let value) where !value.allowsNull && value.constraints.isEmpty:
      if case .mapping(let single) = value.type { other = single.value } else { other = nil }
    default: other = nil
    }
    return other == name.value ? (list, object) : nil
  }

  package var literals: [Literal] {
    alternatives.compactMap { if case .literal(let literal) = $0 { literal } else { nil } }
  }

  package var acceptedKinds: Set<JSONKind> {
    switch self {
    case .scalar(let scalar): scalar.acceptedKinds
    case .literal(let literal): [literal.kind]
    case .mapping, .dictionary, .keyed: [.object]
    case .array, .set: [.array]
    case .union(let types): types.reduce(into: []) { $0.formUnion($1.acceptedKinds) }
    }
  }

  var isNumber: Bool {
    switch self {
    case .scalar(let scalar): scalar.name.isNumber
    case .literal(.number): true
    default: false
    }
  }

  var isText: Bool {
    switch self {
    case .scalar(let scalar): scalar.name.isText
    case .literal(.string): true
    default: false
    }
  }

  var mayBeReadFromText: Bool {
    switch self {
    case .scalar, .literal(.string): true
    case .array(let element), .set(let element), .dictionary(let element):
      element.type.alternatives.contains(where: \.mayBeReadFromText)
    default: false
    }
  }

  /// Whether the type is an object of a mapping, or a collection of such objects. An empty text may
  /// stand in place of these.
  var isMappingOrHoldsSome: Bool {
    switch self {
    case .mapping, .keyed: true
    case .array(let element), .set(let element), .dictionary(let element):
      element.type.isMappingOrHoldsSome
    case .union: listAndObject != nil
    case .scalar, .literal: false
    }
  }

  var scalarName: ScalarName? { if case .scalar(let scalar) = self { scalar.name } else { nil } }
  var isArray: Bool { if case .array = self { true } else { false } }
  var isSet: Bool { if case .set = self { true } else { false } }

  var isCollection: Bool {
    switch self {
    case .array, .set, .dictionary, .keyed: true
    default: false
    }
  }

  package var isScalarOrUnion: Bool {
    switch self {
    case .scalar, .literal: true
    case .union: listAndObject == nil
    default: false
    }
  }

  /// The app's transformer that makes the value, as a line names it.
  var transformer: String? {
    alternatives.lazy.compactMap { type in
      guard case .scalar(let scalar) = type, case .custom? = scalar.coercions.first else {
        return nil
      }
      return scalar.coercions.first?.description
    }.first
  }

  /// Whether a transformer of the app makes the value, or its elements.
  package var isTransformed: Bool {
    switch self {
    case .array(let element), .set(let element), .dictionary(let element):
      element.type.isTransformed
    default: transformer != nil
    }
  }

  /// Returns whether a scalar type accepts every value of another alternative of a union.
  package func takesAll(of other: ValueType) -> Bool {
    guard case .scalar(let scalar) = self else { return false }
    switch other {
    case .scalar(let narrower):
      let isInteger = narrower.name.integerBounds != nil
      return scalar.name == .any
        || scalar.coercions.isEmpty && narrower.coercions.isEmpty && isInteger
          && [.double, .decimal].contains(scalar.name)
    case .literal(let literal): return scalar.name == .any || scalar.takes(literal)
    default: return false
    }
  }

  func admits(_ value: DefaultValue) -> Bool {
    switch value {
    case .emptyArray: isArray || isSet
    case .emptyObject: if case .dictionary = self { true } else { false }
    case .literal(.null): true
    case .literal(let literal):
      alternatives.contains { alternative in
        switch alternative {
        case .literal(let other): other == literal
        case .scalar(let scalar): scalar.name == .any || scalar.becomes(literal)
        default: false
        }
      }
    }
  }
}

extension ScalarType {
  /// Returns whether the type, as JSON without coercions, accepts a literal.
  fileprivate func takes(_ literal: Literal) -> Bool {
    guard coercions.isEmpty else { return false }
    return switch literal {
    case .string: name == .string
    case .bool: name == .bool
    case .number(let number):
      name.integerBounds.map { $0.contains(number) && number.int64.isWhole }
        ?? name.isNumber
    case .null: false
    }
  }

  /// Returns whether a value of the type can be a literal; dates, URLs and data as texts.
  fileprivate func becomes(_ literal: Literal) -> Bool {
    switch literal {
    case .string: name.isWrittenAsText
    case .bool: name == .bool
    case .number: ScalarType(name).takes(literal)
    case .null: true
    }
  }
}

extension JSONNumber.Reading {
  fileprivate var isWhole: Bool { if case .inexact(_, .fraction) = self { false } else { true } }
}

extension ConstrainedType {
  private func first<Part>(_ part: (Constraint) -> Part?) -> Part? {
    constraints.compactMap { part($0.value) }.first
  }

  package var range: NumberRange? {
    first { if case .range(let range) = $0 { range } else { nil } }
  }

  package var pattern: TextPattern? {
    first { if case .matches(let pattern) = $0 { pattern } else { nil } }
  }

  private var lengthRange: CountRange? {
    first { if case .length(let range, _) = $0 { range } else { nil } }
  }

  package var constrainsLength: Bool { lengthRange != nil }

  /// The permitted lengths of a text, in scalars.
  package var lengths: ClosedRange<Int> {
    let range = lengthRange ?? CountRange(lower: 0, upper: nil)
    return range.lower...max(range.lower, range.upper ?? .max)
  }

  package var leastCount: Int {
    first { if case .count(let range, _) = $0 { range.lower } else { nil } } ?? 0
  }
}

extension ConstrainedType {
  /// Returns the constraint that a literal of the type violates; `nil`, if it violates none.
  package func constraint(brokenBy literal: Literal) -> Constraint? {
    constraints.lazy.map(\.value).first { constraint in
      switch (constraint, literal) {
      case (.range(let range), .number(let number)): !range.contains(number)
      case (.length(let range, _), .string(let text)):
        !range.contains(text.text.unicodeScalars.count)
      case (.matches(let pattern), .string(let text)): !pattern.matches(text.text)
      default: false
      }
    }
  }

  /// Returns whether the type rejects all values that are written as a literal, with coercions or
  /// without. Null is not considered, because lines may accept it whatever their types are.
  package func refuses(_ literal: Literal) -> Bool {
    guard literal != .null else { return false }
    let isListed = type.literals.count == type.alternatives.count
    return !type.acceptedKinds.contains(literal.kind) || constraint(brokenBy: literal) != nil
      || isListed && !takes(literal)
  }

  /// Returns whether the type, as JSON without coercions, accepts a literal.
  package func takes(_ literal: Literal) -> Bool {
    constraint(brokenBy: literal) == nil
      && type.alternatives.contains { alternative in
        switch alternative {
        case .literal(let other): other == literal
        case .scalar(let scalar): scalar.name == .any || scalar.takes(literal)
        default: false
        }
      }
  }

  /// The alternatives of a union that its constraints permit.
  package var possibleAlternatives: [ValueType] {
    type.alternatives.filter { type in
      if case .literal(let literal) = type { constraint(brokenBy: literal) == nil } else { true }
    }
  }
}

extension ConstrainedType {
  /// The mapping of the object, or of the array's objects, to which a connection leads.
  package var connectedMapping: Located<MemberName>? {
    switch type {
    case .mapping(let name): return name
    case .array(let element):
      if case .mapping(let name) = element.type, element == ConstrainedType(element.type) {
        return name
      }
      return nil
    default: return nil
    }
  }
}
