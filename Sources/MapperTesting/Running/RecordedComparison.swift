import ContractModel
package import MappingEngine

/// Compares a mapper's results for recorded payloads with its contract's, one after the other, and
/// groups the disagreements by cause.
package final class RecordedComparison {
  package enum Verdict {
    case agrees, disagrees
    /// The contract rejects the payload, with this violation first; that is not the mapper's fault.
    /// `nil` if the payload cannot be parsed.
    case refusedByContract(Violation?)
  }

  private let check: MapperCheck
  private var found = Causes()

  package init(_ check: MapperCheck) { self.check = check }

  /// The causes so far; the names of their cases are the places of the recordings.
  package var causes: [Cause] { found.list }

  /// - Parameter place: Where the payload was recorded, safe to display.
  package func judge(
    _ payload: [UInt8], at place: String, of exchange: MappingExchange?
  ) -> Verdict {
    check.exchange = exchange
    guard check.admits(payload) else {
      // The mapper has to survive whatever the server may send.
      _ = check.answer(payload)
      let violations = check.result(of: payload)?.violations ?? []
      return .refusedByContract(violations.first { $0.severity == .error })
    }
    let disagreements = check.disagreements(over: [payload])
    guard !disagreements.isEmpty else { return .agrees }
    for disagreement in disagreements {
      let shown = disagreement.hiding(check.sensitiveRanges) ?? disagreement
      found.note(Observation(shown, on: place))
    }
    return .disagrees
  }
}
