import ContractModel
import FaultTolerance
import Generation
import JSONParsing
import MappingEngine

struct Candidate: Sendable {
  var payload: PayloadTree
  var exchange: MappingExchange?
  var sender: Side
}

struct WitnessFact: Hashable, Sendable {
  /// The effect on the side that receives the payload.
  enum Effect: Hashable, Sendable {
    case refused, changed
    /// The contract rejects the payload, but the app accepts it according to its measured
    /// tolerance.
    case taken
  }
  var effect: Effect
  var sender: Side
  /// The number of the difference; `nil` if no difference is near.
  var place: Int?
  /// The rule that a rejected payload breaks.
  var rule: RuleID?
}

/// Maps payloads by the contracts of both sides, and finds out what they show.
struct WitnessJudge {
  struct Found {
    var fact: WitnessFact
    var path: InstancePath
    var violation: Violation?
  }

  /// The results of both sides for a payload that one of them may send.
  struct Verdict {
    var readings: [Side: PayloadReading]
    var document: JSONDocument
    var found: [Found]
  }

  let target: DiffTarget
  private let finder: PlaceFinder
  /// The measured answers of old apps to faults that their contracts reject.
  private let tolerance: VersionTolerance
  private let mappers: [Side: Mapper]
  /// The mappers of senders, which may send no other members than the contract names.
  private let senders: [Side: Mapper]

  init(_ table: PlaceTable, _ target: DiffTarget, _ tolerance: VersionTolerance) {
    (self.target, self.tolerance) = (target, tolerance)
    finder = PlaceFinder(table, target)
    let mapper = { (half: DiffTarget.Half, isClosed: Bool) in
      Mapper(
        isClosed ? half.contract.settingUnknownKeys(to: .error) : half.contract,
        as: [MappingTarget(half.target)])
    }
    mappers = [.old: mapper(target.old, false), .new: mapper(target.new, false)]
    senders = [.old: mapper(target.old, true), .new: mapper(target.new, true)]
  }

  /// Returns the results of both sides for a payload; `nil` if the sender may not send it.
  func verdict(_ candidate: Candidate) -> Verdict? {
    guard let document = try? JSONDocument(parsing: candidate.payload.bytes),
      let sender = senders[candidate.sender],
      sender.admits(document, as: target(candidate.sender), exchange: candidate.exchange),
      let own = reading(document, candidate, candidate.sender),
      // A sender does not send elements that violate its own line.
      own.errors.isEmpty, !own.result.violations.contains(where: { $0.rule == .badElement }),
      let other = reading(document, candidate, candidate.sender.other)
    else { return nil }
    let receiver = candidate.sender.other
    let errors = other.errors
    let isTaken = receiver == .old && !target.isRequest && errors.allSatisfy { takes($0, document) }
    let found =
      errors.isEmpty
      ? changes(own, other, candidate.sender)
      : errors.map { violation in
        let place = finder.number(
          at: violation.path, violation.origin, (receiver, other), own)
        return Found(
          fact: WitnessFact(
            effect: isTaken ? .taken : .refused, sender: candidate.sender, place: place,
            rule: violation.rule),
          path: violation.path, violation: violation)
      }
    return Verdict(
      readings: [candidate.sender: own, receiver: other], document: document, found: found)
  }

  /// Returns whether old apps accept a violation of their contract.
  func takes(_ violation: Violation, _ document: JSONDocument) -> Bool {
    let start = violation.byteRange.lowerBound
    let byte = start < document.byteCount ? document.bytes[start] : nil
    return tolerance.finding(violation, ofContract: target.old.number, at: byte).answer?.isTaken
      ?? false
  }

  private func changes(
    _ own: PayloadReading, _ other: PayloadReading, _ sender: Side
  ) -> [Found] {
    guard !own.result.isSame(as: other.result) else { return [] }
    let (old, new) = sender == .old ? (own, other) : (other, own)
    return OutcomeComparison.paths(old, new).map { path in
      let place = finder.number(at: path, nil, (.old, old), new)
      return Found(
        fact: WitnessFact(effect: .changed, sender: sender, place: place), path: path)
    }
  }

  private func target(_ side: Side) -> MappingTarget { MappingTarget(target[side].target) }

  private func reading(
    _ document: JSONDocument, _ candidate: Candidate, _ side: Side
  ) -> PayloadReading? {
    var store = ObjectStore()
    return mappers[side].map {
      PayloadReading(
        $0.map(document, as: target(side), into: &store, exchange: candidate.exchange))
    }
  }
}
