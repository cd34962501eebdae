/// Makes a failing payload simpler, as long as it fails for the same reason.
///
///     var shrinker = Shrinker<String, Never>(plan) { payload in … }
///     let result = shrinker.shrink(failing)
///     result.payload.text      // the simplest payload that fails as the first one did
///
/// It changes the choices that made the payload and draws it again, so that each candidate is one
/// that the contract admits. Its passes are Hypothesis' (MacIver and Donaldson, “Test-Case Reduction
/// via Test-Case Generation”, ECOOP 2020), which know here what a member, an element and the
/// canonical payload are. Whether a pass makes progress depends on nothing but the payload.
package struct Shrinker<Identity: Hashable, Fault>: ValueMinimising {
  /// The failure of a payload; `nil` if it passes.
  package typealias Judge = (PayloadTree) -> Identity?
  /// Changes a payload by a fault; `false` if the payload has no place for it.
  package typealias Application = (Fault, inout PayloadTree) -> Bool

  let order: ChoiceOrder
  var generator: PayloadGenerator
  private let apply: Application
  private var judged: JudgedPayloads<Identity>

  var current = ChoiceTrace()
  var faults: [Fault] = []
  private(set) var payload = PayloadTree()
  var identity: Identity?
  /// Sequences that were tried, so that none is drawn twice.
  private var seen: Set<ChoiceSequence> = []
  var passing: [ChoiceTrace] = []
  private var parked: [(identity: Identity, payload: PayloadTree)] = []

  /// - Parameters:
  ///   - evaluationLimit: How often the payload is judged at most.
  ///   - apply: Applies the faults of a failure; the caller's, since only they know what they are.
  ///   - shouldStop: Asked before each evaluation.
  package init(
    _ plan: DrawPlan, evaluationLimit: Int = 5_000,
    shouldStop: @escaping () -> Bool = { false },
    applying apply: @escaping Application = { _, _ in true }, judge: @escaping Judge
  ) {
    order = ChoiceOrder(plan: plan)
    generator = PayloadGenerator(plan)
    self.apply = apply
    judged = JudgedPayloads(limit: evaluationLimit, shouldStop: shouldStop, judge: judge)
  }

  /// Shrinks a failure.
  ///
  /// - Returns: `nil` if the payload of the choices and faults does not fail.
  package mutating func shrink(
    _ sequence: ChoiceSequence, faults: [Fault] = []
  ) -> ShrinkResult<Identity, Fault>? {
    start(sequence, faults)
    guard identity != nil else { return nil }
    dropFaults()
    var before: ChoiceSequence
    repeat {
      before = current.sequence
      runPasses()
    } while current.sequence != before && !isExhausted
    dropFaults()
    return result
  }

  private mutating func start(_ sequence: ChoiceSequence, _ faults: [Fault]) {
    (seen, passing, parked) = ([], [], [])
    self.faults = faults
    let made = generator.replay(sequence)
    current = made.trace
    payload = made.payload
    identity = nil
    judged.restart()
    if let faulty = faulty(made.payload, faults) {
      payload = faulty
      identity = verdict(faulty)
      judged.restart(faulty, failingWith: identity)
    }
    seen.insert(made.trace.sequence)
  }

  var isExhausted: Bool { judged.isExhausted }

  private var result: ShrinkResult<Identity, Fault>? {
    guard let identity else { return nil }
    return ShrinkResult(
      identity: identity, payload: payload, trace: current, faults: faults,
      evaluationCount: judged.count, acceptedCount: judged.acceptedCount, neighbour: neighbour,
      otherFailures: parked.map(\.payload), otherIdentities: parked.map(\.identity))
  }
}

// MARK: - Trying

extension Shrinker {
  /// Takes a candidate if it is simpler and fails for the same reason.
  mutating func consider(_ candidate: ChoiceSequence) -> Bool {
    guard !isExhausted, seen.insert(candidate).inserted else { return false }
    let made = generator.replay(candidate)
    if made.trace.sequence != candidate, !seen.insert(made.trace.sequence).inserted {
      return false
    }
    guard order.isSimpler(made.trace, current), let faulty = faulty(made.payload, faults) else {
      return false
    }
    switch verdict(faulty) {
    case identity:
      (current, payload) = (made.trace, faulty)
      judged.acceptedCount += 1
      return true
    case nil: passing.append(made.trace)
    case let other?: park(other, faulty)
    }
    return false
  }

  func faulty(_ payload: PayloadTree, _ faults: [Fault]) -> PayloadTree? {
    var payload = payload
    for fault in faults where !apply(fault, &payload) { return nil }
    return payload
  }

  mutating func verdict(_ payload: PayloadTree) -> Identity? { judged.verdict(payload) }

  /// Another failure that was met on the way is kept for itself, and not slipped into.
  private mutating func park(_ identity: Identity, _ payload: PayloadTree) {
    if !parked.contains(where: { $0.identity == identity }) { parked.append((identity, payload)) }
  }

  /// Takes the current choices with some replaced.
  mutating func consider(_ edits: [(range: Range<Int>, choices: [Choice])]) -> Bool {
    var candidate = current.sequence
    for edit in edits.reversed() { candidate.splice(edit.range, with: edit.choices) }
    return consider(candidate)
  }

  /// Leaves out as many faults as the failure does without (Zeller and Hildebrandt, “Simplifying
  /// and Isolating Failure-Inducing Input”, 2002).
  private mutating func dropFaults() {
    byHalves(
      countingBy: { $0.faults.count },
      attempt: { shrinker, chunk in
        var rest = shrinker.faults
        rest.removeSubrange(chunk)
        let made = shrinker.generator.replay(shrinker.current.sequence)
        guard let faulty = shrinker.faulty(made.payload, rest),
          shrinker.verdict(faulty) == shrinker.identity
        else { return false }
        (shrinker.faults, shrinker.payload) = (rest, faulty)
        shrinker.judged.acceptedCount += 1
        return true
      })
  }
}
