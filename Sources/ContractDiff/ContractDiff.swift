import ContractModel
import JSONParsing

/// What has changed from one state of contracts to another, and what each change does.
///
///     let diff = ContractDiff(old: DiffSide(old), new: DiffSide(new))
///     diff.findings.first?.kind                  // breaksApps
///     diff.findings.first?.witness?.payload      // {"id":1,"mail":null}
///
/// A look at the two says where they differ. Payloads are then made for these places alone: what
/// senders of one side may send is mapped by the contracts of both. Nothing but what the engine makes
/// of a payload says what a difference does, and no finding but `compatible` is without one.
package struct ContractDiff: Sendable {
  /// How many of the targets that lead to a difference are looked at.
  private static let targetLimit = 3

  /// A difference among responses, or among requests.
  private struct Aim: Hashable {
    var place: Int
    var isRequest: Bool
  }

  package let old: DiffSide
  package let new: DiffSide
  /// What breaks first; then in the order of the contracts.
  package internal(set) var findings: [DiffFinding] = []
  /// How many endpoints of an app were held against its specification; `nil`, if changes are compared.
  package internal(set) var readCount: Int?

  /// Without findings yet.
  init(_ old: DiffSide, _ new: DiffSide) { (self.old, self.new) = (old, new) }

  /// - Parameter drawnCount: How many payloads are drawn of each side of a target, beside those that
  ///   the places ask for.
  package init(old: DiffSide, new: DiffSide, drawnCount: Int = 100) {
    (self.old, self.new) = (old, new)
    let pass = StructuralPass(old, new)
    guard !pass.table.isEmpty else { return }
    let limits = WitnessCandidates.Limits(drawn: drawnCount)
    var found: [Int: [DiffClass: DiffWitness]] = [:]
    var places = pass.table.places
    // How often each difference was looked for among responses, or among requests.
    var looks: [Aim: Int] = [:]
    var seen: Set<Aim> = []
    for target in pass.targets.bySize {
      let aims = target.places.map { Aim(place: $0, isRequest: target.isRequest) }
      guard aims.contains(where: { looks[$0, default: 0] < Self.targetLimit }) else { continue }
      for aim in aims { looks[aim, default: 0] += 1 }
      // What was seen may break here what it did not break there: its edges alone tell.
      let search = WitnessSearch(
        target, pass.table, seen.isSuperset(of: aims) ? .edges : limits, old.tolerance
      ) { question in
        let kind = DiffClass(question, isRequest: target.isRequest)
        return question.place.flatMap { found[$0]?[kind] } != nil
      }
      for (question, witness) in search.witnesses.sorted(by: { $0.key.precedes($1.key) }) {
        let place = question.place ?? Self.add(target, to: &places)
        seen.insert(Aim(place: place, isRequest: target.isRequest))
        let kind = DiffClass(question, isRequest: target.isRequest)
        if let known = found[place]?[kind], known.payload.utf8.count <= witness.payload.utf8.count {
          continue
        }
        found[place, default: [:]][kind] = witness
      }
    }
    findings = places.indices.flatMap { number in
      let shown = found[number] ?? [:]
      guard !shown.isEmpty else {
        return [DiffFinding(kind: .compatible, place: places[number], witness: nil)]
      }
      // What is taken is told where nothing else is.
      let kinds = DiffClass.changes.filter { shown.count == 1 || $0 != .compatible }
      return kinds.compactMap { kind in
        shown[kind].map { DiffFinding(kind: kind, place: places[number], witness: $0) }
      }
    }
    findings.sort { $0.precedes($1) }
  }

  /// Adds the place of what no difference is near to; it is the target's.
  private static func add(_ target: DiffTarget, to places: inout [DiffPlace]) -> Int {
    let place = DiffPlace(
      aspect: .endpoint, title: displayed(target.text), change: "what it leads to",
      old: target.origin(.old), new: target.origin(.new))
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
  /// The smallest first.
  fileprivate var bySize: [DiffTarget] {
    enumerated().sorted { ($0.element.size, $0.offset) < ($1.element.size, $1.offset) }
      .map(\.element)
  }
}

extension DiffTarget {
  fileprivate func origin(_ side: Side) -> Origin? {
    let half = self[side]
    return half.endpoint?.origin
      ?? half.contract.mappings.first { half.startNames.contains($0.name) }?.origin
  }
}

extension WitnessSearch.Question {
  fileprivate func precedes(_ other: Self) -> Bool {
    let rank = { (question: Self) in
      [
        question.place ?? -1, question.effect == .changed ? 1 : 0, question.sender == .old ? 0 : 1,
      ]
    }
    return rank(self).lexicographicallyPrecedes(rank(other))
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
  func precedes(_ other: DiffFinding) -> Bool {
    let rank = { (finding: DiffFinding) in DiffClass.allCases.firstIndex(of: finding.kind) ?? 0 }
    if rank(self) != rank(other) { return rank(self) < rank(other) }
    if key != other.key { return key.lexicographicallyPrecedes(other.key) }
    return MemberName(place.title + place.change)
      < MemberName(other.place.title + other.place.change)
  }

  /// Where it stands: in the new contract, or where it was.
  private var key: [[UInt8]] {
    guard let origin = place.new ?? place.old else { return [] }
    let start = origin.range.lowerBound
    return [Array(origin.path.utf8), withUnsafeBytes(of: start.bigEndian) { Array($0) }]
  }
}

extension [[UInt8]] {
  fileprivate func lexicographicallyPrecedes(_ other: Self) -> Bool {
    for (one, two) in zip(self, other) where one != two {
      return one.lexicographicallyPrecedes(two)
    }
    return count < other.count
  }
}
