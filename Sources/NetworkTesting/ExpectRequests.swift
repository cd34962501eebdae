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
  /// A violation for each request that matches no description, or breaks its description.
  package private(set) var violations: [MapperViolation] = []
  /// A text for each request that may break the contract, because most servers read a `+` in its
  /// query as a space.
  package private(set) var warnings: [String] = []

  /// - Parameter baseURL: The URL to which the app sends its requests, if not to the contract's
  ///   host and base path.
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
    let check = RequestCheck(contract, baseURL: baseURL)
    for request in requests { judge(request, check) }
  }

  private mutating func judge(_ request: URLRequest, _ check: RequestCheck) {
    guard let sent = SentRequest(request) else {
      return violations.append(MapperViolation("a request has no URL"))
    }
    let broken: StubError
    switch check.outcome(of: sent) {
    case .described(let problems, let doubts):
      if !doubts.isEmpty {
        warnings.append(StubError("\(sent) may break the contract", notes: doubts).description)
      }
      guard !problems.isEmpty else { return }
      broken = StubError("\(sent) breaks the contract", notes: problems)
    case .unknown(let reason):
      broken = StubError("\(sent) is none of the contract's requests", notes: [reason])
    }
    violations.append(MapperViolation(broken.description, payload: Array(sent.body)))
  }
}

/// Expects that the requests of an app are as a contract describes them. Nothing is sent.
///
///     try expect(
///       requests: [Router.avatars(query: "cat").urlRequest], keeps: Contract("groups"))
///
/// An issue is recorded at this line for each request that breaks the contract, and a warning for
/// each that most servers may read differently: see `RequestTest.warnings`.
///
/// - Throws: `TestSetupError` if the contract describes no request, or there are no requests.
public func expect(
  requests: [URLRequest], keeps contract: Contract, baseURL: URL? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let found = try RequestTest(requests: requests, keeps: contract, baseURL: baseURL)
  found.violations.record(at: sourceLocation)
  for warning in found.warnings { TestIssue.warn(warning, at: sourceLocation) }
}
