package import ContractModel
import ContractReporting
package import Foundation
import JSONParsing
package import MappingEngine

/// Holds what is sent against the requests that a contract describes.
package struct RequestCheck: Sendable {
  private let contract: Contract
  private let matcher: EndpointMatcher
  /// Maps what is sent; `nil`, if the contract describes no request.
  private let mapper: Mapper?

  /// - Parameter baseURL: Where the app sends its requests, if not to the contract's host and base
  ///   path.
  package init(_ contract: Contract, baseURL: URL? = nil) {
    self.contract = contract
    matcher = EndpointMatcher(
      [contract.hosted(at: baseURL)], basePath: baseURL?.path(percentEncoded: false),
      isOfRequests: true)
    let isNeeded = contract.endpoints.contains(where: \.selector.isRequest)
    mapper = isNeeded ? Mapper(contract, as: []) : nil
  }

  /// The outcome of a request.
  package enum Outcome: Sendable {
    /// The contract describes it, and it is as described; or in which ways it is not, each in words.
    case described(Endpoint, problems: [String])
    /// The contract does not describe it, for the reason given.
    case unknown(reason: String)
  }

  package func outcome(of request: SentRequest) -> Outcome {
    let asked = EndpointMatcher.Request(
      method: request.method, url: RequestURL(request.url.absoluteString))
    switch matcher.outcome(of: asked) {
    case .match(let candidate, let parameters):
      let endpoint = contract.endpoints[candidate.number]
      return .described(endpoint, problems: problems(of: request, endpoint, parameters))
    case .unexpectedStatus: return .unknown(reason: "no request is described")
    case .none(let nearest, let reason):
      let name = nearest.map { "the nearest is \(quoted($0.selector.description)): " } ?? ""
      return .unknown(reason: name + reason)
    }
  }

  /// Why a request breaks the contract; `nil`, if it does not, or none is described.
  package func error(in request: SentRequest) -> StubError? {
    guard mapper != nil, case .described(_, let problems) = outcome(of: request),
      !problems.isEmpty
    else { return nil }
    return StubError("\(request) breaks the contract", notes: problems)
  }

  private func problems(
    of request: SentRequest, _ endpoint: Endpoint, _ parameters: [MemberName: String]
  ) -> [String] {
    guard let mapper else { return [] }
    if endpoint.hasNoBody {
      let query = endpoint.problem(ofQuery: request.query).map { text(.unknownKey, $0) }
      let body =
        request.body.isEmpty
        ? nil : text(.unexpectedBody, "a body of \(counted(request.body.count, "byte")) is sent")
      return [query, body].compactMap(\.self)
    }
    // Without a line that reads the body, it is not looked at.
    let body = endpoint.readsBody ? request.body : Data("{}".utf8)
    guard !body.isEmpty else { return [text(.emptyBody, "no body is sent")] }
    let document: JSONDocument
    do {
      document = try JSONDocument(parsing: Array(body))
    } catch {
      return [text(.notJSON, "the body is no JSON: \(error)")]
    }
    let exchange = MappingExchange(
      request: MappingRequest(
        pathParameters: parameters, query: request.query, headers: request.headers,
        knowsHeaders: true))
    var store = ObjectStore()
    let result = mapper.map(
      document, as: .endpoint(endpoint.selector), into: &store, exchange: exchange)
    return texts(of: result)
  }

  /// The errors among the violations of a payload, each with its line of the contract.
  package func texts(of result: MappingResult) -> [String] {
    result.violations.filter { $0.severity == .error }.map { text($0) }
  }

  private func text(_ rule: RuleID, _ message: String) -> String {
    "error[\(rule.rawValue)] \(message)"
  }

  private func text(_ violation: Violation) -> String {
    let line = violation.line.flatMap { ContractLine($0, in: contract) }.map {
      "\n    in \($0)"
    }
    return "\(violation)" + (line ?? "")
  }
}
