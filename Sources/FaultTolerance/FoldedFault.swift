import ContractModel
package import JSONParsing
package import MappingEngine

/// A fault of a value, as far as it can be told from outside which one it is.
package enum FoldedFault: String, CaseIterable, Sendable {
  /// The key path is absent.
  case missing
  case null
  // A value of another kind.
  case bool, number, string, array, object
  /// The right kind, that cannot be read or breaks a rule.
  case value
  /// A value that a list does not name, or an object that no case fits.
  case unknown
  /// An element of a collection.
  case element

  /// - Parameter kind: The kind of the value that breaks the rule; `nil`, if there is none.
  /// - Returns: `nil`, if the rule is about no value of a line.
  package init?(_ violation: Violation, kind: JSONKind?) {
    if case .element? = violation.path.steps.last, violation.line?.value.type.hasElements ?? false {
      self = .element
      return
    }
    switch violation.rule {
    case .missingKey: self = .missing
    case .nullValue: self = .null
    case .blockedPath: self = kind == .null ? .null : .missing
    case .wrongType:
      switch kind {
      case .bool: self = .bool
      case .number: self = .number
      case .string: self = .string
      case .array: self = .array
      case .object: self = .object
      case .null, nil: self = .null
      }
    case .cannotCoerce, .lossyNumber, .outOfRange, .badCount, .badLength, .badFormat, .notUnique:
      self = .value
    case .notACase, .noCase, .noSwitchKey: self = .unknown
    default: return nil
    }
  }
}

/// What a mapper of an app did with a fault, from what does least harm to what does most.
package enum FaultAnswer: String, CaseIterable, Comparable, Sendable {
  /// It has the value, `nil`, or the default.
  case takes
  /// It leaves out the element alone.
  case skips
  /// It has another value, as 0 for null.
  case changes
  /// It refuses the whole payload.
  case refuses
  /// Nobody has tried; that counts as a refusal.
  case unknown

  package static func < (left: FaultAnswer, right: FaultAnswer) -> Bool {
    (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
  }

  /// Whether the app goes on.
  package var isTaken: Bool { self < .refuses }
}

extension ValueType {
  fileprivate var hasElements: Bool {
    switch self {
    case .scalar, .literal, .mapping: false
    case .array, .set, .dictionary, .keyed, .union: true
    }
  }
}
