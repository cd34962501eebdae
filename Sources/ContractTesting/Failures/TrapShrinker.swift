import Generation
import JSONParsing
import Verification

/// Makes a payload as simple as it can be, as long as a child that maps it dies.
///
/// A payload that the contract makes up is shrunk by its choices and faults, as that of any other
/// failure; another one by what is in it.
struct TrapShrinker {
  private let cases: GeneratedCases
  /// What the check draws, which the payload may be of.
  private let budget: MapperBudget

  /// How often it is tried at most; each time, a process is started.
  private static let evaluationLimit = 150
  /// How many children may end without a verdict; each may have taken seconds.
  private static let doubtLimit = 2

  init(_ cases: GeneratedCases, _ budget: MapperBudget) {
    (self.cases, self.budget) = (cases, budget)
  }

  func minimal(_ trap: MapperTrap, _ child: inout ChildRun) -> MapperTrap {
    // What does not return would take its time at each step.
    guard let payload = trap.payloads.last, trap.verdict != .stuck else { return trap }
    var earlier = Array(trap.payloads.dropLast())
    // Most often the last payload does it alone.
    if !earlier.isEmpty, child.traps(on: payload).isFatal { earlier = [] }
    let trial = Trial(child, after: earlier, doubtLimit: Self.doubtLimit, like: payload)
    let found = shrinkChoices(of: payload, trial) ?? shrink(payload, trial)
    child = trial.child
    var least = trap
    least.payloads = earlier + [found.payload.bytes]
    least.verdict = trial.verdict ?? trap.verdict
    least.shrinking = Shrinking(
      stepCount: found.stepCount, original: payload,
      neighbour: found.neighbour.map { Shrinking.Neighbour($0, of: found.payload) })
    return least
  }

  private typealias Found = (payload: PayloadTree, stepCount: Int, neighbour: PayloadTree?)

  private func shrinkChoices(of payload: [UInt8], _ trial: Trial) -> Found? {
    guard let item = cases.first(with: payload, budget),
      let choices = item.choices
    else { return nil }
    var shrinker = Shrinker<Fate, Fault>(
      cases.plan, evaluationLimit: Self.evaluationLimit, shouldStop: { trial.isInDoubt },
      applying: { fault, tree in fault.apply(to: &tree) }, judge: trial.fate(of:))
    let shrunk = shrinker.shrink(choices, faults: item.faults)
    return shrunk.map { ($0.payload, $0.acceptedCount, $0.neighbour) }
  }

  private func shrink(_ payload: [UInt8], _ trial: Trial) -> Found {
    var shrinker = PayloadShrinker<Fate>(
      near: cases.sweep.bases[0].tree, evaluationLimit: Self.evaluationLimit, judge: trial.fate(of:)
    )
    let shrunk = shrinker.shrink(PayloadTree(bytes: payload), failingWith: .dies)
    return (shrunk.payload, shrunk.acceptedCount, shrunk.neighbour)
  }
}

/// What becomes of a process; one that survives has none.
private enum Fate: Hashable { case dies, unknown }

/// Tries payloads in children.
private final class Trial {
  private(set) var child: ChildRun
  /// What was said of the last payload that a child died on.
  private(set) var verdict: ChildVerdict?
  private let earlier: [[UInt8]]
  private let isJSON: Bool
  private var doubtCount = 0
  private let doubtLimit: Int

  init(
    _ child: ChildRun, after earlier: [[UInt8]], doubtLimit: Int, like payload: [UInt8]
  ) {
    (self.child, self.earlier, self.doubtLimit) = (child, earlier, doubtLimit)
    isJSON = (try? JSONDocument(parsing: payload)) != nil
  }

  var isInDoubt: Bool { doubtCount >= doubtLimit }

  func fate(of payload: PayloadTree) -> Fate? {
    let bytes = payload.bytes
    // What is JSON stays JSON: a mapper that traps on other bytes traps on them for another reason.
    guard !isInDoubt, !isJSON || (try? JSONDocument(parsing: bytes)) != nil else { return .unknown }
    let verdict = child.traps(over: earlier + [bytes])
    switch verdict {
    case .trapped, .exited:
      self.verdict = verdict
      return .dies
    case .survived: return nil
    case .stuck, .cannotTell:
      doubtCount += 1
      return .unknown
    }
  }
}

extension GeneratedCases {
  /// The first payload with some bytes that choices make.
  fileprivate func first(with bytes: [UInt8], _ budget: MapperBudget) -> GeneratedCase? {
    let phase: GeneratedCase.Phase = budget.drawsFaults ? .random : .valid
    let fixed = (0..<fixedCount).lazy.map { self[$0] }
    let drawn = (0..<budget.drawn).lazy.map { self[phase, $0] }
    return fixed.first { $0.payload.bytes == bytes } ?? drawn.first { $0.payload.bytes == bytes }
  }
}

extension PayloadTree {
  /// A payload as it came; one that is no JSON is one scalar.
  fileprivate init(bytes: [UInt8]) {
    if let document = try? JSONDocument(parsing: bytes), !document.hasByteOrderMark {
      self.init(document)
    } else {
      self.init()
      scalar(token(bytes))
    }
  }
}
