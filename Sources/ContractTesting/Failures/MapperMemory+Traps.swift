import FailureStorage
import MapperTesting

/// A payload that ends the process, or is suspected to.
struct MapperTrap {
  /// The payloads that one session is given; the mapper does not survive the last one.
  var payloads: [EndpointPayload]
  var verdict: ChildVerdict
  /// The id from which the payloads can be made again.
  var id: String?
  /// How the payload was shrunk, if it was shrunk in this run.
  var shrinking: Shrinking?
  /// Whether the process ends in the mapper that the first has to agree with.
  var isOfOther = false
}

extension MapperCheck {
  /// Returns the cause for a payload that a mapper does not survive.
  func cause(of trap: MapperTrap) -> Cause {
    let verdict = (trap.isOfOther ? "the other mapper: " : "") + "\(trap.verdict)"
    return self.trap(on: trap.payloads, verdict, id: trap.id, trap.shrinking)
  }
}

extension MapperMemory {
  /// The name of failures of this kind.
  static let trap = "it traps"

  /// Returns the payloads that the mapper does not survive: those that a process left behind, which
  /// are shrunk and saved, and the saved ones. Each is tried in separate processes.
  ///
  /// - Parameter shrinker: Makes the shrinker, if one is needed; returns `nil` if nothing can be
  ///   shrunk.
  func traps(of left: [CallRecord], _ shrinker: () -> TrapShrinker?) -> [MapperTrap] {
    var child = ChildRun(of: check)
    // The test may have had more loads when the process ended.
    let endpointCount = max(1, endpoints.count)
    let known = left.filter { $0.payloads.allSatisfy { $0.endpoint < endpointCount } }
    let calls = known.compactMap { call in
      // Another test, or something outside, may have ended the process.
      trap(over: call.payloads, id: nil, &child)
    }
    if let dead = calls.first(where: \.verdict.isFatal) {
      return [shrunk(dead, shrinker(), &child)]
    }
    let saved = replays.failures.filter { $0.identity == Self.trap }.compactMap { failure in
      trap(over: payloads(of: failure), id: failure.id, &child)
    }
    // If no child can be started, the calls that were left behind are reported unchanged.
    return saved + calls
  }

  /// Returns the payloads of a replay, if they end a process. If no child process can be started,
  /// they are tried in this one.
  func traps(replaying payloads: [EndpointPayload], id: String) -> [MapperTrap] {
    var child = ChildRun(of: check)
    return [trap(over: payloads, id: id, &child)].compactMap { $0 }.filter(\.verdict.isFatal)
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
    if failures.save(failure) == nil { least.id = failure.id }
    return least
  }
}
