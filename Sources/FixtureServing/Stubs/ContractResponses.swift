package import ContractModel
package import Foundation
import Generation
package import JSONParsing
package import MappingEngine

/// The responses of a contract's endpoints: the canonical payload of each, unless a test sets
/// another one.
package struct ContractResponses: Sendable {
  package let contract: Contract
  package let baseURL: URL?
  package let matcher: EndpointMatcher
  package let requests: RequestCheck
  /// The headers that the contract reads, by the numbers of the endpoints that have any.
  package let headers: [Int: NamedTexts]
  /// The responses that a test sets for all requests of a method and path.
  private var chosen: [HTTPSelector.Place: StubbedResponse] = [:]

  /// - Parameter baseURL: The URL to which the app sends its requests; by default the contract's
  ///   host and base path.
  package init(_ contract: Contract, baseURL: URL?) {
    (self.contract, self.baseURL) = (contract, baseURL)
    matcher = EndpointMatcher(
      [contract.hosted(at: baseURL)], basePath: baseURL?.path(percentEncoded: false))
    requests = RequestCheck(contract, baseURL: baseURL)
    headers = contract.canonicalHeaders
  }

  // MARK: - Requests

  package func match(of asked: EndpointMatcher.Request) -> ResponseTable.Match? {
    let matches = matcher.matches(of: asked)
    guard let first = matches.first, let place = first.candidate.selector.http?.place else {
      return nil
    }
    // Endpoints with one path differ in the status, which a request does not state.
    if let chosen = chosen[place] { return (first.parameters, { _ in chosen }) }
    let endpoint =
      matches.first {
        $0.candidate.selector.http?.place == place
          && $0.candidate.selector.http?.isOfSuccess == true
      } ?? first
    let number = endpoint.candidate.number
    return (endpoint.parameters, { [self] _ in try response(ofEndpoint: number) })
  }

  /// Returns the path parameters of a request for an endpoint, or for another status of its path;
  /// `nil` if the request is for another path.
  package func match(
    of asked: EndpointMatcher.Request, ofEndpoint number: Int
  ) -> [MemberName: String]? {
    guard let first = matcher.matches(of: asked).first,
      let selector = contract.endpoints[number].answered,
      first.candidate.selector.http?.place == selector.place
    else { return nil }
    return first.parameters
  }

  /// Returns the number of the endpoint with the path of another one that describes a status.
  package func endpoint(withStatus status: Int, besides number: Int) -> Int? {
    contract.endpoints.indices.first { other in
      let statuses = contract.endpoints[other].answered?.statuses ?? []
      return statuses.contains { $0.fits(status) } && isOnePlace(other, number)
    }
  }

  /// Whether two endpoints have the same method and path.
  package func isOnePlace(_ one: Int, _ other: Int) -> Bool {
    contract.endpoints[one].answered?.place == contract.endpoints[other].answered?.place
  }

  package var endpointTexts: [String] { contract.endpoints.compactMap { $0.answered?.description } }

  /// Returns the reason why no endpoint of the contract matches a request.
  package func reason(against asked: EndpointMatcher.Request) -> String? {
    guard case .none(let nearest?, let reason) = matcher.outcome(of: asked) else { return nil }
    return "the nearest endpoint is \(nearest.selector): \(reason)"
  }

  // MARK: - Endpoints

  /// - Parameter text: The endpoint in the form of the contract, or without statuses for the one of
  ///   success.
  /// - Throws: `StubError` if the contract does not have the endpoint.
  package func endpoint(_ text: String) throws(StubError) -> Int {
    let selector = try HTTPSelector(stub: text)
    let all = contract.endpoints.map(\.answered)
    if let exact = all.firstIndex(of: selector) { return exact }
    let alike = all.indices.filter { selector.statuses.isEmpty && all[$0]?.place == selector.place }
    let ofSuccess = alike.first { all[$0]?.isOfSuccess == true }
    if let number = ofSuccess ?? alike.first { return number }
    let name = quoted(contract.name.text)
    throw StubError(
      "the contract \(name) has no endpoint \(quoted(text))",
      notes: [nearestOrFirst(text, among: endpointTexts)])
  }

  /// Makes an endpoint answer all requests of its method and path.
  package mutating func choose(_ number: Int, _ response: StubbedResponse) {
    guard let selector = contract.endpoints[number].answered else { return }
    chosen[selector.place] = response
  }

  /// Returns the response of an endpoint with a payload, and with the headers that the contract
  /// reads.
  package func response(
    ofEndpoint number: Int, _ payload: [UInt8], status: Int? = nil
  ) -> StubbedResponse {
    var response = StubbedResponse(
      Data(payload), contentType: contract.endpoints[number].mimeType,
      status: status ?? statuses(ofEndpoint: number)[0])
    response.headers.entries += headers[number]?.entries ?? []
    return response
  }

  /// Returns the response of an endpoint with its canonical payload.
  ///
  /// - Throws: `StubError` if there is no such payload.
  package func response(ofEndpoint number: Int) throws(StubError) -> StubbedResponse {
    let endpoint = contract.endpoints[number]
    if endpoint.hasNoBody { return .status(statuses(ofEndpoint: number)[0]) }
    guard let payload = contract.canonicalPayload(of: endpoint) else {
      throw StubError(noPayloadOf: endpoint)
    }
    return response(ofEndpoint: number, Array(payload.bytes))
  }

  /// Returns the statuses of an endpoint's responses, at least one: each named status, and the
  /// first one of a class. An endpoint for any status of success has 200, and 204 if it has no
  /// body.
  package func statuses(ofEndpoint number: Int) -> [Int] {
    let endpoint = contract.endpoints[number]
    let hasBody = !endpoint.hasNoBody
    var statuses: [Int] = []
    for named in endpoint.answered?.statuses ?? [] {
      let more =
        switch named {
        case .code(let code): [code]
        case .hundred(2) where !hasBody: [200, 204]
        case .hundred(let digit): [digit * 100]
        }
      statuses += more.filter { !statuses.contains($0) }
    }
    return statuses.isEmpty ? (hasBody ? [200] : [204, 200]) : statuses
  }

  /// Returns the payload with an id: a single fault, such as `null@[0].file_url`, or any other id
  /// that `contractcheck generate --ids` prints.
  ///
  /// - Throws: `StubError` if the endpoint has no such payload.
  package func payload(_ id: String, ofEndpoint number: Int) throws(StubError) -> [UInt8] {
    let cases = try cases(ofEndpoint: number)
    if let found = cases.case(id: id) { return found.payload.bytes }
    let ids = cases.sweep.cells.map(\.id)
    let name = quoted(contract.endpoints[number].selector.description)
    throw StubError(
      "the payloads of \(name) have no fault \(quoted(id))",
      notes: [
        didYouMean(id, among: ids)
          ?? "there are \(ids.count), such as \(ids.prefix(3).map(quoted).joined(separator: ", "))"
      ])
  }

  /// - Throws: `StubError` if no payload is a valid body of the endpoint.
  func cases(ofEndpoint number: Int, seed: Seed? = nil) throws(StubError) -> GeneratedCases {
    let endpoint = contract.endpoints[number]
    let target = ContractExample.Target.endpoint(Located(endpoint.selector))
    if let cases = GeneratedCases(contract, target: target, seed: seed) { return cases }
    throw StubError(noPayloadOf: endpoint)
  }
}

extension StubError {
  fileprivate init(noPayloadOf endpoint: Endpoint) {
    self.init("no payload is a valid body of \(quoted(endpoint.selector.description))")
  }
}

extension ContractResponses {
  /// Maps a payload of an endpoint according to the contract.
  package func result(of payload: [UInt8], ofEndpoint number: Int) -> MappingResult? {
    guard let document = try? JSONDocument(parsing: payload) else { return nil }
    let target = MappingTarget.endpoint(contract.endpoints[number].selector)
    var store = ObjectStore()
    return Mapper(contract, as: target).map(document, as: target, into: &store)
  }
}

extension Contract {
  package func hosted(at baseURL: URL?) -> Contract {
    guard let host = baseURL?.host() else { return self }
    var contract = self
    contract.host = Located(host)
    return contract
  }
}

extension Endpoint {
  /// The method, path and statuses of responses; `nil` for a request or an event.
  package var answered: HTTPSelector? {
    if case .http(let selector) = selector { selector } else { nil }
  }
}

extension HTTPSelector {
  /// The common part of endpoints that differ only in their statuses.
  package struct Place: Hashable, Sendable {
    package var method: String
    package var path: [[PathPattern.Part]]
    package var conditions: [RequestCondition]
  }

  package var place: Place {
    Place(method: method, path: path.shape, conditions: conditions)
  }
}
