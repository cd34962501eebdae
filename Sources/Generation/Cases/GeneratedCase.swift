package import ContractModel

/// One payload generated from a contract.
package struct GeneratedCase: Sendable, Identifiable {
  /// Where a case comes from, in the order in which a run has them.
  package enum Phase: String, CaseIterable, Sendable {
    /// The simplest payload of each case of the target's mappings.
    case canonical
    /// One fault at one key path.
    case cell
    /// One identity at two places.
    case identityPair = "identity-pair"
    /// Many faults that the contract admits, at once.
    case combined
    /// Members at the edges of what they may be, all pairs of them.
    case pairwise
    /// A valid payload, drawn, with up to two faults in it.
    case random
    /// A valid payload, drawn.
    case valid
  }

  /// `null@[0].file_url`, `pairwise:7`, `random:42:3`; it makes the same payload everywhere.
  package let id: String
  /// The case as people say it.
  package let name: String
  package let phase: Phase
  /// Whether mappers may differ on the payload by right, so that a verdict proves nothing.
  package let isUnspecified: Bool
  /// The line of the contract that the case is about, if it is about one.
  package let line: PropertyLine?
  /// The faults of a single one or of a drawn payload; none, of others.
  package let faults: [FaultCell]
  /// The valid payload that its faults are made in; for one that is drawn, the simplest.
  package let base: FaultBase
  /// Names of members and other spellings of them that the payload has.
  package let spellings: [SpelledKey]
  /// The single fault that it is, if it is one.
  package let cell: FaultCell?
  let makePayload: @Sendable () -> PayloadTree

  init(
    id: String, name: String, phase: Phase, base: FaultBase, isUnspecified: Bool = false,
    line: PropertyLine? = nil, faults: [FaultCell] = [],
    spellings: [SpelledKey] = [], cell: FaultCell? = nil,
    payload: @escaping @Sendable () -> PayloadTree
  ) {
    (self.id, self.name, self.phase, self.base) = (id, name, phase, base)
    (self.isUnspecified, self.line, self.faults) = (isUnspecified, line, faults)
    self.spellings = spellings + faults.compactMap(\.spelling)
    self.cell = cell
    makePayload = payload
  }

  /// The payload, made when it is asked for.
  package var payload: PayloadTree { makePayload() }

  /// The payload's bytes.
  package var bytes: [UInt8] { cell?.bytes ?? payload.bytes }

  /// Whether it was drawn, with faults or without.
  package var isDrawn: Bool { phase == .random || phase == .valid }
}
