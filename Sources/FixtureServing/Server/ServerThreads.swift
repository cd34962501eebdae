import Foundation

/// The threads of a server, with the objects that they wait for.
final class ServerThreads: @unchecked Sendable {
  // The state is changed only under the condition's lock.
  private let condition = NSCondition()
  private var held: [ObjectIdentifier: any Interruptible] = [:]
  private var isStopped = false

  /// The stack size of a thread in bytes, which is small because there may be many threads.
  private static let stackSize = 1 << 19

  /// Starts a thread, unless the server is stopped.
  ///
  /// - Parameter object: The object that the thread waits for. It is released before the thread
  ///   counts as ended, so the body must not retain it.
  func start<Object: Interruptible>(
    for object: Object, _ body: @escaping @Sendable (Object) -> Void
  ) {
    let thread = Thread { [self] in
      let own = ObjectIdentifier(Thread.current)
      run(own, body)
      condition.withLock {
        held[own] = nil
        condition.broadcast()
      }
    }
    thread.stackSize = Self.stackSize
    condition.withLock {
      guard !isStopped else { return }
      held[ObjectIdentifier(thread)] = object
      thread.start()
    }
  }

  private func run<Object>(_ own: ObjectIdentifier, _ body: (Object) -> Void) {
    if let object = condition.withLock({ held[own] }) as? Object { body(object) }
  }

  /// Waits until there are fewer threads than a number; returns `false` if the server is stopped.
  func waitForRoom(_ count: Int) -> Bool {
    condition.withLock {
      while held.count >= count, !isStopped { condition.wait() }
      return !isStopped
    }
  }

  /// Waits for a duration; returns `false` if the server is stopped.
  func pause(for duration: Duration) -> Bool {
    let end = ContinuousClock.now + duration
    return condition.withLock {
      while !isStopped, ContinuousClock.now < end {
        let rest = ContinuousClock.now.duration(to: end).seconds
        _ = condition.wait(until: Date(timeIntervalSinceNow: rest))
      }
      return !isStopped
    }
  }

  /// Interrupts all threads, and waits until all have ended, except the calling one.
  func stop() {
    let own = ObjectIdentifier(Thread.current)
    condition.withLock {
      isStopped = true
      for object in held.values { object.interrupt() }
      condition.broadcast()
      while held.contains(where: { $0.key != own }) { condition.wait() }
    }
  }
}
