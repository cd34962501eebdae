package import ContractModel
import JSONParsing

/// A place where two contracts differ.
package struct DiffPlace: Sendable {
  /// The aspect of a contract that differs. An earlier aspect is preferred as the explanation of an
  /// effect.
  package enum Aspect: Comparable, Sendable {
    case line, settings, cases, identity, type, modification, connections, endpoint
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
  package let oldLine: PropertyLine?

  /// Makes the title and the change safe to display.
  init(
    _ aspect: Aspect, _ title: String, _ change: String, old: Origin? = nil, new: Origin? = nil,
    oldLine: PropertyLine? = nil
  ) {
    (self.aspect, self.title, self.change) = (aspect, displayed(title), displayed(change))
    (self.old, self.new, self.oldLine) = (old, new, oldLine)
  }
}

/// One of two sides.
package enum Side: Sendable, Hashable {
  case old, new

  package var other: Side { self == .old ? .new : .old }
}

extension DiffPlace {
  func origin(_ side: Side) -> Origin? { side == .old ? old : new }
}
