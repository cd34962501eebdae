import ContractModel
import Generation
import JSONParsing

/// The scalars that something takes, found by trying: a type, or a place in a payload.
struct ModelScalars {
  /// Whether it takes a value, as JSON.
  let takes: (String) -> Bool

  private static let (arrays, objects) = (
    ["[]", #"["zz"]"#, "[{}]", "[7]"], ["{}", #"{"zz":{}}"#]
  )

  /// The widest type of what it takes, where no type of the app's says it.
  func widest(_ note: String) -> ModelType {
    var found = ModelType.anything(note)
    let takesScalars = ["true", "7", #""zz""#].contains(where: takes)
    if !takesScalars, Self.arrays.allSatisfy(takes), !Self.objects.contains(where: takes) {
      found = found.collected(ValueType.array)
    } else if !takesScalars, Self.objects.allSatisfy(takes), !Self.arrays.contains(where: takes) {
      found = found.collected(ValueType.dictionary)
    }
    return found
  }

  /// The scalars of everything that it takes.
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

  /// The texts that it takes, of those that a type takes.
  ///
  /// - Parameter samples: Values that it takes, as JSON.
  func restricted(_ type: ModelType, _ samples: [String]) -> ModelType {
    switch type.constrained.type {
    case .scalar(ScalarType(.string)):
      if let text = text(type) { return text }
    case .scalar(let scalar) where scalar.name.integerBounds != nil:
      if ["0", "1", "7", "100"].allSatisfy(takes) { return type }
    default: return type
    }
    return listed(samples) ?? type.noting("other values than those seen are refused")
  }

  /// Texts of a form that is known; `nil`: some are refused.
  func text(_ type: ModelType) -> ModelType? {
    if Self.texts.allSatisfy(takes) { return type }
    if takes(#""a""#), takes(#""zz zz""#), !takes(#""""#) {
      var type = type
      let range = NumberRange(lower: JSONNumber("1"), upper: nil)
      type.constrained.constraints = [
        Located(.length(CountRange(lower: 1, upper: nil), written: range))
      ]
      return type
    }
    guard takes(#""7""#), takes(#""12""#) else { return nil }
    return ModelType(.scalar(ScalarType(takes(#""1.5""#) ? .double : .int, [.string])))
  }

  private static let texts = [#""a""#, #""zz zz""#, #""""#, #""7""#]
  /// How many values of a list are written.
  private static let mostListed = 24

  /// For a type that rejects unknown values: the values that were seen.
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

extension ModelType {
  func noting(_ note: String) -> ModelType {
    var type = self
    type.notes.append(note)
    return type
  }
}

extension ValueType {
  /// - Parameter literals: At least one.
  static func choice(of literals: [Literal]) -> ValueType {
    literals.count == 1 ? .literal(literals[0]) : .union(literals.map(ValueType.literal))
  }
}

extension Literal {
  /// - Returns: `nil` if the text is no scalar.
  init?(json text: String) {
    guard let value = try? JSONDocument(parsing: text).root else { return nil }
    if let string = value.string {
      self = .string(MemberName(string))
    } else if let number = value.number {
      self = .number(number)
    } else {
      return nil
    }
  }
}
