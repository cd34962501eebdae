package import ContractModel
import Generation
import JSONParsing
import MappingEngine

/// Draws payloads of contracts' endpoints, which depend only on the seed and the order of requests.
package final class DrawnResponses: Sendable {
  /// The header with the id of the payload, which `contractcheck replay` shows.
  package static let header = "Payload-Id"

  /// The number of payloads with faults that are tried until the contract rejects one.
  private static let tryCount = 8

  private let seed: UInt64?
  private let faultPercentage: Int
  private let contracts: [ContractResponses]
  private let requestCount = Atomic(0)
  private let cases = Mutex<[[Int]: GeneratedCases]>([:])

  /// - Parameters:
  ///   - faultPercentage: The percentage of payloads that the contract rejects.
  ///   - seed: The seed; by default each endpoint has its own.
  package init(_ contracts: [Contract], faultPercentage: Int = 0, seed: UInt64? = nil) {
    (self.faultPercentage, self.seed) = (faultPercentage, seed)
    self.contracts = contracts.map { ContractResponses($0, baseURL: nil) }
  }

  /// Stubs for all endpoints, without regard to their hosts.
  package var stubs: [Stub] {
    var stubs: [(stub: Stub, isOfSuccess: Bool)] = []
    for (index, responses) in contracts.enumerated() {
      let basePath = responses.contract.servedBasePath
      for (number, endpoint) in responses.contract.endpoints.enumerated() {
        guard let selector = endpoint.answered else { continue }
        let stub = Stub("\(selector.method) \(basePath)\(selector.path)") { [self] _ in
          try response(ofEndpoint: number, of: index)
        }
        stubs.append((stub, selector.isOfSuccess))
      }
    }
    // The last stub of a path answers: here the one of success, and of several the first.
    let (others, successes) = (stubs.filter { !$0.isOfSuccess }, stubs.filter(\.isOfSuccess))
    return (successes + others).reversed().map(\.stub)
  }

  private func response(ofEndpoint number: Int, of index: Int) throws(StubError) -> StubbedResponse
  {
    let responses = contracts[index]
    guard responses.contract.endpoints[number].body != .absent else {
      return try responses.response(ofEndpoint: number)
    }
    let cases = try cases(ofEndpoint: number, of: index)
    let request = requestCount.add(1)
    // The choice of a fault is independent of the drawn payload.
    var random = Seed(cases.seed.value ^ 0x7365_7276_6564_2121).random(ofCase: request)
    let isFaulty = random.below(100) < faultPercentage
    let one =
      (isFaulty ? faulty(cases, request, responses, number) : nil) ?? cases[.valid, request]
    var response = responses.response(ofEndpoint: number, one.payload.bytes)
    response.headers.entries.append(.init(name: MemberName(Self.header), text: one.id))
    return response
  }

  private func faulty(
    _ cases: GeneratedCases, _ request: Int, _ responses: ContractResponses, _ number: Int
  ) -> GeneratedCase? {
    let first = request * Self.tryCount
    return (first..<first + Self.tryCount).lazy.map { cases[.random, $0] }.first { one in
      !one.faults.isEmpty
        && responses.result(of: one.payload.bytes, ofEndpoint: number)?.isAdmitted != true
    }
  }

  private func cases(ofEndpoint number: Int, of index: Int) throws(StubError) -> GeneratedCases {
    if let known = cases.withLock({ $0[[index, number]] }) { return known }
    let made = try contracts[index].cases(ofEndpoint: number, seed: seed.map { Seed($0) })
    cases.withLock { $0[[index, number]] = made }
    return made
  }
}

extension Contract {
  /// The prefix of all paths: `/v1`, or an empty text.
  var servedBasePath: String {
    basePathSegments.map { "/\($0)" }.joined()
  }
}
