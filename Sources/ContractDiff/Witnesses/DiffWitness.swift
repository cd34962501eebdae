package import ContractModel
import Generation
package import JSONParsing
package import MappingEngine

/// A payload that shows what a difference does, and what both sides make of it.
package struct DiffWitness: Sendable {
  /// What it is a payload of: `GET /users/:id`, `User`.
  package let target: String
  /// The same, as the contracts of the two sides say it.
  package let targets: (old: ContractExample.Target, new: ContractExample.Target)
  /// The contracts of the two sides.
  package let contracts: (old: Contract, new: Contract)
  package let isRequest: Bool
  /// The side whose senders may send it.
  package let sender: Side
  /// The payload as JSON.
  package let payload: String
  /// What it is sent with; `nil`, if no line reads any.
  package let exchange: MappingExchange?
  /// The place that the difference is seen at.
  package let path: InstancePath
  /// The rule by which the other side refuses it; `nil`, if both take it.
  package let rule: RuleID?
  /// What the sides make of it, in words.
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

  /// What is sent beside the payload, in words: `?since=2000-01-01`, `Authorization: a`.
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
