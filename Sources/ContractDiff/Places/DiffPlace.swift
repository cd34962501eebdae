package import ContractModel

/// A place where two contracts differ.
package struct DiffPlace: Sendable {
  /// The aspect of a contract that differs. An earlier aspect is preferred as the explanation of an
  /// effect.
  package enum Aspect: Int, Comparable, Sendable {
    case line, settings, cases, identity, type, modification, connections, endpoint

    package static func < (left: Aspect, right: Aspect) -> Bool { left.rawValue < right.rawValue }
  }

  package let aspect: Aspect
  /// The name of the line, mapping or endpoint: `User.mail`, `GET /users/:id`.
  package let title: String
  /// The statements of both sides, or of the only one that has any:
  /// `"mail": "String" -> "String?"`.
  package let change: String
  /// The place in the old contract; `nil` if it has no such statement.
  package let old: Origin?
  /// The place in the new contract; `nil` if it has no such statement.
  package let new: Origin?
  /// The line in the old contract; `nil` for other aspects. Measured tolerances name a line by its
  /// key path and property.
  package var oldLine: PropertyLine?
}

/// One of two sides.
package enum Side: Sendable, Hashable {
  case old, new

  package var other: Side { self == .old ? .new : .old }
}

extension DiffPlace {
  func origin(_ side: Side) -> Origin? { side == .old ? old : new }
}
