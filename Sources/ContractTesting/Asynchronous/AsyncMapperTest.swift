package import MapperTesting
package import Testing

/// Whether an asynchronous mapper does what a contract says, or what another mapper does.
///
/// `expect(_:keeps:as:)` is the short way to say it. What is checked and reported is what `MapperTest`
/// does with mappers that await nothing.
///
/// The mapper runs where the check is made, on the actor of the test; everything else runs on a
/// thread of its own. There are at most twice as many such checks at once as the machine has cores;
/// the others wait for them.
///
/// If the task of the test is cancelled, by its time limit or by the mapper, the check ends with a
/// `CancellationError`, and what is recorded is that nothing is judged.
package struct AsyncMapperTest {
  private let makeTest: (Rendezvous) throws -> MapperTest

  /// - Parameter makeTest: Makes the test that runs on a thread of its own.
  package init(_ makeTest: @escaping (Rendezvous) throws -> MapperTest) {
    self.makeTest = makeTest
  }

  /// - Parameter makeTest: Makes the test of the mapper, as it is known on that thread.
  package init(
    _ mapper: AsyncMapperUnderTest, _ makeTest: @escaping (MapperUnderTest) throws -> MapperTest
  ) {
    self.init { try makeTest(mapper.answered($0)) }
  }

  /// Whether the test is run for one payload: by a parent process, or to replay a failure.
  package static var isAboutOnePayload: Bool { ChildRun.isChild || Replay.requestedID != nil }

  /// Runs the mapper over all payloads.
  ///
  /// - Returns: What `MapperTest.violations()` returns.
  /// - Throws: `TestSetupError`, if the contract does not have the type or a property that something
  ///   is said of, or no payload of the type; `CancellationError`, if the test is cancelled.
  package nonisolated(nonsending) func violations() async throws -> [MapperViolation] {
    try await run { $0.violations() }
  }

  /// Runs the mapper over all payloads, and records an issue for each of `violations()`, or that the
  /// test is cancelled.
  ///
  /// - Returns: What the mapper was tested on.
  /// - Throws: What `violations()` throws.
  @discardableResult
  package nonisolated(nonsending) func verify(
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> MapperCoverage {
    try await TestIssue.judging(at: sourceLocation) {
      try await verifyAsPart(sourceLocation: sourceLocation)
    }
  }

  /// Does what `verify(sourceLocation:)` does as a part of another check, which tells that the test is
  /// cancelled.
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
