import ContractModel

/// Responses of several endpoints, one after the other, that speak of the same few objects.
///
///     let histories = DrawnHistories([groups, avatars], seed: Seed(42), mostResponses: 6)
///     histories[7].map(\.payload.text)     // no history before it is made
///
/// A response is drawn, or it is one that came before: the same again, or with one thing changed, as
/// an update is. About one in six has a fault. Where loads may fail, about one in four does. After
/// MacIver's rule-based state machines, in Hypothesis; the contract says what there is to do.
package struct DrawnHistories: Sendable {
  /// The number that they are drawn from.
  package private(set) var seed: Seed
  private let endpoints: [Endpoint]
  private let mostResponses: Int
  /// Whether two responses may come at the same time.
  private let mayOverlap: Bool
  /// Loads of several endpoints are numbered after the endpoints, and loads that fail after those.
  private let loads: DrawnLoads

  private struct Endpoint: Sendable {
    let plan: DrawPlan
    let faults: FaultSites
    /// How often it is drawn: what has more in it, more often.
    let weight: Int
  }

  /// How many objects of each type there are at least; in half of the histories, one more.
  private static let identityCount = 2
  private static let mostWeight = 24
  /// That of each, where objects are deleted or loads fail: what comes before and after is to be seen.
  private static let leastWeight = 12

  /// - Parameters:
  ///   - endpoints: Those that the responses are of; at least one.
  ///   - mostResponses: How many responses a history has at most.
  ///   - mayOverlap: Whether two responses may come at the same time.
  ///   - loads: By default, those of each endpoint alone.
  package init(
    _ endpoints: [GeneratedCases], seed: Seed, mostResponses: Int, mayOverlap: Bool = false,
    _ loads: DrawnLoads? = nil
  ) {
    let deletes = endpoints.contains { cases in
      cases.plan.tables.lines.contains { $0.deletes != nil }
    }
    let loads = loads ?? DrawnLoads(aloneCount: endpoints.count)
    let leastWeight = deletes || !loads.failures.isEmpty ? Self.leastWeight : 1
    self.endpoints = endpoints.map { cases in
      let size = cases.sweep.bases.map(\.tree.nodes.count).max() ?? 1
      return Endpoint(
        plan: cases.plan,
        faults: FaultSites(cases.sweep) { $0.faultClass.isOfObjects && !$0.isUnspecified },
        weight: max(leastWeight, min(Self.mostWeight, size)))
    }
    (self.seed, self.mostResponses) = (seed, max(1, mostResponses))
    (self.mayOverlap, self.loads) = (mayOverlap, loads)
  }

  /// The id that makes a history again: `history:42:7`.
  package func id(_ index: Int) -> String { "\(Self.idStart)\(seed.value):\(index)" }

  /// The number of the history with an id of these, of any seed.
  package static func number(ofID id: String) -> (seed: Seed, index: Int)? {
    let parts = id.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, id.utf8.starts(with: idStart.utf8), let seed = UInt64(parts[1]),
      let index = Int(parts[2]), index >= 0
    else { return nil }
    return (Seed(seed), index)
  }

  private static let idStart = "history:"

  /// The same, drawn from another number.
  package func of(_ seed: Seed) -> DrawnHistories {
    var histories = self
    histories.seed = seed
    return histories
  }

  /// The responses of a history, at least one.
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
    var response = earlier[random.below(earlier.count)]
    // A load that failed is tried again.
    if response.endpoint >= firstFailure {
      response.endpoint = loads.failures[response.endpoint - firstFailure]
    }
    // One in five is the same again, or one of before it.
    guard random.below(5) == 0 else {
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

  /// The endpoints of a load that does not fail.
  private func parts(of load: Int) -> [Int] {
    load < endpoints.count ? [load] : loads.groups[load - endpoints.count]
  }

  /// Whether a response is the whole one of one endpoint.
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
  /// Whether it says something of objects and what they have, rather than of how they are read.
  fileprivate var isOfObjects: Bool {
    switch self {
    case .missing, .null, .foreignKey, .identity, .wrongType, .array, .object, .caseValue,
      .discriminator, .optional:
      true
    default: false
    }
  }
}
