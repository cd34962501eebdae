import Generation
import JSONParsing

extension MapperRun {
  /// The most times that a failing payload is judged.
  private static let evaluationLimit = 600

  /// Returns the observation on the minimal payload that fails in the same way, if time permits.
  func shrunk(
    _ observation: Observation, _ item: MapperCase, _ check: CaseCheck,
    until isOver: @escaping () -> Bool
  ) -> Observation {
    switch check {
    case .law(let law): shrunk(observation, item, law, until: isOver)
    case .history(let check): shrunk(observation, item.history, check, until: isOver)
    }
  }

  private func shrunk(
    _ observation: Observation, _ item: MapperCase, _ law: LawCheck,
    until isOver: @escaping () -> Bool
  ) -> Observation {
    // A single fault is minimal, unless it is in a recorded body.
    let isMinimal = item.recordedPlace == nil && (item.generated == nil || item.cell != nil)
    guard let cases, !isMinimal,
      let base = item.recordedPlace == nil ? item.generated?.base : cases.sweep.bases.first
    else { return observation }
    let identity = observation.disagreement.identity
    let breaches = { (payload: PayloadTree) in
      law.breaches(on: payload).map(law.check.named)
    }
    let found = base.shrink(
      item.payload, failingWith: identity,
      tryingValuesOf: item.generated?.isDrawn ?? true ? cases.samples : [],
      evaluationLimit: Self.evaluationLimit, shouldStop: isOver
    ) { payload in
      // A payload may fail in several ways.
      let all = breaches(payload).map(\.identity)
      return all.contains(identity) ? identity : all.first
    }
    guard !isOver(),
      let least = breaches(found.payload).first(where: { $0.identity == identity })
    else { return observation }
    var observation = observation
    observation.shrinking = found.shrinking
    let place = found.shrinking.neighbour?.difference?.path ?? differenceFromValid(least)?.path
    observation.disagreement = law.check.named(
      least.line == nil ? law.check.located(least, at: place) : least)
    return observation
  }

  private func shrunk(
    _ observation: Observation, _ history: [DrawnResponse], _ check: HistoryCheck,
    until isOver: @escaping () -> Bool
  ) -> Observation {
    let identity = observation.disagreement.identity
    // The responses after the failure do not matter.
    let history = Array(history.prefix(observation.disagreement.payloads.count))
    let found = HistoryShrinker(endpoints: check.mapper.endpoints).shrink(
      history, failingWith: identity, evaluationLimit: Self.evaluationLimit, shouldStop: isOver,
      admitting: check.admits
    ) { responses in
      let all = check.disagreements(over: responses).map(\.identity)
      return all.contains(identity) ? identity : all.first
    }
    guard !isOver(),
      let least = check.disagreements(over: found.responses).first(where: {
        $0.identity == identity
      })
    else { return observation }
    var observation = observation
    observation.shrinking = found.shrinking
    observation.disagreement = check.withFates(least, of: found.responses)
    return observation
  }
}
