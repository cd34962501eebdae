package import ContractModel
package import JSONParsing

/// One payload generated from a contract.
package struct GeneratedCase: Sendable, Identifiable {
  /// The origin of a case; the phases are in the order in which a run has them.
  package enum Phase: String, CaseIterable, Sendable {
    /// The simplest payload of each case of the target's mappings.
    case canonical
    /// A single fault at one key path.
    case cell
    /// One identity at two places.
    case identityPair = "identity-pair"
    /// Many faults that the contract admits, at once.
    case combined
    /// Edge values of members, in pairwise combination.
    case pairwise
    /// A drawn valid payload with up to two faults in it.
    case random
    /// A drawn valid payload.
    case valid
  }

  /// The id, from which the same payload is made everywhere: `null@[0].file_url`, `random:42:3`.
  package let id: String
  /// The name of the case, for people.
  package let name: String
  package let phase: Phase
  /// Whether mappers may legitimately differ on the payload, so that a verdict proves nothing.
  package let isUnspecified: Bool
  /// The line of the contract that the case is about, if there is one.
  package let line: PropertyLine?
  /// The faults of a single-fault case or of a drawn payload; empty for other cases.
  package let faults: [FaultCell]
  /// The valid payload in which the faults are made; for a drawn payload, the simplest one.
  package let base: FaultBase
  /// The member names that the payload has in other spellings.
  package let spellings: [SpelledKey]
  let makePayload: @Sendable () -> PayloadTree

  init(
    id: String, name: String, phase: Phase, base: FaultBase, isUnspecified: Bool = false,
    line: PropertyLine? = nil, faults: [FaultCell] = [],
    spellings: [SpelledKey] = [], payload: @escaping @Sendable () -> PayloadTree
  ) {
    (self.id, self.name, self.phase, self.base) = (id, name, phase, base)
    (self.isUnspecified, self.line, self.faults) = (isUnspecified, line, faults)
    self.spellings = spellings + faults.compactMap(\.spelling)
    makePayload = payload
  }

  package var cell: FaultCell? { phase == .cell ? faults.first : nil }

  package var payload: PayloadTree { makePayload() }

  package var bytes: [UInt8] { cell?.bytes ?? payload.bytes }

  /// Whether the payload was drawn, with or without faults.
  package var isDrawn: Bool { phase == .random || phase == .valid }
}
