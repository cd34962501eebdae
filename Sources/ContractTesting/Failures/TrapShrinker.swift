import Generation
import JSONParsing
import MapperTesting

/// Shrinks a payload as long as a child that maps it dies.
enum TrapShrinker {
  /// - Parameter near: The simplest payload.
  case payloads(near: FaultBase)
  case histories(endpoints: [String])

  /// The most attempts; each of them starts a process.
  private static let evaluationLimit = 150

  func minimal(_ trap: MapperTrap, _ child: inout ChildRun) -> MapperTrap {
    // A mapper that does not return would reach the time limit at each step.
    guard trap.verdict != .stuck, let payload = trap.payloads.last?.bytes else { return trap }
    let dies = Fate.dies(isOfOther: trap.isOfOther)
    let trial: Trial
    var least = trap
    switch self {
    case .payloads(let base):
      var earlier = Array(trap.payloads.dropLast())
      // Most often the last payload alone ends the process.
      if !earlier.isEmpty, child.traps(on: payload).isFatal { earlier = [] }
      trial = Trial(child, after: earlier, like: payload)
      let found = base.shrink(
        PayloadTree(read: payload), failingWith: dies, evaluationLimit: Self.evaluationLimit,
        shouldStop: { trial.isInDoubt }, judge: trial.fate(of:))
      least.payloads = earlier + [EndpointPayload(found.payload.bytes)]
      least.shrinking = found.shrinking
      // The original payload, including its white space.
      least.shrinking?.original = payload
    case .histories(let endpoints):
      trial = Trial(child)
      let responses = trap.payloads.map {
        DrawnResponse(endpoint: $0.endpoint, payload: PayloadTree(read: $0.bytes))
      }
      let found = HistoryShrinker(endpoints: endpoints).shrink(
        responses, failingWith: dies, evaluationLimit: Self.evaluationLimit,
        shouldStop: { trial.isInDoubt }, judge: { trial.fate(of: $0.map { EndpointPayload($0) }) })
      least.payloads = found.responses.map { EndpointPayload($0) }
      least.shrinking = found.shrinking
    }
    (child, least.verdict) = (trial.child, trial.verdict ?? trap.verdict)
    return least
  }
}

/// The fate of a process that does not survive.
private enum Fate: Hashable {
  case dies(isOfOther: Bool)
  case unknown
}

/// Tries payloads in children.
private final class Trial {
  private(set) var child: ChildRun
  /// The verdict on the last payload on which a child died.
  private(set) var verdict: ChildVerdict?
  private let earlier: [EndpointPayload]
  private let isJSON: Bool
  private var doubtCount = 0
  /// The most children that may end without a verdict; each may have taken seconds.
  private static let doubtLimit = 2

  init(_ child: ChildRun, after earlier: [EndpointPayload] = [], like payload: [UInt8] = []) {
    (self.child, self.earlier) = (child, earlier)
    isJSON = (try? JSONDocument(parsing: payload)) != nil
  }

  /// Whether no further payload may be tried.
  var isInDoubt: Bool { doubtCount >= Self.doubtLimit || Task.isCancelled }

  func fate(of payload: PayloadTree) -> Fate? {
    let bytes = payload.bytes
    // A JSON payload stays JSON: a mapper that traps on other bytes traps for another reason.
    guard !isInDoubt, !isJSON || (try? JSONDocument(parsing: bytes)) != nil else { return .unknown }
    return fate(of: earlier + [EndpointPayload(bytes)])
  }

  /// Returns the fate of a process that maps payloads one after the other; `nil` if it survives.
  func fate(of payloads: [EndpointPayload]) -> Fate? {
    let verdict = child.traps(over: payloads)
    switch verdict {
    case .trapped, .exited, .ended:
      self.verdict = verdict
      return .dies(isOfOther: child.isOfOther)
    case .survived: return nil
    case .stuck, .unknown:
      doubtCount += 1
      return .unknown
    }
  }
}
