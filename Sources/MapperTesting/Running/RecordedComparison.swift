import ContractModel
package import MappingEngine

/// Compares a mapper's results for recorded payloads with its contract's, one after the other, and
/// groups the disagreements by cause.
package final class RecordedComparison {
  package enum Verdict {
    case agrees, disagrees
    /// The contract rejects the payload, with this violation first; that is not the mapper's fault.
    /// `nil` if the payload is not JSON.
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
    let hidden = check.result(of: payload)?.sensitiveRanges ?? []
    for disagreement in disagreements {
      found.note(Observation(disagreement.hiding(hidden), on: place))
    }
    return .disagrees
  }
}

extension Disagreement {
  /// Returns the disagreement without the values in some byte ranges of the last payload.
  func hiding(_ ranges: [Range<Int>]) -> Disagreement {
    guard !ranges.isEmpty, var payload = payloads.last else { return self }
    var hiding = self
    for range in ranges {
      for offset in range where payload[offset] > 0x20 { payload[offset] = UInt8(ascii: "*") }
    }
    hiding.payloads = payloads.dropLast() + [payload]
    if ([line].compactMap(\.self) + otherLines).contains(where: { $0.options.isSensitive == true })
    {
      (hiding.contract, hiding.mapper) = ("(hidden: the line is sensitive)", "(hidden)")
    }
    return hiding
  }
}
