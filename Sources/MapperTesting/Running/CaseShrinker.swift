import ContractModel
package import Generation
import JSONParsing

/// Makes the payload of a failure as simple as it can be, by what is in it.
///
/// What the contract admits stays so, and what has faults gets no others.
package struct CaseShrinker<Identity: Hashable> {
  private let base: FaultBase
  private let evaluationLimit: Int
  private let shouldStop: () -> Bool
  private let judge: (PayloadTree) -> Identity?

  package typealias Minimum = (payload: PayloadTree, shrinking: Shrinking)

  /// - Parameters:
  ///   - base: The simplest payload, which others are to become like.
  ///   - evaluationLimit: How often the payload is judged at most.
  ///   - shouldStop: Asked before each evaluation.
  ///   - judge: Says what a payload fails with; `nil`, if it passes.
  package init(
    near base: FaultBase, evaluationLimit: Int, shouldStop: @escaping () -> Bool,
    judge: @escaping (PayloadTree) -> Identity?
  ) {
    (self.base, self.evaluationLimit) = (base, evaluationLimit)
    (self.shouldStop, self.judge) = (shouldStop, judge)
  }

  /// Shrinks a payload.
  ///
  /// - Parameter others: Payloads whose values are tried in the minimal one, to find the places where
  ///   any value fails.
  package func shrink(
    _ payload: PayloadTree, failingWith identity: Identity,
    tryingValuesOf others: [PayloadTree] = []
  ) -> Minimum {
    let faults = faults(of: payload)
    var shrinker = PayloadShrinker(
      near: base.tree, evaluationLimit: evaluationLimit, shouldStop: shouldStop,
      admitting: { candidate in
        guard let faults else { return true }
        return self.faults(of: candidate)?.isSubset(of: faults) ?? false
      }, judge: judge)
    let result = shrinker.shrink(payload, failingWith: identity)
    let neighbour = result.neighbour.map { Shrinking.Neighbour($0, of: result.payload) }
    let shrinking = Shrinking(
      stepCount: result.acceptedCount, original: payload.bytes, neighbour: neighbour,
      anyValuePlaces: shrinker.placesThatMayBeAnything(others))
    return (result.payload, shrinking)
  }

  /// A rule that is broken, and the last name of the place: shrinking moves what is around it.
  private struct PayloadFault: Hashable {
    var rule: RuleID
    var name: InstancePath.Step?
  }

  /// - Returns: `nil`, of what is no JSON.
  private func faults(of payload: PayloadTree) -> Set<PayloadFault>? {
    base.errors(in: payload).map { errors in
      Set(errors.map { PayloadFault(rule: $0.rule, name: $0.path.template.last) })
    }
  }
}
