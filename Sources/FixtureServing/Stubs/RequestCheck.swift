package import ContractModel
import ContractReporting
package import Foundation
import JSONParsing
package import MappingEngine

/// Checks sent requests against the requests that a contract describes.
package struct RequestCheck: Sendable {
  private let contract: Contract
  private let matcher: EndpointMatcher
  /// Maps requests; `nil` if the contract describes none.
  private let mapper: Mapper?

  /// - Parameter baseURL: The URL to which the app sends its requests, if not to the contract's
  ///   host and base path.
  package init(_ contract: Contract, baseURL: URL? = nil) {
    self.contract = contract
    matcher = EndpointMatcher(
      [contract.hosted(at: baseURL)], basePath: baseURL?.path(percentEncoded: false),
      isOfRequests: true)
    let isNeeded = contract.endpoints.contains(where: \.selector.isRequest)
    mapper = isNeeded ? Mapper(contract, as: []) : nil
  }

  package enum Outcome: Sendable {
    /// The contract describes the request. The texts are its violations and its possible
    /// violations.
    case described(problems: [String], warnings: [String])
    /// The contract does not describe the request, for the reason given.
    case unknown(reason: String)
  }

  package func outcome(of request: SentRequest) -> Outcome {
    switch matcher.outcome(of: request.matched) {
    case .match(let candidate, let parameters):
      let endpoint = contract.endpoints[candidate.number]
      let (problems, warnings) = judgement(of: request, endpoint, parameters)
      return .described(problems: problems, warnings: warnings)
    case .unexpectedStatus: return .unknown(reason: "no request is described")
    case .none(let nearest, let reason):
      let name = nearest.map { "the nearest is \(quoted($0.selector.description)): " } ?? ""
      return .unknown(reason: name + reason)
    }
  }

  /// Returns the error of a request that breaks the contract, and that of one that may break it;
  /// `nil` if there is none, or the contract describes no requests.
  package func errors(in request: SentRequest) -> (broken: StubError?, doubt: StubError?) {
    guard mapper != nil, case .described(let problems, let warnings) = outcome(of: request)
    else { return (nil, nil) }
    return (
      problems.isEmpty ? nil : StubError("\(request) breaks the contract", notes: problems),
      warnings.isEmpty ? nil : StubError("\(request) may break the contract", notes: warnings)
    )
  }

  private func judgement(
    of request: SentRequest, _ endpoint: Endpoint, _ parameters: [MemberName: String]
  ) -> (problems: [String], warnings: [String]) {
    guard let mapper else { return ([], []) }
    if endpoint.hasNoBody {
      let query = endpoint.problem(ofQuery: request.query).map { self.text(.unknownKey, $0) }
      let body =
        request.body.isEmpty
        ? nil
        : self.text(.unexpectedBody, "a body of \(counted(request.body.count, "byte")) is sent")
      return ([query, body].compactMap(\.self), [])
    }
    var sent = request.mappingRequest(parameters, knowsHeaders: true)
    var warnings: [String] = []
    let target = MappingTarget.endpoint(endpoint.selector)
    if let plus = mapper.plusReading(of: request.url.absoluteString, sent, as: target) {
      sent.query = plus.query
      if plus.matters {
        warnings = [
          "warning[\(RuleID.ambiguousPlus.rawValue)] \(PlusReading.message): \(plus.hint)"
        ]
      }
    }
    do throws(Endpoint.UnreadableBody) {
      sent.form = try endpoint.form(in: request.content)
    } catch {
      let hint = error.hint.map { "; \($0)" } ?? ""
      return ([text(error.rule, error.message + hint)], warnings)
    }
    let document: JSONDocument
    do throws(JSONParseError) {
      // A body that no line reads is not checked.
      let isRead = endpoint.readsBody
      document = try JSONDocument(parsing: isRead ? Array(request.body) : Array("{}".utf8))
    } catch {
      return ([text(RuleID(error), "the body \(error.verdict): \(error)")], warnings)
    }
    var store = ObjectStore()
    let result = mapper.map(
      document, as: target, into: &store, exchange: MappingExchange(request: sent))
    return (result.writtenViolations.map { text($0) }, warnings)
  }

  /// Returns the errors among the violations of a payload, each with its line of the contract.
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
