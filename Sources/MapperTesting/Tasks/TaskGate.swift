import Foundation
import JSONParsing

/// Lets a limited number of tasks proceed at once; the others wait in the order in which they came.
package final class TaskGate: Sendable {
  /// The gate of the loops over a mapper: a test run starts hundreds, each with its own thread.
  static let loops = TaskGate(limit: 2 * ProcessInfo.processInfo.activeProcessorCount)

  /// Whether this task has passed the gate. A check that a mapper starts itself would otherwise
  /// wait for the check that it is part of.
  @TaskLocal static var isInside = false

  private struct State {
    var free: Int
    var lastNumber = 0
    var waiting: [(number: Int, continuation: CheckedContinuation<Bool, Never>)] = []
  }

  private let state: Mutex<State>

  package init(limit: Int) { state = Mutex(State(free: limit)) }

  /// Waits until the task may proceed; throws `CancellationError` if it is cancelled before that.
  package func enter() async throws {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    let isEntered = await withTaskCancellationHandler {
      await withCheckedContinuation { wait(as: number, $0) }
    } onCancel: {
      let waiting = state.withLock { $0.waiting.take { $0.number == number } }
      waiting?.continuation.resume(returning: false)
    }
    if !isEntered { throw CancellationError() }
  }

  package func leave() {
    let next: CheckedContinuation<Bool, Never>? = state.withLock { state in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst().continuation }
      state.free += 1
      return nil
    }
    next?.resume(returning: true)
  }

  private func wait(as number: Int, _ continuation: CheckedContinuation<Bool, Never>) {
    let isEntered: Bool? = state.withLock { state in
      // A later cancellation finds the task among those that wait.
      if Task.isCancelled { return false }
      guard state.free == 0 else {
        state.free -= 1
        return true
      }
      state.waiting.append((number, continuation))
      return nil
    }
    if let isEntered { continuation.resume(returning: isEntered) }
  }
}
