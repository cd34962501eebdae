public import ContractModel
package import ContractTesting
public import Foundation
import HTTPFixtures
import JSONParsing
public import Testing

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Checks whether the requests of an app are as a contract describes them.
/// `expect(requests:keeps:)` is the short form.
package struct RequestTest {
  private let requests: [URLRequest]
  private let check: RequestCheck

  /// - Parameters:
  ///   - requests: The app's requests; nothing is sent.
  ///   - contract: The contract with `"requests"`.
  ///   - baseURL: The URL to which the app sends its requests, if not to the contract's host and
  ///     base path.
  /// - Throws: `TestSetupError` if the contract describes no request, or there are no requests.
  package init(requests: [URLRequest], keeps contract: Contract, baseURL: URL? = nil) throws {
    guard contract.endpoints.contains(where: \.selector.isRequest) else {
      throw TestSetupError(
        "the contract \(quoted(contract.name.text)) describes no request",
        notes: ["they are in its section \"requests\""])
    }
    guard !requests.isEmpty else {
      throw TestSetupError("there is no request, so nothing would be checked")
    }
    self.requests = requests
    check = RequestCheck(contract, baseURL: baseURL)
  }

  /// Returns one violation for each request that matches no description, or breaks its description.
  package func violations() -> [MapperViolation] { judgement().violations }

  /// Returns a text for each request that may break the contract, because most servers read a `+`
  /// in its query as a space.
  package func warnings() -> [String] { judgement().warnings }

  fileprivate func judgement() -> (violations: [MapperViolation], warnings: [String]) {
    var doubts: [String] = []
    let violations = requests.compactMap { request -> MapperViolation? in
      guard let sent = SentRequest(request) else {
        return MapperViolation("a request has no URL")
      }
      let (message, notes): (String, [String])
      let outcome = check.outcome(of: sent)
      if case .described(_, _, let warnings) = outcome, !warnings.isEmpty {
        doubts.append(StubError("\(sent) may break the contract", notes: warnings).description)
      }
      switch outcome {
      case .described(_, problems: [], _): return nil
      case .described(_, let problems, _): (message, notes) = ("breaks the contract", problems)
      case .unknown(let reason):
        (message, notes) = ("is none of the contract's requests", [reason])
      }
      return MapperViolation(
        (["\(sent) \(message)"] + notes).joined(separator: "\n  "),
        payload: Array(sent.body))
    }
    return (violations, doubts)
  }
}

/// Expects that the requests of an app are as a contract describes them. Nothing is sent.
///
///     try expect(
///       requests: [Router.avatars(query: "cat").urlRequest], keeps: Contract("groups"))
///
/// An issue is recorded at this line for each request that breaks the contract, and a warning for
/// each that most servers may read differently: see `RequestTest.warnings()`.
///
/// - Throws: `TestSetupError` if the contract describes no request, or there are no requests.
public func expect(
  requests: [URLRequest], keeps contract: Contract, baseURL: URL? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let found = try RequestTest(requests: requests, keeps: contract, baseURL: baseURL).judgement()
  found.violations.record(at: sourceLocation)
  for warning in found.warnings { TestIssue.warn(warning, at: sourceLocation) }
}
