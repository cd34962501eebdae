import ContractModel
import Generation

extension MapperRun {
  /// How often a failing payload is judged at most.
  private static let evaluationLimit = 600

  /// Puts the minimal payload that fails alike in the place of a group's, if the time is enough.
  ///
  /// - Parameter isOver: Asked before each evaluation.
  func shrink(
    _ group: inout DisagreementGroup, _ item: MapperCase, _ law: LawCheck,
    until isOver: @escaping () -> Bool
  ) {
    if let histories = law.histories, !item.history.isEmpty {
      return shrink(&group, item.history, histories, until: isOver)
    }
    // A single fault is minimal.
    guard let cases, let item = item.generated, item.cell == nil else { return }
    let identity = group.disagreement.identity
    let breaches = { (payload: PayloadTree) in
      law.breaches(on: payload).map(law.check.named)
    }
    let shrinker = CaseShrinker(
      near: item.base, evaluationLimit: Self.evaluationLimit, shouldStop: isOver
    ) { payload in
      // A payload may fail with several.
      let all = breaches(payload).map(\.identity)
      return all.contains(identity) ? identity : all.first
    }
    let found = shrinker.shrink(
      item.payload, failingWith: identity,
      tryingValuesOf: item.isDrawn ? cases.samples : [])
    guard !isOver(),
      let least = breaches(found.payload).first(where: { $0.identity == identity })
    else { return }
    group.shrinking = found.shrinking
    let place = found.shrinking.neighbour?.difference?.path ?? differenceFromValid(least)?.path
    group.disagreement = law.check.named(
      least.line == nil ? law.check.located(least, at: place) : least)
  }

  private func shrink(
    _ group: inout DisagreementGroup, _ history: [DrawnResponse], _ check: HistoryCheck,
    until isOver: @escaping () -> Bool
  ) {
    let identity = group.disagreement.identity
    // What comes behind the failure has no part in it.
    let history = Array(history.prefix(group.disagreement.payloads.count))
    let shrinker = HistoryShrinker(
      check.mapper.endpoints, evaluationLimit: Self.evaluationLimit, shouldStop: isOver
    ) { responses in
      let all = check.disagreements(over: responses).map(\.identity)
      return all.contains(identity) ? identity : all.first
    }
    let found = shrinker.shrink(history, failingWith: identity)
    guard !isOver(),
      let least = check.disagreements(over: found.responses).first(where: {
        $0.identity == identity
      })
    else { return }
    group.shrinking = found.shrinking
    group.disagreement = check.withFates(least, of: found.responses)
  }
}
