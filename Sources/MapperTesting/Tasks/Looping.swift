import Foundation

/// Runs a blocking loop over payloads on its own thread, while the test's task answers its
/// questions. The two never work at the same time, so the loop need not be `Sendable`.
///
/// The loop is a child of that task and has its task-local values, so it knows the running test.
///
/// - Parameter loop: The loop, which asks the rendezvous for everything that belongs to the app.
/// - Throws: The error of the loop; `CancellationError` if the test is cancelled, whatever the loop
///   has found.
package func looping<Result>(
  isolation: isolated (any Actor)? = #isolation,
  _ loop: @escaping (Rendezvous) throws -> Result
) async throws -> Result {
  let loop = Handover(loop)
  guard !TaskGate.isInside else { return try await ungatedLooping(isolation: isolation, loop) }
  try await TaskGate.loops.enter()
  defer { TaskGate.loops.leave() }
  return try await TaskGate.$isInside.withValue(true) {
    // A closure runs on the actor only if it names it.
    try await ungatedLooping(isolation: isolation, loop)
  }
}

private func ungatedLooping<Result>(
  isolation: isolated (any Actor)? = #isolation,
  _ loop: Handover<(Rendezvous) throws -> Result>
) async throws -> Result {
  let rendezvous = Rendezvous(isOnActor: isolation != nil)
  let found = await withTaskGroup(
    of: Handover<Swift.Result<Result, any Error>>.self, isolation: isolation
  ) { group in
    group.addTask {
      await LoopThread().run {
        defer { rendezvous.finish() }
        return Handover(Swift.Result { try loop.value(rendezvous) })
      }
    }
    await rendezvous.answer(isolation: isolation)
    return await group.next()
  }
  guard let found, !Task.isCancelled else { throw CancellationError() }
  return try found.value.get()
}

/// Runs work on its own thread, where it may block without occupying the thread pool.
private actor LoopThread {
  private let executor = LoopExecutor()

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func run<Result: Sendable>(_ work: @Sendable () -> Result) -> Result { work() }
}

/// An executor with one thread for each job. Task executors, which need no actor, exist only from
/// macOS 15 and iOS 18 on.
private final class LoopExecutor: SerialExecutor {
  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  func enqueue(_ job: UnownedJob) {
    let thread = Thread { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    thread.name = "ContractTesting runs a mapper"
    // The size of a main thread's stack, so that a mapper's values may be nested as deeply.
    thread.stackSize = 8 << 20
    thread.start()
  }
}
