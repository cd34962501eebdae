import ContractModel
import JSONParsing

/// The scalars that a type, or a place in a payload, accepts; found by trying.
struct ModelScalars {
  /// Returns whether a value, given as JSON, is accepted.
  let takes: (String) -> Bool

  private static let (arrays, objects) = (
    ["[]", #"["zz"]"#, "[{}]", "[7]"], ["{}", #"{"zz":{}}"#]
  )

  /// Returns the widest type of the accepted values, where no type of the app determines it.
  /// `first` is the type that is read, if known; objects cannot be part of a union.
  func widest(_ note: String, beside first: ModelType? = nil) -> ModelType {
    var found = ModelType.anything(note)
    let (any, types) = (found.constrained.type, first?.constrained.type.alternatives ?? [])
    let areScalars = types.allSatisfy { type in
      switch type {
      case .scalar, .literal: type != any
      default: false
      }
    }
    if areScalars, !types.isEmpty { found.constrained.type = .union(types + [any]) }
    let takesScalars = ["true", "7", #""zz""#].contains(where: takes)
    if !takesScalars, Self.arrays.allSatisfy(takes), !Self.objects.contains(where: takes) {
      found = found.collected(ValueType.array)
    } else if !takesScalars, Self.objects.allSatisfy(takes), !Self.arrays.contains(where: takes) {
      found = found.collected(ValueType.dictionary)
    }
    return found
  }

  var type: ModelType {
    if (Self.arrays + Self.objects).contains(where: takes) {
      return widest("several types are tried")
    }
    var types: [ValueType] = []
    if takes("true") { types.append(.scalar(ScalarType(.bool))) }
    let takesText = takes(#""zz""#)
    let number: ScalarName? = takes("1.5") ? .double : takes("7") ? .int : nil
    let readsNumber = !takesText && takes(#""7""#)
    if let name = number ?? (readsNumber ? takes(#""1.5""#) ? .double : .int : nil) {
      let coercions = (number == nil ? [] : [Coercion.number]) + [.string]
      types.append(.scalar(ScalarType(name, readsNumber ? coercions : [])))
    }
    if takesText { types.append(.scalar(ScalarType(.string))) }
    guard let first = types.first else { return .anything("none of the usual values is taken") }
    return ModelType(types.count == 1 ? first : .union(types))
  }

  /// Returns a type restricted to the accepted values; `samples` are some of them, as JSON.
  func restricted(_ type: ModelType, _ samples: [String]) -> ModelType {
    switch type.constrained.type {
    case .scalar(ScalarType(.string)):
      if let text = text(type, samples) { return text }
    case .scalar(let scalar) where scalar.name.integerBounds != nil:
      if ["0", "1", "7", "100"].allSatisfy(takes) { return type }
    case .array, .set: return takes("[]") ? type : type.nonEmpty(Constraint.count)
    default: return type
    }
    return range(type.constrained, around: samples) ?? listed(samples)
      ?? type.noting("other values than those seen are refused")
  }

  /// Returns the type of numbers between bounds that are found by bisection; `nil` if all numbers
  /// are accepted, or if those next to the bounds and halfway between them are not.
  func range(_ value: ConstrainedType, around samples: [String]) -> ModelType? {
    guard case .scalar(let scalar) = value.type, scalar.coercions.isEmpty,
      value.constraints.isEmpty, let line = NumberLine(scalar.name)
    else { return nil }
    let seen = samples.filter(takes).compactMap(line.position)
    guard let least = seen.min(), let most = seen.max() else { return nil }
    let (low, high) = (
      bound(from: least, to: line.first, on: line), bound(from: most, to: line.last, on: line)
    )
    guard low != nil || high != nil, low != high else { return nil }
    if let low, let high {
      let inner = [low + 1, line.middle(low, high), high - 1]
      guard inner.allSatisfy({ takes(line.json($0)) }) else { return nil }
    }
    let number = { (position: Int64?) in position.flatMap { JSONNumber(line.json($0)) } }
    var type = ModelType(value.type, notes: ["bounds found by trying"])
    type.constrained.constraints = [
      Located(.range(NumberRange(lower: number(low), upper: number(high))))
    ]
    return type
  }

  /// Returns the last accepted number on the way from an accepted one to another; `nil` if the
  /// other number is accepted.
  private func bound(from taken: Int64, to other: Int64, on line: NumberLine) -> Int64? {
    guard !takes(line.json(other)) else { return nil }
    var (taken, refused) = (taken, other)
    while case let middle = line.middle(taken, refused), middle != taken, middle != refused {
      if takes(line.json(middle)) { taken = middle } else { refused = middle }
    }
    return taken
  }

  /// Returns a type for texts of a known form; `nil` if some texts are rejected.
  private func text(_ type: ModelType, _ samples: [String]) -> ModelType? {
    if Self.texts.allSatisfy(takes) { return type }
    if takes(#""a""#), takes(#""zz zz""#), !takes(#""""#) {
      return type.nonEmpty(Constraint.length)
    }
    guard takes(#""7""#), takes(#""12""#), samples.allSatisfy(Self.isNumber) else { return nil }
    return ModelType(.scalar(ScalarType(takes(#""1.5""#) ? .double : .int, [.string])))
  }

  private static func isNumber(_ json: String) -> Bool {
    if case .string(let text)? = Literal(json: json) { Double(text.text) != nil } else { false }
  }

  private static let texts = [#""a""#, #""zz zz""#, #""""#, #""7""#]
  /// The most values that a list names.
  private static let mostListed = 24

  /// Returns a list of the values that were seen, for a type that rejects unknown values.
  func listed(_ samples: [String]) -> ModelType? {
    var literals: [Literal] = []
    for sample in samples where takes(sample) {
      guard let literal = Literal(json: sample), !literals.contains(literal) else { continue }
      literals.append(literal)
    }
    guard 1...Self.mostListed ~= literals.count else { return nil }
    return ModelType(.choice(of: literals)).noting(Self.listedNote)
  }

  static let listedNote = "the values seen; others that were tried are refused"
}

/// The numbers of a type, mapped to integer positions in increasing order.
private struct NumberLine {
  private let isWhole: Bool
  let first: Int64
  let last: Int64

  /// - Returns: `nil` if the type has no numbers.
  init?(_ name: ScalarName) {
    if name == .double {
      (isWhole, last) = (false, Self.position(of: .greatestFiniteMagnitude))
      first = -last
    } else if let bounds = name.integerBounds {
      isWhole = true
      (first, last) = (
        bounds.lower?.int64.exactValue ?? .min, bounds.upper?.int64.exactValue ?? .max
      )
    } else {
      return nil
    }
  }

  private static func position(of number: Double) -> Int64 {
    let bits = Int64(bitPattern: number.magnitude.bitPattern)
    return number < 0 ? -bits : bits
  }

  func middle(_ one: Int64, _ other: Int64) -> Int64 {
    Int64((Int128(one) + Int128(other)) / 2)
  }

  func position(_ json: String) -> Int64? {
    isWhole ? Int64(json) : Double(json).map(Self.position)
  }

  func json(_ position: Int64) -> String {
    guard !isWhole else { return "\(position)" }
    let number = Double(bitPattern: position.magnitude)
    var writer = JSONWriter()
    writer.number(position < 0 ? -number : number)
    return writer.text
  }
}

extension ModelType {
  /// Returns the type without empty values; `constraint` constrains the count or the length.
  fileprivate func nonEmpty(
    _ constraint: (_ range: CountRange, _ written: NumberRange) -> Constraint
  ) -> ModelType {
    let range = NumberRange(lower: JSONNumber("1"), upper: nil)
    var type = self
    type.constrained.constraints = [Located(constraint(CountRange(lower: 1, upper: nil), range))]
    return type
  }

  func noting(_ note: String) -> ModelType {
    var type = self
    type.notes.append(note)
    return type
  }
}

extension ValueType {
  /// - Parameter literals: At least one literal.
  static func choice(of literals: [Literal]) -> ValueType {
    literals.count == 1 ? .literal(literals[0]) : .union(literals.map(ValueType.literal))
  }
}

extension Literal {
  /// - Returns: `nil` if the text is not a scalar.
  init?(json text: String) {
    guard let value = try? JSONDocument(parsing: text).root,
      let literal = value.string.map({ Literal.string(MemberName($0)) })
        ?? value.number.map(Literal.number)
    else { return nil }
    self = literal
  }
}
