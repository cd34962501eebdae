package import MapperTesting
package import Testing

/// Makes a check of an asynchronous mapper.
///
/// The mapper runs on the actor of the test, which calls this function. The check runs on a
/// separate thread. At most twice as many such checks run at once as there are processor cores; the
/// others wait for them.
///
/// If the task of the test is cancelled, by its time limit or by the mapper, the check ends with a
/// `CancellationError` and records that nothing was judged.
///
/// - Parameter check: Makes the check of the mapper that `AsyncMapperUnderTest.answered` returns.
package nonisolated(nonsending) func answering<Result>(
  at sourceLocation: SourceLocation, _ check: @escaping (Rendezvous) throws -> Result
) async throws -> Result {
  try await TestIssue.judging(at: sourceLocation) { try await looping(check) }
}
