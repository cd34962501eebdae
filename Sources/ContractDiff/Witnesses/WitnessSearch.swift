import ContractModel
import FaultTolerance
import Generation
import JSONParsing
import MappingEngine

/// Searches the payloads of one target for those that show its differences, and shrinks them.
struct WitnessSearch {
  /// A fact without its rule. One payload per question is enough.
  struct Question: Hashable {
    var effect: WitnessFact.Effect
    var sender: Side
    var place: Int?
    /// The class of a deviation from a specification; `nil` for changes.
    var kind: DiffClass?
  }

  /// Returns the class of a fact, or `nil` if the fact is not searched for.
  typealias Classify = (WitnessJudge.Found, WitnessJudge.Verdict) -> DiffClass?

  private struct Best {
    var candidate: Candidate
    var found: WitnessJudge.Found
    /// The number of other facts, and the size of the payload.
    var cost: [Int]
  }

  /// The maximum number of times that a payload is judged while it is shrunk.
  private static let shrinkLimit = 300
  /// The maximum number of values in all payloads that are judged while single values are removed.
  private static let pruneWork = 1_000_000

  /// The maximum number of payloads that are drawn if edges show every difference.
  private static let drawnIfShown = 10

  private let judge: WitnessJudge
  private let classify: Classify?
  private var best: [Question: Best] = [:]
  private(set) var witnesses: [Question: DiffWitness] = [:]

  /// - Parameter isKnown: Returns whether a payload is known for a question.
  init(
    _ target: DiffTarget, _ table: PlaceTable, _ limits: WitnessCandidates.Limits,
    _ tolerance: VersionTolerance, isKnown: (Question) -> Bool
  ) {
    judge = WitnessJudge(table, target, tolerance)
    classify = nil
    let senders = [Side.old, .new].map { WitnessCandidates(target, $0, table, limits) }
    for candidates in senders { candidates.sendEdges { take($0) } }
    // If edges show every difference, pairs of edges and many drawn payloads would add little.
    let isShown = Set(best.keys.compactMap(\.place)).isSuperset(of: target.places)
    for candidates in senders {
      if !isShown { candidates.sendPairs { take($0) } }
      candidates.sendDrawn(most: isShown ? Self.drawnIfShown : .max) { take($0) }
    }
    for (question, best) in best where !isKnown(question) {
      let candidates = senders.first { $0.sender == question.sender }
      witnesses[question] = witness(best, near: candidates?.canonical)
    }
  }

  /// Searches payloads for facts that have a class.
  init(_ judge: WitnessJudge, _ candidates: WitnessCandidates, classify: @escaping Classify) {
    (self.judge, self.classify) = (judge, classify)
    candidates.send { take($0) }
    for (question, best) in best { witnesses[question] = witness(best, near: candidates.canonical) }
  }

  private mutating func take(_ candidate: Candidate) {
    guard let verdict = judge.verdict(candidate), !verdict.found.isEmpty else { return }
    for found in verdict.found {
      let kind = classify?(found, verdict)
      guard classify == nil || kind != nil else { continue }
      let question = Question(
        effect: found.fact.effect, sender: candidate.sender, place: found.fact.place, kind: kind)
      let others = verdict.found.filter { $0.fact.place != found.fact.place }.count
      let cost = [others, candidate.payload.nodes.count]
      if let known = best[question], !cost.lexicographicallyPrecedes(known.cost) { continue }
      best[question] = Best(candidate: candidate, found: found, cost: cost)
    }
  }

  /// Removes each value that is not needed, even if the simplest payload has it; of large payloads,
  /// the last ones.
  private static func pruned(
    _ payload: PayloadTree, where shows: (PayloadTree) -> Bool
  ) -> PayloadTree {
    var pruned = payload
    let most = pruneWork / max(1, payload.nodes.count)
    for node in payload.nodes.indices.dropFirst().reversed().prefix(most) {
      var candidate = pruned
      candidate.remove(node)
      if shows(candidate) { pruned = candidate }
    }
    return pruned
  }

  /// Shrinks the payload as long as it shows the same fact and no additional ones, and maps the
  /// result again.
  private func witness(_ best: Best, near canonical: PayloadTree?) -> DiffWitness? {
    let fact = best.found.fact
    let first = judge.verdict(best.candidate)
    let most = first?.found.count ?? 1
    let kind = first.flatMap { classify?(best.found, $0) }
    let find = { [classify] (verdict: WitnessJudge.Verdict) in
      verdict.found.first { $0.fact == fact && classify?($0, verdict) == kind }
    }
    let shows = { [judge] (payload: PayloadTree) -> Bool in
      var candidate = best.candidate
      candidate.payload = payload
      guard let verdict = judge.verdict(candidate), verdict.found.count <= most else {
        return false
      }
      return find(verdict) != nil
    }
    var shrinker = PayloadShrinker<WitnessFact>(
      near: canonical, evaluationLimit: Self.shrinkLimit,
      judge: { shows($0) ? fact : nil })
    let result = shrinker.shrink(best.candidate.payload, failingWith: fact)
    var smallest = best.candidate
    smallest.payload = PayloadTree(json: Self.pruned(result.payload, where: shows).text)
    guard let verdict = judge.verdict(smallest), let found = find(verdict)
    else { return nil }
    return DiffWitness(smallest, found, verdict, judge.target)
  }
}
