import ContractModel
import JSONParsing

// What is said of objects of which nothing was mapped (rule 38).

extension MappingRun {
  /// The problem of an object of which no rule found anything, and of which nothing else is wrong.
  ///
  /// Where mapping starts, it is an error; inside of another object, or besides others, a warning.
  /// An empty object has nothing that could be mapped, so that nothing is wrong with it; and one that
  /// has a key of the mapping is no stranger, though nothing came of that.
  mutating func nothingMapped(_ frame: Frame, _ place: Place) -> MappingProblem? {
    let word = document.word(frame.node)
    guard !word.kind.isContainer || word.length > 0 else { return nil }
    let isAtRoot = isAtRoot(place)
    if place.isRecognized || hasKey(frame) {
      if isAtRoot { rootMappedCount += 1 }
      return nil
    }
    if isAtRoot { rootUnmappedCount += 1 }
    let isAlone = isAtRoot && place.position < 0
    return MappingProblem(rule: .nothingMapped, severity: isAlone ? .error : .warning)
  }

  /// Whether a representation has a key of its mapping: that a line reads, that is on the way to it,
  /// or that a case looks at.
  func hasKey(_ frame: Frame) -> Bool { slots[frame.slots...].contains { $0 >= 0 } }

  /// Runs a line of an endpoint, whose value is one that mapping starts with.
  mutating func runRoot(_ number: Int32, _ frame: Frame) {
    let errorsBefore = errorCount
    (rootMappedCount, rootUnmappedCount) = (0, 0)
    _ = run(number, frame)
    guard isNothingMapped(since: errorsBefore) else { return }
    switch resolve(plan.rules[Int(number)].source, frame) {
    case .value(let node): tellOfNothing(number, node)
    case .collected(let collected): tellOfNothing(number, collected.array)
    case .elsewhere, .missing, .blocked: break
    }
  }

  /// Whether every element failed that mapping started with, and none of them is an error yet. Those
  /// that are left out on purpose do not count.
  func isNothingMapped(since errorsBefore: Int) -> Bool {
    rootUnmappedCount > 0 && rootMappedCount == 0 && errorCount == errorsBefore
  }

  /// Tells of a collection that mapping started with, and that nothing came of.
  mutating func tellOfNothing(_ rule: Int32, _ node: Int) {
    record(
      .elementUnmappable, at: node, nil, rule: rule,
      problem: MappingProblem(
        rule: .nothingMapped, count: Int32(truncatingIfNeeded: rootUnmappedCount)))
  }
}
