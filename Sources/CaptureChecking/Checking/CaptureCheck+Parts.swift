package import CaptureSources
package import MappingEngine

/// Merging of checks of parts of a capture.
extension CaptureCheck {
  /// Notes the problems and line counts from reading an item.
  package mutating func note(_ outcome: CaptureReader.Outcome, of item: CaptureItem) {
    totals.inputs.note(outcome, of: item)
  }

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

  /// Notes how many lines begin in a segment that another share reads.
  package mutating func note(lineCount: Int, in place: ItemPlace) {
    totals.inputs.note(lineCount: lineCount, in: place)
  }

  /// Returns the tally of a contract, which is empty if no payload came.
  package func knownTally(ofContract number: Int) -> MappingTally {
    tally(ofContract: number) ?? MappingTally(mappers[number])
  }
}
