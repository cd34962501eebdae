public import HTTPFixtures
import MapperTesting

extension StubbedSession {
  private static let turns = TaskGate(limit: 1)
  /// Whether a stub already answers the shared session in this task.
  @TaskLocal private static var isShared = false

  /// Answers the requests of `URLSession.shared` while a function runs, for a client that accepts
  /// no session.
  ///
  ///     try await stub.answeringSharedSession {
  ///       let avatars = try await AvatarClient().avatars()
  ///       …
  ///     }
  ///
  /// A process has one shared session, so one stub at a time answers it, and other tests wait for
  /// their turn. Meanwhile all requests of the shared session go to the stub, including those of
  /// code that the test does not know.
  ///
  /// - Throws: The errors of the function; `StubError` if the shared session cannot be stubbed: on
  ///   Linux, after the process created a session before its first `StubbedSession`; or if the call
  ///   is nested; `CancellationError` if the task is cancelled before its turn.
  public func answeringSharedSession<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async throws -> Result {
    guard !Self.isShared else {
      throw StubError(
        "URLSession.shared is answered by a stub already",
        notes: ["one stub answers at a time: add the stubs to that one"])
    }
    try await Self.turns.enter()
    defer { Self.turns.leave() }
    guard SharedSession.isReached else {
      throw StubError(
        "URLSession.shared cannot be stubbed in this process any more",
        notes: [
          "a session was made before the first StubbedSession, and on Linux that decides who answers",
          "give the client a session, such as stub.makeURLSession(), or make a StubbedSession first",
        ])
    }
    SharedSession.answer(by: self)
    defer { SharedSession.answer(by: nil) }
    return try await Self.$isShared.withValue(true) { try await body() }
  }
}
