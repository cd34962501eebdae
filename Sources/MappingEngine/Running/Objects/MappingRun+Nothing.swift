import ContractModel
import JSONParsing

// Objects in which nothing was mapped (§ 38).

extension MappingRun {
  /// Returns the problem of an object in which no line found anything, and which has no other
  /// problem.
  ///
  /// At the root of mapping it is an error; inside of another object, or beside other objects, a
  /// warning. An empty object is no problem, because it has nothing to map. An object with a key of
  /// the mapping is no problem either, even if that key's line mapped nothing.
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

  /// Returns whether a representation has a key of its mapping: one that a line reads, one on the
  /// key path to it, or one that a case reads.
  func hasKey(_ frame: Frame) -> Bool { slots[frame.slots...].contains { $0 >= 0 } }

  /// Returns whether a line reads the representation itself, or its elements; then it found
  /// something.
  private func readsRepresentation(_ frame: Frame) -> Bool {
    let mapping = plan.tables.mappings[frame.mapping]
    return mapping.readsSelf || mapping.readsElements && document.word(frame.node).kind == .array
  }

  /// Runs a line of an endpoint; its value is a root of mapping.
  mutating func runRoot(_ number: Int32, _ frame: Frame) {
    let errorsBefore = recording.errorCount
    (root.mappedCount, root.unmappedCount) = (0, 0)
    _ = run(number, frame)
    noteList(number, frame)
    // A problem of an element may already be an error.
    guard root.isNothingMapped, recording.errorCount == errorsBefore else { return }
    switch resolve(plan.tables.lines[number].source, frame) {
    case .value(let node): reportNothing(number, node)
    case .collected(let collected): reportNothing(number, collected.array)
    case .elsewhere, .missing, .blocked: break
    }
  }

  /// Reports a collection at the root of mapping in which nothing was mapped.
  mutating func reportNothing(_ line: Int32, _ node: Int) {
    report(MappingProblem(.nothingMapped, count: root.unmappedCount), at: node, line: line)
  }
}
