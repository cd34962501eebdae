import ContractModel
import JSONParsing

// Objects of which nothing was mapped (§ 38).

extension MappingRun {
  /// The problem of an object of which no line found anything, and of which nothing else is wrong.
  ///
  /// Where mapping starts, it is an error; inside of another object, or besides others, a warning.
  /// An empty object has nothing that could be mapped, so that nothing is wrong with it; and one that
  /// has a key of the mapping is no stranger, though nothing came of that.
  mutating func nothingMapped(_ frame: Frame, _ place: Place) -> MappingProblem? {
    let word = document.word(frame.node)
    guard !word.kind.isContainer || word.length > 0 else { return nil }
    let isAtRoot = isAtRoot(place)
    if place.isRecognized || hasKey(frame) || readsRepresentation(frame) {
      if isAtRoot { root.mappedCount += 1 }
      return nil
    }
    if isAtRoot { root.unmappedCount += 1 }
    let isAlone = isAtRoot && place.position < 0
    return MappingProblem(.nothingMapped, severity: isAlone ? .error : .warning)
  }

  /// Whether a representation has a key of its mapping: that a line reads, that is on the way to it,
  /// or that a case looks at.
  func hasKey(_ frame: Frame) -> Bool { slots[frame.slots...].contains { $0 >= 0 } }

  /// Whether a line reads the representation itself, or its elements: then it has found something.
  private func readsRepresentation(_ frame: Frame) -> Bool {
    let mapping = plan.tables.mappings[frame.mapping]
    return mapping.readsSelf || mapping.readsElements && document.word(frame.node).kind == .array
  }

  /// Runs a line of an endpoint, whose value is one that mapping starts with.
  mutating func runRoot(_ number: Int32, _ frame: Frame) {
    let errorsBefore = recording.errorCount
    (root.mappedCount, root.unmappedCount) = (0, 0)
    _ = run(number, frame)
    noteList(number, frame)
    // What is wrong with an element may be an error already.
    guard root.isNothingMapped, recording.errorCount == errorsBefore else { return }
    switch resolve(plan.tables.lines[number].source, frame) {
    case .value(let node): reportNothing(number, node)
    case .collected(let collected): reportNothing(number, collected.array)
    case .elsewhere, .missing, .blocked: break
    }
  }

  /// Reports a collection that mapping started with, and that nothing came of.
  mutating func reportNothing(_ line: Int32, _ node: Int) {
    report(MappingProblem(.nothingMapped, count: root.unmappedCount), at: node, line: line)
  }
}
