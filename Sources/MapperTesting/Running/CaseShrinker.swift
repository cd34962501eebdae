import ContractModel
package import Generation
import JSONParsing

/// Shrinks the payload of a failure, based on its contents.
///
/// A payload that the contract admits stays admitted, and a payload with faults gets no other
/// faults.
package struct CaseShrinker<Identity: Hashable> {
  private let base: FaultBase
  private let evaluationLimit: Int
  private let shouldStop: () -> Bool
  private let judge: (PayloadTree) -> Identity?

  package typealias Minimum = (payload: PayloadTree, shrinking: Shrinking)

  /// - Parameters:
  ///   - base: The simplest payload, which other payloads are made similar to.
  ///   - shouldStop: Called before each evaluation.
  ///   - judge: Returns how a payload fails; `nil` if it passes.
  package init(
    near base: FaultBase, evaluationLimit: Int, shouldStop: @escaping () -> Bool,
    judge: @escaping (PayloadTree) -> Identity?
  ) {
    (self.base, self.evaluationLimit) = (base, evaluationLimit)
    (self.shouldStop, self.judge) = (shouldStop, judge)
  }

  /// - Parameter others: Payloads whose values are tried in the minimal one, to find the places
  ///   where any value fails.
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

  /// A broken rule, and the last name of the place: shrinking may move the values around it.
  private struct PayloadFault: Hashable {
    var rule: RuleID
    var name: InstancePath.Step?
  }

  /// - Returns: `nil` if the payload is not JSON.
  private func faults(of payload: PayloadTree) -> Set<PayloadFault>? {
    base.errors(in: payload).map { errors in
      Set(errors.map { PayloadFault(rule: $0.rule, name: $0.path.template.last) })
    }
  }
}
