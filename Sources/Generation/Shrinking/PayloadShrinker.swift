package import JSONParsing

/// Simplifies a failing payload, as long as it fails for the same reason.
///
///     var shrinker = PayloadShrinker(near: canonical) { payload in … }
///     let result = shrinker.shrink(payload, failingWith: identity)
///     result.payload.text      // the simplest payload that fails as the first one did
///
/// The shrinker undoes deviations from the canonical payload, removes values, replaces values by
/// values inside them, and simplifies scalars, until nothing changes. The candidates depend on
/// nothing but the payload and its failure. The passes are delta debugging over a tree (Misherghi
/// and Su, “HDD”, 2006) and some of Hypothesis' (MacIver and Donaldson, “Test-Case Reduction via
/// Test-Case Generation”, ECOOP 2020).
package struct PayloadShrinker<Identity: Hashable> {
  private let canonical: PayloadTree?
  private var judged: JudgedPayloads<Identity>

  private(set) var current = PayloadTree()
  private var rank: PayloadRank
  private var identity: Identity?
  private var passing: [PayloadTree] = []
  /// The most values of all candidates, judged or not: otherwise the time would grow with the
  /// square of the payload.
  private let mostValues: Int
  private var valueCount = 0

  /// - Parameters:
  ///   - canonical: The simplest payload; `nil` if none is known.
  ///   - evaluationLimit: The most times that the payload is judged.
  ///   - admits: Returns whether a payload may be judged; others cannot be the minimal one.
  ///   - judge: Returns the failure of a payload; `nil` if it passes.
  package init(
    near canonical: PayloadTree?, evaluationLimit: Int,
    shouldStop: @escaping () -> Bool = { false },
    admitting admits: @escaping (PayloadTree) -> Bool = { _ in true },
    judge: @escaping (PayloadTree) -> Identity?
  ) {
    self.canonical = canonical
    mostValues = 5_000 * evaluationLimit
    judged = JudgedPayloads(
      limit: evaluationLimit, shouldStop: shouldStop, admitting: admits, judge: judge)
    rank = PayloadRank(current, [], near: canonical)
  }

  /// The result of shrinking: the simplest payload that fails.
  package struct Result {
    package var payload: PayloadTree
    /// The number of judged payloads, and the number of accepted ones.
    package var evaluationCount: Int
    package var acceptedCount: Int
    /// The nearest payload that passes.
    package var neighbour: PayloadTree?
  }

  /// - Parameter isMeant: Returns whether a passing payload may be shown beside the minimal one.
  package mutating func shrink(
    _ payload: PayloadTree, failingWith identity: Identity,
    neighbour isMeant: (_ passing: PayloadTree, _ minimal: PayloadTree) -> Bool = { _, _ in true }
  ) -> Result {
    judged.restart(payload, failingWith: identity)
    (current, self.identity, passing, valueCount) = (payload, identity, [], 0)
    rank = PayloadRank(payload, payload.bytes, near: canonical)
    var before: Int
    repeat {
      before = judged.acceptedCount
      runPasses()
    } while judged.acceptedCount > before && !isExhausted
    return Result(
      payload: current, evaluationCount: judged.count, acceptedCount: judged.acceptedCount,
      neighbour: neighbour { isMeant($0, current) })
  }

  var isExhausted: Bool { judged.isExhausted || valueCount > mostValues }

  /// Accepts a candidate if it is simpler and fails for the same reason.
  mutating func consider(_ candidate: PayloadTree) -> Bool {
    guard !isExhausted, !candidate.nodes.isEmpty else { return false }
    valueCount += candidate.nodes.count
    let bytes = candidate.bytes
    guard !judged.isKnown(bytes) else { return false }
    let rank = PayloadRank(candidate, bytes, near: canonical)
    guard rank < self.rank, let verdict = judged.verdict(candidate, bytes) else { return false }
    guard verdict == identity else {
      if verdict == nil { passing.append(candidate) }
      return false
    }
    (current, self.rank) = (candidate, rank)
    judged.acceptedCount += 1
    return true
  }

  /// Returns whether the payload fails in the same way with any other scalar at a place.
  mutating func fails(with token: [UInt8], at node: Int) -> Bool {
    guard !isExhausted else { return false }
    let payload = current.replacing(token, at: [node])
    return judged.verdict(payload, payload.bytes) == .some(identity)
  }

  /// The passing payload that differs least from the failing one: in the fewest values, and of
  /// those in the nearest value.
  private func neighbour(where isMeant: (PayloadTree) -> Bool) -> PayloadTree? {
    var nearest: (tree: PayloadTree, distance: (Int, Double))?
    for tree in passing where isMeant(tree) {
      let weight = PayloadDeviations(of: tree, from: current).weight
      let distance = (weight, PayloadDifference(tree, current)?.distance ?? 1e30)
      if let nearest, nearest.distance <= distance { continue }
      nearest = (tree, distance)
    }
    return nearest?.tree
  }

  var hasCanonical: Bool { canonical != nil }

  var deviations: PayloadDeviations? {
    canonical.map { PayloadDeviations(of: current, from: $0) }
  }
}
