import ContractTesting
import HTTPFixtures
public import Testing

/// Fails a test whose stubs and servers refuse a request that it does not look at; see
/// `answeredRequests`.
public struct AnsweredRequestsTrait: TestTrait, SuiteTrait, TestScoping {
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let logs = RequestLogs()
    // What the test throws says more of its failure, and is not held up by this.
    defer {
      for text in logs.unreadTexts { TestIssue.record(text, at: test.sourceLocation) }
      for text in logs.doubtTexts { TestIssue.warn(text, at: test.sourceLocation) }
    }
    try await RequestLog.$collector.withValue(logs) { try await function() }
  }
}

extension Trait where Self == AnsweredRequestsTrait {
  /// Fails each test at whose end a `StubbedSession` or `FixtureServer` that it made has refused a
  /// request: one that nothing is stubbed for, or that breaks the contract's `"requests"`. A client
  /// that swallows the error would pass.
  ///
  ///     @Suite("The client", .answeredRequests)
  ///
  /// A test that reads `unanswered` judges itself what is in it; one that wants requests to be refused
  /// makes its stub with `allowsUnanswered: true`.
  public static var answeredRequests: Self { Self() }
}
