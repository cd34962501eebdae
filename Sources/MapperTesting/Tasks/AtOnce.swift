import Dispatch

/// Runs two functions on the caller's actor, so that each proceeds while the other one suspends,
/// but never both at once. Their order is the same each time, as far as the things that they await
/// allow.
///
/// Older systems have no such executor.
///
/// - Returns: The results of the functions, in their order.
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
        // A closure runs on the actor only if it names it.
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

/// Starts a new task. Within `atOnce`, the task runs only while no other code there does.
package func startTask(_ work: sending @escaping () async -> Void) -> Task<Void, Never> {
  if #available(macOS 15, iOS 18, *), let executor = OneAtATimeExecutor.current {
    return Task(executorPreference: executor, operation: work)
  }
  return Task(operation: work)
}

/// Runs the code of the tasks, and of actors without an executor of their own, on one thread. The
/// order in which two responses arrive therefore does not depend on threads.
@available(macOS 15, iOS 18, *)
private final class OneAtATimeExecutor: TaskExecutor {
  @TaskLocal static var current: OneAtATimeExecutor?

  private let queue = DispatchQueue(
    label: "ContractTesting runs two responses at once", attributes: .initiallyInactive)

  func start() { queue.activate() }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
