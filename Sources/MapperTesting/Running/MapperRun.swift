import ContractModel
import Generation
import JSONParsing
import MappingEngine

/// A run of a mapper over payloads, one after the other, that checks the mapper against laws.
///
/// Each cause of disagreements is reported once. A drawn or combined payload is shrunk to a minimal
/// one; a single fault is minimal.
package struct MapperRun {
  package let check: MapperCheck
  /// The payloads generated for the target; needed to shrink.
  let cases: GeneratedCases?
  let steps: [Step]
  /// The number of single faults; 0 if none are tried.
  private let cellCount: Int
  /// The most failures that are shrunk; further ones are reported as they are.
  private static let shrinkLimit = 8

  /// The payloads of one kind.
  struct Step {
    var count: Int
    var item: (Int) -> MapperCase
    var laws: [LawCheck]
    var histories: HistoryCheck?
    var isShrunk = false
    /// Whether the payloads are given, as in a replay: each is judged, also a fault in a payload
    /// that the mapper rejects anyway.
    var isOfGivenPayloads = false
    /// The number in the coverage that the payloads are added to, if any.
    var counter: WritableKeyPath<MapperCoverage, Int>?

    /// Whether most of the payloads have one fault, so that many may be combined.
    var isOfSingleFaults: Bool { counter == \.cells || counter == \.recorded }

    func checks(of item: MapperCase) -> [CaseCheck] {
      if let histories, !item.history.isEmpty { return [.history(histories)] }
      return laws.filter { $0.isUseful(on: item) }.map { .law($0) }
    }
  }

  /// Makes the run over another valid payload, for a mapper that rejects the simplest one.
  private let makeOther: ((PayloadTree) -> MapperRun?)?
  /// The valid payloads that may replace the simplest one, in the order in which they are tried.
  private let examples: [MapperCase]

  /// Examines what a store shows before the first comparison, and returns sentences about it.
  private let learn: (() -> [String])?

  init(
    _ check: MapperCheck, _ cases: GeneratedCases?, _ steps: [Step], cellCount: Int,
    examples: [MapperCase] = [], learn: (() -> [String])? = nil,
    makeOther: ((PayloadTree) -> MapperRun?)? = nil
  ) {
    (self.check, self.cases, self.steps, self.cellCount) = (check, cases, steps, cellCount)
    (self.examples, self.learn, self.makeOther) = (examples, learn, makeOther)
  }

  /// The payloads on which the mapper is tested if there is enough time.
  package var planned: MapperCoverage {
    var coverage = MapperCoverage(cellCount: cellCount)
    for step in steps { coverage.add(step.count, step) }
    return coverage
  }

  /// Whether nothing is judged: no payload is checked against a law.
  package var isWithoutLaws: Bool {
    steps.allSatisfy { $0.count == 0 || $0.laws.isEmpty && $0.histories == nil }
  }

  /// The simplest valid payload of each case of the mappings; empty for given payloads alone.
  package var valid: [[UInt8]] { cases?.sweep.bases.map(\.bytes) ?? [] }

  /// Runs the mapper. At least one payload is mapped, even if the time limit is reached. Returns
  /// the causes of disagreements, and what the mapper was tested on.
  package func run(
    until isOver: @escaping () -> Bool = { false }
  ) -> (causes: [Cause], coverage: MapperCoverage) {
    var found = Causes()
    var coverage = MapperCoverage(cellCount: cellCount)
    coverage.notes = check.learnVariants(valid) + (learn?() ?? [])
    run(&found, &coverage, until: isOver)
    coverage.uncheckedProperties = check.uncheckedProperties
    coverage.skippedProperties = check.skippedProperties
    coverage.notes += check.unreadNotes
    let causes = found.list.map { isOver() ? $0 : namingOther($0) }
    return (causes.map { withDifference(hidingValues(of: $0)) }, coverage)
  }

  private func run(
    _ found: inout Causes, _ coverage: inout MapperCoverage,
    until isOver: @escaping () -> Bool
  ) {
    var refused = RefusedBases()
    var isMoved = false
    var isFirstFault = true
    var isFirst = true
    for step in steps {
      let passing = found.list.isEmpty ? passingFaults(step, until: isOver) : []
      var number = 0
      while number < step.count, isFirst || !isOver() {
        let item = step.item(number)
        number += 1
        isFirst = false
        if passing.contains(number - 1) {
          coverage.add(item, of: step, check)
          continue
        }
        // Faults in a payload that the mapper rejects anyway show nothing.
        if !step.isOfGivenPayloads, let base = item.base, !item.isCanonical {
          if isFirstFault, let first = cases?.sweep.bases.first, isRefused(first, &refused),
            let other = otherRun(until: isOver)
          {
            isMoved = true
            coverage.cellCount += other.cellCount
            other.run(&found, &coverage, until: isOver)
          }
          isFirstFault = false
          if isRefused(base, &refused) {
            if step.counter == \.cells {
              if isMoved { coverage.cellCount -= 1 } else { coverage.refusedCells += 1 }
            }
            continue
          }
        }
        releasingObjects { hold(item, step, &found, isOver) }
        coverage.add(item, of: step, check)
      }
    }
  }

  /// The most drawn payloads that are tried in place of one that the mapper rejects.
  private static let drawnLimit = 50

  /// Returns the run over the first example, or drawn payload, that the contract admits and the
  /// mapper accepts; `nil` if there is none.
  private func otherRun(until isOver: () -> Bool) -> MapperRun? {
    guard let makeOther, let cases else { return nil }
    for number in 0..<examples.count + Self.drawnLimit where !isOver() {
      let payload =
        number < examples.count
        ? examples[number].payload.bytes : cases[.valid, number - examples.count].payload.bytes
      guard check.admits(payload), let document = try? JSONDocument(parsing: payload),
        !check.answer(payload).isRefusal
      else { continue }
      return makeOther(PayloadTree(document))
    }
    return nil
  }

  /// Whether the mapper rejects a valid payload, by the identity of the base.
  typealias RefusedBases = [ObjectIdentifier: Bool]

  func isRefused(_ base: FaultBase, _ known: inout RefusedBases) -> Bool {
    if let isRefused = known[ObjectIdentifier(base)] { return isRefused }
    // For given payloads, each one is tried.
    let isAboutContract =
      cases != nil && steps.contains { $0.laws.contains { $0.law == .agreesWithTheContract } }
    let isRefused =
      isAboutContract && check.answer(base.bytes).isRefusal && check.admits(base.bytes)
    known[ObjectIdentifier(base)] = isRefused
    return isRefused
  }

  /// Returns the cause with the difference between its current payload and a valid one.
  private func withDifference(_ cause: Cause) -> Cause {
    var cause = cause
    // A hint for a mapper that rejects everything does not help here.
    if cause.disagreement.kind == .refuses, !cause.isOnValid, cause.disagreement.switchKey == nil {
      cause.disagreement.hint = nil
    }
    let isAsMade = (cause.shrinking?.stepCount ?? 0) == 0 && !cause.shown.isKept
    cause.difference = isAsMade ? cause.caseNames.first : difference(cause.disagreement)
    // If a rejection has no position, the fault in the payload gives it.
    if cause.disagreement.contract == "accepts it", cause.disagreement.payloads.count == 1,
      let place = cause.disagreement.place
    {
      cause.disagreement.contract += check.valueText(at: place, of: cause.disagreement.payloads[0])
    }
    return cause
  }

  /// Returns the cause with the value's own property, if the mapper takes it from another.
  private func namingOther(_ cause: Cause) -> Cause {
    guard cause.isOnValid, cause.disagreement.hint == nil else { return cause }
    var cause = cause
    cause.disagreement.hint = check.hint(forOther: cause.disagreement)
    return cause
  }

  /// Returns the cause without the values of sensitive lines, if its payload has recorded values.
  private func hidingValues(of cause: Cause) -> Cause {
    guard cause.shown.recordedPlace != nil,
      let shown = cause.disagreement.hiding(check.sensitiveRanges)
    else { return cause }
    var cause = cause
    cause.disagreement = shown
    (cause.shown.shrinking, cause.shown.hidesValues) = (nil, true)
    return cause
  }

  /// Returns the only difference between the disagreement's payload and the valid one.
  private func difference(_ disagreement: Disagreement) -> String? {
    guard let one = differenceFromValid(disagreement) else { return nil }
    let place = one.path.steps.isEmpty ? "the payload" : displayed(one.path.description)
    guard let value = one.value else { return "\(place) is absent" }
    return "\(place) is \(displayed(shortened(value)))"
  }

  func differenceFromValid(_ disagreement: Disagreement) -> PayloadDifference? {
    guard let valid = cases?.sweep.bases.first?.tree,
      let payload = disagreement.payloads.last, let document = try? JSONDocument(parsing: payload)
    else { return nil }
    return PayloadDifference(PayloadTree(document), valid)
  }

  package func passes(_ item: MapperCase) -> Bool {
    if !item.history.isEmpty, let histories = steps.lazy.compactMap(\.histories).first {
      return histories.disagreements(over: item.history).isEmpty
    }
    return LawCheck(.agreesWithTheContract, check).breaches(on: item).isEmpty
  }

  /// Returns the disagreement if the mapper repeats it when tested again; otherwise the
  /// disagreement that the mapper does not do the same twice.
  private func confirmed(
    _ breach: Disagreement, _ item: MapperCase, _ check: CaseCheck
  ) -> Disagreement {
    if breach.breaksLaw, case .law(let law) = check, let payload = breach.payloads.first,
      let unstable = law.check.instabilities(payload).first
    {
      return unstable
    }
    let again = check.breaches(on: item)
    var unstable = breach
    if let same = again.first(where: { $0.typeCause == breach.typeCause }) {
      // The value does not come from the payload; it may come from the current time, for example.
      guard [.accepts, .differs].contains(breach.kind), breach.line != nil,
        breach.outcome == .value, same.mapper != breach.mapper
      else { return breach }
      (unstable.kind, unstable.isUnsteady) = (.unstable, true)
      unstable.hint = "asked again: \(same.mapper)"
      return unstable
    }
    // Only the text of an error may differ, for example if it names any key of a dictionary.
    if breach.kind == .refuses, again.contains(where: { $0.kind == .refuses }) {
      unstable.detail = ""
      return unstable
    }
    (unstable.kind, unstable.line, unstable.mapping, unstable.outcome) = (.unstable, nil, nil, nil)
    unstable.hint =
      "asked again, it "
      + (again.first.map { "is otherwise: \($0.mapper)" } ?? "does what the contract says")
    return unstable
  }

  /// Returns whether the mapper rejects a payload with many changes only because of changes that it
  /// rejects alone. A single fault at a place is itself such a change; a fault of the whole payload
  /// may consist of many.
  private func isKnownRefusal(
    _ breach: Disagreement, _ item: MapperCase, _ found: Causes
  ) -> Bool {
    guard breach.kind == .refuses, breach.line == nil || breach.isAroundIt, item.earlier.isEmpty,
      !item.isMinimal || item.place?.steps.isEmpty ?? true,
      !found.refusedPlaces.isEmpty, let valid = (item.base ?? cases?.sweep.bases.first)?.tree
    else { return false }
    return check.takes(item.payload, with: found.refusedPlaces, of: valid)
  }

  private func hold(
    _ item: MapperCase, _ step: Step, _ found: inout Causes, _ isOver: @escaping () -> Bool
  ) {
    for (number, own) in step.checks(of: item).enumerated() {
      if number > 0, isOver() { return }
      check.types.seen.addsLabels = item.isCanonical
      let breaches = own.breaches(on: item)
      for breach in breaches {
        let observation = Observation(breach, on: item, isShrunk: step.isShrunk)
        if found.join(observation) || isKnownRefusal(breach, item, found) { continue }
        let shrunkCount = found.list.count { $0.shown.isShrunk }
        let isShrunk = step.isShrunk && shrunkCount < Self.shrinkLimit
        if let certain = isOver() ? observation : confirmed(observation, item, own, &found) {
          found.note(isShrunk && !isOver() ? shrunk(certain, item, own, until: isOver) : certain)
        }
      }
      // A payload on which one check fails says little about the others.
      if !breaches.isEmpty { return }
    }
  }

  /// Returns the observation after the mapper was tested again; `nil` if that has a known cause.
  private func confirmed(
    _ observation: Observation, _ item: MapperCase, _ check: CaseCheck, _ found: inout Causes
  ) -> Observation? {
    let breach = confirmed(observation.disagreement, item, check)
    let confirmed = Observation(breach, on: item, isShrunk: observation.isShrunk)
    // An instability may appear on any payload, and is reported once.
    let isOther = breach.kind != observation.disagreement.kind
    return isOther && found.join(confirmed) ? nil : confirmed
  }
}

extension MapperCoverage {
  fileprivate mutating func add(_ count: Int, _ step: MapperRun.Step) {
    if let counter = step.counter { self[keyPath: counter] += count }
  }

  fileprivate mutating func add(_ item: MapperCase, of step: MapperRun.Step, _ check: MapperCheck) {
    add(1, step)
    if item.isUnspecified { leftOpen.append(item.name) }
    if step.counter == \.cells, let spelled = check.openSpelling(of: item) {
      otherSpellings.append("\(quoted(spelled.other)) for \(quoted(spelled.key))")
    }
  }
}
