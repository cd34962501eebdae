package import ContractModel

/// Something that two contracts say differently.
package struct DiffPlace: Sendable {
  /// What is said of, in the order in which it explains what else is read differently.
  package enum Aspect: Int, Comparable, Sendable {
    case line, settings, cases, identity, type, modification, connections, endpoint

    package static func < (left: Aspect, right: Aspect) -> Bool { left.rawValue < right.rawValue }
  }

  package let aspect: Aspect
  /// `User.mail`, `GET /users/:id`.
  package let title: String
  /// What the two say, or what one of them says: `"mail": "String" -> "String?"`.
  package let change: String
  /// Where the one says it; `nil`, if it does not.
  package let old: Origin?
  /// Where the other says it; `nil`, if it does not.
  package let new: Origin?
  /// A line's key path and property, by which a measured tolerance names it; of others, `nil`.
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
