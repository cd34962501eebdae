package import MapperTesting
package import Testing

/// A check of an asynchronous mapper against a contract, or against another mapper.
///
/// `expect(_:keeps:as:)` is the short form. The checks and reports are those of `MapperTest`, which
/// is for synchronous mappers.
///
/// The mapper runs where the check is made, on the actor of the test; everything else runs on a
/// separate thread. At most twice as many such checks run at once as there are processor cores; the
/// others wait for them.
///
/// If the task of the test is cancelled, by its time limit or by the mapper, the check ends with a
/// `CancellationError` and records that nothing was judged.
package struct AsyncMapperTest {
  private let makeTest: (Rendezvous) throws -> MapperTest

  /// - Parameter makeTest: Makes the test that runs on a separate thread.
  package init(_ makeTest: @escaping (Rendezvous) throws -> MapperTest) {
    self.makeTest = makeTest
  }

  /// - Parameter makeTest: Makes the test of the mapper, in the form that is used on that thread.
  package init(
    _ mapper: AsyncMapperUnderTest, _ makeTest: @escaping (MapperUnderTest) throws -> MapperTest
  ) {
    self.init { try makeTest(mapper.answered($0)) }
  }

  /// Whether the test is run for one payload: by a parent process, or to replay a failure.
  package static var isAboutOnePayload: Bool { ChildRun.isChild || Replay.requestedID != nil }

  /// Runs the mapper over all payloads.
  ///
  /// - Throws: `TestSetupError` if the contract does not have the type or a property that the test
  ///   names, or no payload of the type; `CancellationError` if the test is cancelled.
  package nonisolated(nonsending) func violations() async throws -> [MapperViolation] {
    try await run { $0.violations() }
  }

  /// Runs the mapper over all payloads, and records an issue for each of `violations()`, or one for
  /// a cancelled test.
  ///
  /// - Throws: The errors of `violations()`.
  @discardableResult
  package nonisolated(nonsending) func verify(
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> MapperCoverage {
    try await TestIssue.judging(at: sourceLocation) {
      try await verifyAsPart(sourceLocation: sourceLocation)
    }
  }

  /// Like `verify(sourceLocation:)` as a part of another check, which reports a cancellation.
  @discardableResult
  package nonisolated(nonsending) func verifyAsPart(
    sourceLocation: SourceLocation
  ) async throws -> MapperCoverage {
    try await run { $0.verify(sourceLocation: sourceLocation) }
  }

  private nonisolated(nonsending) func run<Result>(
    _ work: @escaping @Sendable (MapperTest) -> Result
  ) async throws -> Result {
    let makeTest = Handover(makeTest)
    return try await looping { work(try makeTest.value($0)) }
  }
}
