import ContractModel
import JSONParsing

/// The type of a line, as far as a `Codable` type says it.
struct ModelType {
  var constrained: ConstrainedType
  /// The remarks on it.
  var notes: [String] = []
  /// Whether the line says what the property becomes; if not, the key path is only checked.
  var isMapped = true
  /// Whether elements that cannot be read are left out, which only a line can say.
  var skipsElements = false

  init(_ type: ValueType, notes: [String] = []) {
    (constrained, self.notes) = (ConstrainedType(type), notes)
  }

  init(_ name: ScalarName, _ coercions: Coercion...) {
    self.init(.scalar(ScalarType(name, coercions)))
  }

  /// Whatever JSON there is.
  ///
  /// - Parameter note: Why nothing more is known.
  static func anything(_ note: String) -> ModelType {
    var type = ModelType(.scalar(ScalarType(.any)), notes: [note])
    (type.constrained.allowsNull, type.isMapped) = (true, false)
    return type
  }

  /// The type of a collection.
  ///
  /// - Parameter make: Makes it of what it is of.
  func collected(_ make: (ConstrainedType) -> ValueType) -> ModelType {
    var type = self
    if skipsElements {
      type = .anything("elements that cannot be read are left out").collected(ValueType.array)
      type.constrained.allowsNull = constrained.allowsNull
    }
    type.constrained = ConstrainedType(make(type.constrained))
    return type
  }
}
