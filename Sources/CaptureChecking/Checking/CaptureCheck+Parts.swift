package import CaptureSources
package import MappingEngine

/// Checks of parts of a capture, merged in any order, are the check of all of it.
extension CaptureCheck {
  /// Notes what reading a part came to, besides its records.
  package mutating func note(_ outcome: CaptureReader.Outcome, of item: CaptureItem) {
    let place = ItemPlace(item)
    totals.problems.note(outcome.problems, in: place)
    if item.segment != nil { totals.lineCounts.note(outcome.lineCount, in: place) }
  }

  /// Adds what the check of another part of the capture has counted, by the same contracts and
  /// options.
  package mutating func merge(_ other: CaptureCheck) {
    merge(other.totals, other.constants)
    for (number, other) in other.tallies.enumerated() {
      guard let other else { continue }
      if tallies[number] == nil { tallies[number] = other } else { tallies[number]?.merge(other) }
    }
    screenedCount += other.screenedCount
    for number in released.indices { released[number].merge(other.released[number]) }
    traffic.merge(other.traffic) { $0 + $1 }
  }

  /// Adds totals, and by contract the values that may not change.
  mutating func merge(_ totals: CheckTotals, _ constants: [ConstantValues]) {
    self.totals.merge(totals, exampleCount: options.exampleCount)
    for (number, other) in constants.enumerated() { self.constants[number].merge(other) }
  }

  /// Adds what came of payloads of a contract.
  mutating func add(_ contents: MappingTally.Contents, ofContract number: Int) {
    makeTally(ofContract: number)
    tallies[number]?.add(contents)
  }

  /// Says how many lines begin in a segment that another share has read.
  package mutating func note(lineCount: Int, in place: ItemPlace) {
    totals.lineCounts.note(lineCount, in: place)
  }

  /// An empty tally of a contract.
  package func emptyTally(ofContract number: Int) -> MappingTally { MappingTally(mappers[number]) }
}
