import Dispatch

/// Runs two things on the caller's actor, so that each goes on where the other waits, and neither ever
/// runs while the other does: in the same order each time, as far as what they wait for lets them.
///
/// Older systems have no such executor.
///
/// - Returns: What they return, in their order.
@available(macOS 15, iOS 18, *)
func atOnce<Value>(
  isolation: isolated (any Actor)? = #isolation,
  _ first: nonisolated(nonsending) @escaping () async -> Value,
  _ second: nonisolated(nonsending) @escaping () async -> Value
) async -> [Value] {
  let works = [Handover(first), Handover(second)]
  let executor = OneAtATimeExecutor()
  let found = await withTaskGroup(
    of: (number: Int, value: Handover<Value>).self, isolation: isolation
  ) { group in
    for (number, work) in works.enumerated() {
      group.addTask(executorPreference: executor) {
        // A closure is on the actor only if it names it.
        _ = isolation
        let value = await OneAtATimeExecutor.$current.withValue(executor) { await work.value() }
        return (number, Handover(value))
      }
    }
    executor.start()
    var found: [(number: Int, value: Handover<Value>)] = []
    while let next = await group.next() { found.append(next) }
    return found
  }
  return found.sorted { $0.number < $1.number }.map(\.value.value)
}

/// Starts a task of its own that, within `atOnce`, runs only where no other code there does.
package func startTask(_ work: sending @escaping () async -> Void) -> Task<Void, Never> {
  if #available(macOS 15, iOS 18, *), let executor = OneAtATimeExecutor.current {
    return Task(executorPreference: executor, operation: work)
  }
  return Task(operation: work)
}

/// Runs the tasks' code, and that of actors without an executor of their own, on one thread: so which
/// of two responses comes first anywhere does not depend on threads.
@available(macOS 15, iOS 18, *)
private final class OneAtATimeExecutor: TaskExecutor {
  /// That of the running task.
  @TaskLocal static var current: OneAtATimeExecutor?

  private let queue = DispatchQueue(
    label: "ContractTesting runs two responses at once", attributes: .initiallyInactive)

  /// Says that all tasks are there.
  func start() { queue.activate() }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
