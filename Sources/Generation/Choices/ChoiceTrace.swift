/// The subject of a choice, which says what else it can be.
package struct ChoiceSite: Hashable, Sendable {
  package enum Kind: UInt8, Sendable {
    /// Whether a member has a value (0), null (1), or is absent (2); the index is its slot's.
    case state
    /// Whether a collection ends (0), or goes on with a value (1) or with null (2).
    case more
    /// Which alternative of a union or which case of a mapping.
    case alternative
    /// How the members of an object are ordered, and what else is in it.
    case arrangement
    /// A number, of the plan's node; dates, flags and what else is counted too.
    case integer
    case real
    case text
  }

  package var kind: Kind
  /// Whether there is but one choice; it is kept so that others can be taken out before it.
  package var isForced = false
  /// The node of the plan; of a `state`, the slot.
  package var index: Int32
}

/// A part of a payload, by the choices that made it.
package struct ChoiceSpan: Sendable {
  package enum Role: UInt8, Sendable { case value, member, element }

  package var role: Role
  /// The node of the plan; of a member, the slot.
  package var node: Int32
  package var start: Int32
  package var end: Int32
  /// The span around it, or −1.
  package var parent: Int32

  package var range: Range<Int> { Int(start)..<Int(end) }
}

/// The choices of a payload with what they are about.
package struct ChoiceTrace: Sendable {
  package internal(set) var sequence = ChoiceSequence()
  /// One for each choice.
  package internal(set) var sites: [ChoiceSite] = []
  /// Each before those inside it.
  package internal(set) var spans: [ChoiceSpan] = []
  /// Whether a choice that was to be replayed did not fit, and the simplest took its place.
  package internal(set) var isMisaligned = false
  /// Whether choices were missing that should have been replayed.
  package internal(set) var isOverrun = false

  package init() {}

  mutating func removeAll() {
    sequence.removeAll()
    sites.removeAll(keepingCapacity: true)
    spans.removeAll(keepingCapacity: true)
    (isMisaligned, isOverrun) = (false, false)
  }
}
