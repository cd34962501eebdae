import ContractModel
import Generation

/// Makes the payload of a disagreement as simple as it can be.
///
/// Where choices make the payload, they are shrunk, so that each candidate is one that the contract
/// admits but for its faults; else the payload itself is.
struct DisagreementShrinker {
  private let cases: GeneratedCases
  private let law: LawCheck
  private let evaluationLimit: Int
  /// Asked before each evaluation.
  private let shouldStop: () -> Bool

  init(
    _ cases: GeneratedCases, _ law: LawCheck, evaluationLimit: Int,
    shouldStop: @escaping () -> Bool
  ) {
    (self.cases, self.law, self.evaluationLimit) = (cases, law, evaluationLimit)
    self.shouldStop = shouldStop
  }

  func minimal(
    _ breach: Disagreement, _ item: GeneratedCase, _ payload: PayloadTree
  ) -> ShrunkDisagreement {
    let judge = Judge(law: law, line: item.line, identity: breach.identity)
    let found =
      item.choices.map { shrinkChoices($0, item.faults, judge, payload) }
      ?? shrinkPayload(payload, near: item.canonical, judge)
    guard let found, !shouldStop(), let least = judge.breach(on: found.payload) else {
      return ShrunkDisagreement(disagreement: breach)
    }
    return ShrunkDisagreement(disagreement: least, shrinking: found.shrinking)
  }

  private func shrinkChoices(
    _ choices: ChoiceSequence, _ faults: [Fault], _ judge: Judge, _ original: PayloadTree
  ) -> (payload: PayloadTree, shrinking: Shrinking)? {
    var shrinker = Shrinker<Disagreement.Identity, Fault>(
      cases.plan, evaluationLimit: evaluationLimit, shouldStop: shouldStop,
      applying: { fault, tree in fault.apply(to: &tree) }, judge: judge.verdict)
    guard let result = shrinker.shrink(choices, faults: faults) else { return nil }
    let neighbour = result.neighbour.map { Shrinking.Neighbour($0, of: result.payload) }
    let places = shrinker.placesThatMayBeAnything(cases.seed)
    return (
      result.payload,
      Shrinking(
        stepCount: result.acceptedCount, original: original.bytes, neighbour: neighbour,
        anyValuePlaces: places)
    )
  }

  private func shrinkPayload(
    _ payload: PayloadTree, near canonical: PayloadTree, _ judge: Judge
  ) -> (payload: PayloadTree, shrinking: Shrinking)? {
    var shrinker = PayloadShrinker<Disagreement.Identity>(
      near: canonical, evaluationLimit: evaluationLimit, shouldStop: shouldStop,
      judge: judge.verdict)
    let result = shrinker.shrink(payload, failingWith: judge.identity)
    let neighbour = result.neighbour.map { Shrinking.Neighbour($0, of: result.payload) }
    return (
      result.payload,
      Shrinking(
        stepCount: result.acceptedCount, original: payload.bytes, neighbour: neighbour)
    )
  }

  /// Says why a payload fails.
  private struct Judge {
    let law: LawCheck
    /// What a refusal that no line can be told of is about.
    let line: PropertyRule?
    let identity: Disagreement.Identity

    func breaches(on payload: PayloadTree) -> [Disagreement] {
      law.breaches(on: payload).map { breach in
        var breach = breach
        if breach.rule == nil, breach.kind == .refuses { breach.rule = line }
        return breach
      }
    }

    func breach(on payload: PayloadTree) -> Disagreement? {
      breaches(on: payload).first { $0.identity == identity }
    }

    /// The identity itself, if it is among those that the payload fails with.
    func verdict(_ payload: PayloadTree) -> Disagreement.Identity? {
      let all = breaches(on: payload).map(\.identity)
      return all.contains(identity) ? identity : all.first
    }
  }
}
