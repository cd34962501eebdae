import FailureStorage
import JSONParsing
import MapperTesting

/// A payload that ends the process, as far as is known.
struct MapperTrap {
  /// The payloads that one session is given; the last is what the mapper does not survive.
  var payloads: [EndpointPayload]
  var verdict: ChildVerdict
  /// The id that makes it again.
  var id: String?
  /// How the payload came to be, if it was shrunk just now.
  var shrinking: Shrinking?
  /// Whether it ends in the mapper that the first has to agree with.
  var isOfOther = false

  /// Whether a child died on them.
  var isCertain: Bool { verdict.isFatal }
}

extension MapperCheck {
  /// The cause of a payload that a mapper does not survive.
  func cause(of trap: MapperTrap) -> Cause {
    let verdict = (trap.isOfOther ? "the other mapper: " : "") + "\(trap.verdict)"
    return self.trap(on: trap.payloads, verdict, id: trap.id, trap.shrinking)
  }
}

extension MapperMemory {
  /// The name of failures of the kind.
  static let trap = "it traps"

  /// The payloads that the mapper does not survive: those that a process left behind, which are
  /// shrunk and saved, and those that are saved; each is tried in processes of its own.
  ///
  /// - Parameters:
  ///   - left: What processes left behind.
  ///   - shrinker: Made if there is anything to shrink; `nil`, if none can be.
  func traps(of left: [DeadCall], _ shrinker: () -> TrapShrinker?) -> [MapperTrap] {
    var child = ChildRun(of: check)
    let calls = left.compactMap { call in
      // Somebody else may have ended the process, or another test.
      trap(over: call.payloads, id: nil, &child)
    }
    if let dead = calls.first(where: \.isCertain) { return [shrunk(dead, shrinker(), &child)] }
    let saved = replays.failures.filter { $0.identity == Self.trap }.compactMap { failure in
      trap(over: payloads(of: failure), id: failure.id, &child)
    }
    // Where no child can be started, what was left behind is reported as it is.
    return saved + calls
  }

  /// The payloads of a replay, if they end a process. Without a child process to ask, they are
  /// tried in this one.
  func traps(replaying payloads: [EndpointPayload], id: String) -> [MapperTrap] {
    var child = ChildRun(of: check)
    return [trap(over: payloads, id: id, &child)].compactMap { $0 }.filter(\.isCertain)
  }

  private func trap(
    over payloads: [EndpointPayload], id: String?, _ child: inout ChildRun
  ) -> MapperTrap? {
    guard !payloads.isEmpty else { return nil }
    let verdict = child.traps(over: payloads)
    if verdict == .survived { return nil }
    return MapperTrap(payloads: payloads, verdict: verdict, id: id, isOfOther: child.isOfOther)
  }

  private func shrunk(
    _ trap: MapperTrap, _ shrinker: TrapShrinker?, _ child: inout ChildRun
  ) -> MapperTrap {
    var least = shrinker?.minimal(trap, &child) ?? trap
    let failure = failure(
      law: .anyJSONIsSurvived, identity: Self.trap, caseID: "",
      payloads: least.payloads.map {
        SavedPayload($0.bytes, endpoint: endpoints.isEmpty ? nil : endpoints[$0.endpoint])
      }, original: trap.payloads.map(\.bytes))
    if save(failure) == nil { least.id = failure.id }
    return least
  }
}
