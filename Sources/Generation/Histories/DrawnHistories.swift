import ContractModel
import JSONParsing

/// Responses of several endpoints, one after the other, that mention the same few objects.
///
///     let histories = DrawnHistories([groups, avatars], seed: Seed(42), mostResponses: 6)
///     histories[7].map(\.payload.text)     // makes only this history
///
/// A response is drawn, or it is an earlier one: repeated, or with one change, like an update.
/// About one in six has a fault. Where loads may fail, about one in four does. The idea is that of
/// MacIver's rule-based state machines in Hypothesis; here the contract determines the possible
/// steps.
package struct DrawnHistories: Sendable {
  package private(set) var seed: Seed
  private let endpoints: [Endpoint]
  private let mostResponses: Int
  /// Whether two responses may be loaded at the same time.
  private let mayOverlap: Bool
  /// The loads: first those of one endpoint, then those of several endpoints, then failing loads.
  private let loads: DrawnLoads

  private struct Endpoint: Sendable {
    let plan: DrawPlan
    let faults: FaultSites
    /// The weight with which the endpoint is drawn: larger payloads are drawn more often.
    let weight: Int
    /// Whether its responses delete objects.
    let deletes: Bool
  }

  /// The number of objects of each type; in half of the histories there is one more.
  private static let identityCount = 2
  private static let mostWeight = 24
  /// The least weight of each endpoint if objects are deleted or loads fail, so that the responses
  /// before and after are covered.
  private static let leastWeight = 12

  /// - Parameters:
  ///   - endpoints: The endpoints of the responses, at least one.
  ///   - loads: The loads; by default, each endpoint alone.
  package init(
    _ endpoints: [GeneratedCases], seed: Seed, mostResponses: Int, mayOverlap: Bool = false,
    _ loads: DrawnLoads? = nil
  ) {
    let deletes = endpoints.map { $0.plan.tables.deletes }
    let loads = loads ?? DrawnLoads(aloneCount: endpoints.count)
    let leastWeight = deletes.contains(true) || !loads.failures.isEmpty ? Self.leastWeight : 1
    self.endpoints = zip(endpoints, deletes).map { cases, deletes in
      let size = cases.sweep.bases.map(\.tree.nodes.count).max() ?? 1
      return Endpoint(
        plan: cases.plan,
        faults: FaultSites(cases.sweep) { $0.faultClass.isOfObjects && !$0.isUnspecified },
        weight: max(leastWeight, min(Self.mostWeight, size)), deletes: deletes)
    }
    (self.seed, self.mostResponses) = (seed, max(1, mostResponses))
    (self.mayOverlap, self.loads) = (mayOverlap, loads)
  }

  /// Returns the id from which a history can be made again: `history:42:7`.
  package func id(_ index: Int) -> String { "\(Self.idStart)\(seed.value):\(index)" }

  /// Returns the seed and the number of a history by its id, for any seed.
  package static func number(ofID id: String) -> (seed: Seed, index: Int)? {
    let parts = id.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, id.utf8.starts(with: idStart.utf8), let seed = UInt64(parts[1]),
      let index = Int(parts[2]), index >= 0
    else { return nil }
    return (Seed(seed), index)
  }

  private static let idStart = "history:"

  package func of(_ seed: Seed) -> DrawnHistories {
    var histories = self
    histories.seed = seed
    return histories
  }

  /// Returns the responses of a history, at least one.
  package subscript(index: Int) -> [DrawnResponse] {
    var random = Seed(seed.value ^ 0x6869_7374_6f72_7921).random(ofCase: index)
    let count = min(mostResponses, 2 + random.below(max(1, mostResponses - 1)))
    let identityCount = Self.identityCount + random.below(2)
    var responses: [DrawnResponse] = []
    for _ in 0..<count {
      var response = next(after: responses, identityCount, &random)
      if random.below(6) == 0 { addFault(to: &response, &random) }
      if !loads.failures.isEmpty, random.below(4) == 0 { fail(&response, &random) }
      let isSecond =
        mayOverlap && isOfOne(response)
        && responses.last.map { !$0.overlaps && isOfOne($0) } ?? false
      response.overlaps = isSecond && random.below(loads.failures.isEmpty ? 4 : 2) == 0
      responses.append(response)
    }
    return responses
  }

  private func next(
    after earlier: [DrawnResponse], _ identityCount: Int, _ random: inout CaseRandom
  ) -> DrawnResponse {
    let isNew = earlier.isEmpty || random.below(2) == 0
    guard !isNew else { return drawn(identityCount, &random) }
    // After a deletion, an earlier response may bring the deleted object back in a store.
    let isDeleted = earlier.last.map(deletes) ?? false
    let known = isDeleted ? earlier.filter { !deletes($0) } : earlier
    guard !known.isEmpty else { return drawn(identityCount, &random) }
    var response = known[random.below(known.count)]
    // A failed load is repeated without the failure.
    if response.endpoint >= firstFailure {
      response.endpoint = loads.failures[response.endpoint - firstFailure]
    }
    // One response in five is an exact repetition, or an older version; after a deletion, four are.
    guard random.below(5) < (isDeleted ? 4 : 1) else {
      response.payload.update(&random)
      return response
    }
    let ages = parts(of: response.endpoint).reduce(into: Set()) {
      $0.formUnion(endpoints[$1].plan.tables.ages)
    }
    if !ages.isEmpty, random.below(2) == 0 { response.payload.makeOlder(ages) }
    return response
  }

  private func drawn(_ identityCount: Int, _ random: inout CaseRandom) -> DrawnResponse {
    let load = load(&random)
    let payloads = parts(of: load).map { endpoint in
      var generator = PayloadGenerator(endpoints[endpoint].plan)
      return generator.payload(
        seed: Seed(random.next()), index: 0, size: 4 + random.below(20),
        identityCount: identityCount)
    }
    guard load >= endpoints.count else {
      return DrawnResponse(endpoint: load, payload: payloads[0])
    }
    let names = parts(of: load).map { loads.names[$0] }
    return DrawnResponse(
      endpoint: load,
      payload: PayloadTree(members: zip(names, payloads).map { (name: $0, value: $1) }))
  }

  private func load(_ random: inout CaseRandom) -> Int {
    let weights = (Array(0..<loads.aloneCount) + Array(endpoints.count..<firstFailure)).map {
      load in
      (load, parts(of: load).reduce(0) { $0 + endpoints[$1].weight })
    }
    var rest = random.below(weights.reduce(0) { $0 + $1.1 })
    return weights.first { load in
      rest -= load.1
      return rest < 0
    }?.0 ?? 0
  }

  private var firstFailure: Int { endpoints.count + loads.groups.count }

  /// Returns the endpoints of a load that does not fail.
  private func parts(of load: Int) -> [Int] {
    load < endpoints.count ? [load] : loads.groups[load - endpoints.count]
  }

  private func deletes(_ response: DrawnResponse) -> Bool {
    response.endpoint < firstFailure
      && parts(of: response.endpoint).contains { endpoints[$0].deletes }
  }

  /// Returns whether a response is that of a single endpoint, and does not fail.
  private func isOfOne(_ response: DrawnResponse) -> Bool { response.endpoint < endpoints.count }

  private func addFault(to response: inout DrawnResponse, _ random: inout CaseRandom) {
    guard isOfOne(response) else { return }
    let cell = endpoints[response.endpoint].faults.cell(in: response.payload, &random)
    if let cell { response.payload = cell.payload() }
  }

  private func fail(_ response: inout DrawnResponse, _ random: inout CaseRandom) {
    let ways = loads.failures.indices.filter { loads.failures[$0] == response.endpoint }
    if !ways.isEmpty { response.endpoint = firstFailure + ways[random.below(ways.count)] }
  }
}

extension FaultClass {
  /// Whether the fault affects objects and their values, rather than how they are read.
  fileprivate var isOfObjects: Bool {
    switch self {
    case .missing, .null, .foreignKey, .identity, .wrongType, .array, .object, .caseValue,
      .discriminator, .optional:
      true
    default: false
    }
  }
}
