import ContractModel
package import Generation
package import JSONParsing

extension FaultBase {
  /// Shrinks the payload of a failure, based on its contents, and makes it similar to this one.
  ///
  /// A payload that the contract admits stays admitted, and a payload with faults gets no other
  /// faults.
  ///
  /// - Parameters:
  ///   - others: Payloads whose values are tried in the minimal one, to find the places where any
  ///     value fails.
  ///   - shouldStop: Called before each evaluation.
  ///   - judge: Returns how a payload fails; `nil` if it passes.
  package func shrink<Identity: Hashable>(
    _ payload: PayloadTree, failingWith identity: Identity,
    tryingValuesOf others: [PayloadTree] = [], evaluationLimit: Int,
    shouldStop: @escaping () -> Bool, judge: @escaping (PayloadTree) -> Identity?
  ) -> (payload: PayloadTree, shrinking: Shrinking) {
    let faults = faults(of: payload)
    var shrinker = PayloadShrinker(
      near: tree, evaluationLimit: evaluationLimit, shouldStop: shouldStop,
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

  /// - Returns: `nil` if the payload is not JSON.
  private func faults(of payload: PayloadTree) -> Set<PayloadFault>? {
    errors(in: payload).map { errors in
      Set(errors.map { PayloadFault(rule: $0.rule, name: $0.path.template.last) })
    }
  }
}

/// A broken rule, and the last name of the place: shrinking may move the values around it.
private struct PayloadFault: Hashable {
  var rule: RuleID
  var name: InstancePath.Step?
}
