package import ContractModel
import Generation
package import JSONParsing
package import MappingEngine

/// A payload that shows the effect of a difference, with the results of both sides.
package struct DiffWitness: Sendable {
  /// The target of the payload: `GET /users/:id`, `User`.
  package let target: String
  /// The target in the contracts of both sides.
  package let targets: (old: ContractExample.Target, new: ContractExample.Target)
  package let contracts: (old: Contract, new: Contract)
  package let isRequest: Bool
  /// The side that may send the payload.
  package let sender: Side
  package let payload: String
  /// The exchange of the payload; `nil` if no line reads any.
  package let exchange: MappingExchange?
  package let path: InstancePath
  /// The rule by which the other side rejects the payload; `nil` if both accept it.
  package let rule: RuleID?
  package let old: String
  package let new: String

  init(
    _ candidate: Candidate, _ found: WitnessJudge.Found, _ verdict: WitnessJudge.Verdict,
    _ target: DiffTarget
  ) {
    self.target = target.text
    targets = (target.old.target, target.new.target)
    contracts = (target.old.contract, target.new.contract)
    (isRequest, sender) = (target.isRequest, candidate.sender)
    (payload, exchange) = (candidate.payload.text, candidate.exchange)
    (path, rule) = (found.path, found.violation?.rule)
    let words = { (side: Side) in
      guard let reading = verdict.readings[side] else { return "" }
      guard side != candidate.sender, let violation = found.violation else {
        return displayed(reading.words(at: found.path))
      }
      let more = reading.errors.count - 1
      return (found.fact.effect == .taken ? "takes it, as measured: " : "refuses it: ")
        + "\(displayed(violation.expected.description))"
        + (more > 0 ? " and \(counted(more, "more error"))" : "")
    }
    (old, new) = (words(.old), words(.new))
  }

  /// The data sent with the payload, in words: `?since=2000-01-01`, `Authorization: a`.
  package var exchangeText: String {
    guard let exchange else { return "" }
    let request = exchange.request
    let query = (request?.query.entries ?? []).map { "\($0.name)=\($0.text)" }
    let headers = (request?.headers.entries ?? []) + (exchange.response?.headers.entries ?? [])
    let form = (request?.form?.entries ?? []).map { "\($0.name)=\($0.text)" }
    let parts =
      (query.isEmpty ? [] : ["?" + query.joined(separator: "&")])
      + headers.map { "\($0.name): \($0.text)" }
      + (form.isEmpty ? [] : ["form " + form.joined(separator: "&")])
    return displayed(parts.joined(separator: "  "))
  }
}
