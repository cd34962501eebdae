package import Generation
import JSONParsing

/// Makes the payload of a failure as simple as it can be.
///
/// Where choices make the payload, they are shrunk, so that each candidate is one that the contract
/// admits but for its faults; else the payload itself is.
package struct CaseShrinker<Identity: Hashable> {
  private let cases: GeneratedCases
  private let evaluationLimit: Int
  private let shouldStop: () -> Bool
  private let judge: (PayloadTree) -> Identity?

  package typealias Minimum = (payload: PayloadTree, shrinking: Shrinking)

  /// - Parameters:
  ///   - cases: Those of the target.
  ///   - evaluationLimit: How often the payload is judged at most.
  ///   - shouldStop: Asked before each evaluation.
  ///   - judge: Says what a payload fails with; `nil`, if it passes.
  package init(
    _ cases: GeneratedCases, evaluationLimit: Int, shouldStop: @escaping () -> Bool,
    judge: @escaping (PayloadTree) -> Identity?
  ) {
    (self.cases, self.evaluationLimit) = (cases, evaluationLimit)
    (self.shouldStop, self.judge) = (shouldStop, judge)
  }

  /// Shrinks the choices and faults of a case.
  ///
  /// - Parameter seed: Looks for the places where any value fails, drawn from it.
  /// - Returns: `nil`, if no choices make the payload, or it does not fail.
  package func shrinkChoices(of item: GeneratedCase, anyValueBy seed: Seed? = nil) -> Minimum? {
    guard let choices = item.choices else { return nil }
    var shrinker = Shrinker<Identity, Fault>(
      cases.plan, evaluationLimit: evaluationLimit, shouldStop: shouldStop,
      applying: { fault, tree in fault.apply(to: &tree) }, judge: judge)
    guard let result = shrinker.shrink(choices, faults: item.faults) else { return nil }
    let neighbour = result.neighbour.map { Shrinking.Neighbour($0, of: result.payload) }
    let shrinking = Shrinking(
      stepCount: result.acceptedCount, original: item.payload.bytes, neighbour: neighbour,
      anyValuePlaces: seed.map { shrinker.placesThatMayBeAnything($0) } ?? [])
    return (result.payload, shrinking)
  }

  /// Shrinks a payload by what is in it.
  ///
  /// - Parameter canonical: The simplest payload, which it is to become like.
  package func shrink(
    _ payload: PayloadTree, near canonical: PayloadTree, failingWith identity: Identity
  ) -> Minimum {
    var shrinker = PayloadShrinker(
      near: canonical, evaluationLimit: evaluationLimit, shouldStop: shouldStop, judge: judge)
    let result = shrinker.shrink(payload, failingWith: identity)
    let neighbour = result.neighbour.map { Shrinking.Neighbour($0, of: result.payload) }
    let shrinking = Shrinking(
      stepCount: result.acceptedCount, original: payload.bytes, neighbour: neighbour)
    return (result.payload, shrinking)
  }
}
