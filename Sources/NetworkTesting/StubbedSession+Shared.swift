public import HTTPFixtures
import MapperTesting

extension StubbedSession {
  private static let turns = TaskGate(limit: 1)
  /// Whether this task has a stub in the place of the shared session already.
  @TaskLocal private static var isShared = false

  /// Answers the requests of `URLSession.shared` while a function runs, for a client that takes no
  /// session as a parameter.
  ///
  ///     try await stub.answeringSharedSession {
  ///       let avatars = try await AvatarClient().avatars()
  ///       …
  ///     }
  ///
  /// There is one shared session in a process, so one stub at a time answers it: other tests wait
  /// for their turn. All requests of the shared session go to the stub meanwhile, those of code that
  /// the test does not know of, too.
  ///
  /// - Throws: What the function throws; `StubError`, if the shared session cannot be reached: on
  ///   Linux, where the process made a session before its first `StubbedSession`; if it is used
  ///   inside itself; `CancellationError`, if the task is cancelled before its turn.
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
