import ContractModel
package import JSONParsing
package import MappingEngine

/// A kind of fault of a value, as far as it can be distinguished from outside.
package enum FoldedFault: String, CaseIterable, Sendable {
  /// The key path is absent.
  case missing
  case null
  // A value of another kind.
  case bool, number, string, array, object
  /// A value of the right kind that cannot be converted or breaks a rule.
  case value
  /// A value that a list does not name, or an object that no case fits.
  case unknown
  /// A fault of an element of a collection.
  case element

  /// - Parameter kind: The kind of the value that breaks the rule; `nil` if there is no value.
  /// - Returns: `nil` if the rule is not about a value of a line.
  package init?(_ violation: Violation, kind: JSONKind?) {
    if case .element? = violation.path.steps.last,
      violation.line?.value.type.mayHaveElements ?? false
    {
      self = .element
      return
    }
    switch violation.rule.traits.valueFault {
    case .missing: self = .missing
    case .null: self = .null
    case .blocked: self = kind == .null ? .null : .missing
    // The kinds of JSON have the same names here.
    case .kind: self = kind.flatMap { FoldedFault(rawValue: $0.rawValue) } ?? .null
    case .value: self = .value
    case .unknown: self = .unknown
    case nil: return nil
    }
  }
}

/// A mapper's answer to a fault, from the least harmful to the most harmful.
package enum FaultAnswer: String, CaseIterable, Codable, Comparable, Sendable {
  /// The mapper returns the value, `nil`, or the default value.
  case takes
  /// The mapper leaves out only the element.
  case skips
  /// The mapper returns another value, such as 0 for null.
  case changes
  /// The mapper rejects the whole payload.
  case refuses
  /// The fault was not tried; that counts as a rejection.
  case unknown

  package static func < (left: FaultAnswer, right: FaultAnswer) -> Bool {
    (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
  }

  /// Whether the app continues in spite of the fault.
  package var isTaken: Bool { self < .refuses }
}
