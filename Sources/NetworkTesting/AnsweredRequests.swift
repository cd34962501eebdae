import ContractTesting
import HTTPFixtures
public import Testing

/// Fails a test whose stubs and servers reject a request that the test does not read; see
/// `answeredRequests`.
public struct AnsweredRequestsTrait: TestTrait, SuiteTrait, TestScoping {
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let logs = RequestLogs()
    // An error of the test says more about its failure, and is still thrown.
    defer {
      for text in logs.unreadTexts { TestIssue.record(text, at: test.sourceLocation) }
      for text in logs.doubtTexts { TestIssue.warn(text, at: test.sourceLocation) }
    }
    try await RequestLog.$collector.withValue(logs) { try await function() }
  }
}

extension Trait where Self == AnsweredRequestsTrait {
  /// Fails each test whose `StubbedSession` or `FixtureServer` has rejected a request by the end of
  /// the test: a request without a stub, or one that breaks the contract's `"requests"`. Otherwise
  /// a client that ignores the error would pass.
  ///
  ///     @Suite("The client", .answeredRequests)
  ///
  /// A test that reads `unanswered` judges the requests in it itself; a test that causes rejected
  /// requests on purpose creates its stub with `allowsUnanswered: true`.
  public static var answeredRequests: Self { Self() }
}
