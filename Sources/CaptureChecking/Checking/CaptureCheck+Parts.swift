package import MappingEngine

/// Merging of checks of parts of a capture.
extension CaptureCheck {
  /// Adds the counts of another part's check, made with the same contracts and options.
  package mutating func merge(_ other: CaptureCheck) {
    merge(other.totals, other.constants, other.released.map(\.totals))
    for (number, other) in other.tallies.enumerated() {
      guard let other else { continue }
      if tallies[number] == nil { tallies[number] = other } else { tallies[number]?.merge(other) }
    }
    screenedCount += other.screenedCount
  }

  /// Adds totals, the constant values by contract, and the totals of the released versions.
  mutating func merge(
    _ totals: CheckTotals, _ constants: [ConstantValues], _ versions: [ReleasedTotals]
  ) {
    self.totals.merge(totals, exampleCount: options.exampleCount)
    for (number, other) in constants.enumerated() { self.constants[number].merge(other) }
    for (number, other) in versions.enumerated() { released[number].totals.merge(other) }
  }

  /// Returns the tally of a contract, which is empty if no payload came.
  package func knownTally(ofContract number: Int) -> MappingTally {
    tally(ofContract: number) ?? MappingTally(mappers[number])
  }
}
