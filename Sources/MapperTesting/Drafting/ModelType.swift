import ContractModel

/// The type of a line, as far as a `Codable` type determines it.
struct ModelType {
  var constrained: ConstrainedType
  var notes: [String] = []
  /// Whether the line sets a property; otherwise it only checks the key path.
  var isMapped = true
  /// Whether elements that cannot be read are left out; only a line can say so, not a type.
  var skipsElements = false

  init(_ type: ValueType, notes: [String] = []) {
    (constrained, self.notes) = (ConstrainedType(type), notes)
  }

  init(_ name: ScalarName, _ coercions: Coercion...) {
    self.init(.scalar(ScalarType(name, coercions)))
  }

  /// Returns the type of any JSON; `note` says why nothing more is known.
  static func anything(_ note: String) -> ModelType {
    var type = ModelType(.scalar(ScalarType(.any)), notes: [note])
    (type.constrained.allowsNull, type.isMapped) = (true, false)
    return type
  }

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
