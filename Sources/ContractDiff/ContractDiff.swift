import ContractModel
import JSONParsing

/// The differences between two states of contracts, and the effect of each difference.
///
///     let diff = ContractDiff(old: DiffSide(old), new: DiffSide(new))
///     diff.findings.first?.kind                  // breaksApps
///     diff.findings.first?.witness?.payload      // {"id":1,"mail":null}
///
/// A structural comparison finds the places where the two sides differ. Payloads are generated only
/// for these places. The contracts of both sides map each payload that a sender of one side may
/// send, and only the results determine the effect of a difference. Every finding except
/// `compatible` has a payload that shows its effect.
package struct ContractDiff: Sendable {
  /// The maximum number of targets that are tried for a difference.
  private static let targetLimit = 3

  package let old: DiffSide
  package let new: DiffSide
  /// The findings: breaking ones first, then in the order of the contracts.
  package internal(set) var findings: [DiffFinding] = []
  /// The number of an app's endpoints that were compared with its specification; `nil` if changes
  /// are compared.
  package internal(set) var readCount: Int?

  init(_ old: DiffSide, _ new: DiffSide) { (self.old, self.new) = (old, new) }

  /// - Parameter drawnCount: The maximum number of payloads that are drawn for each side of a
  ///   target, in addition to those for the differing places.
  package init(old: DiffSide, new: DiffSide, drawnCount: Int = 100) {
    (self.old, self.new) = (old, new)
    let pass = StructuralPass(old, new)
    guard !pass.table.isEmpty else { return }
    let limits = WitnessCandidates.Limits(drawn: drawnCount)
    var found: [Int: [DiffClass: DiffWitness]] = [:]
    var places = pass.table.places
    var seen: Set<DiffTarget.Aim> = []
    for targets in pass.targets.rounds(most: Self.targetLimit) {
      let witnesses = targets.concurrentMap { [found, seen] target in
        // If earlier targets have shown all differences of this target, its edge values suffice to
        // find other effects.
        WitnessSearch(
          target, pass.table, seen.isSuperset(of: target.aims) ? .edges : limits, old.tolerance
        ) { question in
          let kind = DiffClass(question, isRequest: target.isRequest)
          return question.place.flatMap { found[$0]?[kind] } != nil
        }.witnesses
      }
      for (target, witnesses) in zip(targets, witnesses) {
        for (question, witness) in witnesses.sorted(by: { $0.key.order < $1.key.order }) {
          let place = question.place ?? Self.add(target, to: &places)
          seen.insert(DiffTarget.Aim(place: place, isRequest: target.isRequest))
          let kind = DiffClass(question, isRequest: target.isRequest)
          let size = found[place]?[kind]?.payload.utf8.count ?? .max
          if witness.payload.utf8.count < size { found[place, default: [:]][kind] = witness }
        }
      }
    }
    findings = places.indices.flatMap { number in
      let shown = found[number] ?? [:]
      guard !shown.isEmpty else {
        return [DiffFinding(kind: .compatible, place: places[number], witness: nil)]
      }
      // A compatible difference is reported only if there is no other finding for the place.
      let kinds = DiffClass.changes.filter { shown.count == 1 || $0 != .compatible }
      return kinds.compactMap { kind in
        shown[kind].map { DiffFinding(kind: kind, place: places[number], witness: $0) }
      }
    }
    findings.sort { $0.order < $1.order }
  }

  /// Adds a place for an effect that is not near any difference: the place of the target.
  private static func add(_ target: DiffTarget, to places: inout [DiffPlace]) -> Int {
    let place = DiffPlace(
      .endpoint, target.text, "what it leads to", old: target.origin(.old),
      new: target.origin(.new))
    let known = places.firstIndex {
      $0.title.utf8.elementsEqual(place.title.utf8)
        && $0.change.utf8.elementsEqual(place.change.utf8)
    }
    if let known { return known }
    places.append(place)
    return places.count - 1
  }
}

extension [DiffTarget] {
  /// Returns the targets to search in rounds, smallest first. Targets with a common difference are
  /// in different rounds, so that the searches of one round are independent of each other.
  ///
  /// - Parameter most: The maximum number of targets for a difference.
  fileprivate func rounds(most: Int) -> [[DiffTarget]] {
    var rounds: [[DiffTarget]] = []
    // The number of targets of each difference, and the number of rounds until its last one.
    var (counts, ends) = ([DiffTarget.Aim: Int](), [DiffTarget.Aim: Int]())
    for target in sorted(by: { $0.size < $1.size }) {
      let aims = target.aims
      guard aims.contains(where: { counts[$0, default: 0] < most }) else { continue }
      let round = aims.map { ends[$0] ?? 0 }.max() ?? 0
      for aim in aims { (counts[aim], ends[aim]) = (counts[aim, default: 0] + 1, round + 1) }
      if round == rounds.count { rounds.append([]) }
      rounds[round].append(target)
    }
    return rounds
  }
}

extension DiffTarget {
  fileprivate func origin(_ side: Side) -> Origin? {
    let half = self[side]
    return half.endpoint?.origin
      ?? half.contract.mappings.first { half.starts.contains($0.name) }?.origin
  }
}

extension WitnessSearch.Question {
  fileprivate var order: (place: Int, effect: Int, sender: Int) {
    (place ?? -1, effect == .changed ? 1 : 0, sender == .old ? 0 : 1)
  }
}

extension DiffClass {
  init(_ question: WitnessSearch.Question, isRequest: Bool) {
    if let kind = question.kind {
      self = kind
      return
    }
    switch (question.effect, question.sender) {
    case (.changed, _): self = .changesMeaning
    case (.taken, _): self = .compatible
    case (.refused, .new): self = isRequest ? .breaksServers : .breaksApps
    case (.refused, .old): self = isRequest ? .breaksApps : .breaksServers
    }
  }
}

extension DiffFinding {
  /// The class, then the place in the new contract, or in the old one if it is not in the new one.
  var order: (Int, path: MemberName, start: Int, text: MemberName) {
    let origin = place.new ?? place.old
    return (
      DiffClass.allCases.firstIndex(of: kind) ?? 0, MemberName(origin?.path ?? ""),
      origin?.range.lowerBound ?? -1, MemberName(place.title + place.change)
    )
  }
}
