import Foundation
import JSONParsing

/// Lets some tasks go on at once and no more, the others in the order in which they come.
package final class TaskGate: Sendable {
  /// That of the loops over a mapper: a run of tests starts hundreds, each with a thread of its own.
  static let loops = TaskGate(limit: 2 * ProcessInfo.processInfo.activeProcessorCount)

  /// Whether this task has passed the gate: a check that a mapper makes itself would wait for the
  /// one that it is part of.
  @TaskLocal static var isInside = false

  private struct State {
    var free: Int
    var lastNumber = 0
    var waiting: [(number: Int, continuation: CheckedContinuation<Bool, Never>)] = []
  }

  private let state: Mutex<State>

  package init(limit: Int) { state = Mutex(State(free: limit)) }

  /// Waits until the task may go on.
  ///
  /// - Throws: `CancellationError`, if the task is cancelled before that.
  package func enter() async throws {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    let isEntered = await withTaskCancellationHandler {
      await withCheckedContinuation { wait(as: number, $0) }
    } onCancel: {
      giveUp(number)
    }
    if !isEntered { throw CancellationError() }
  }

  /// Lets the next task go on.
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
      // Whoever cancels later finds it among those that wait.
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

  private func giveUp(_ number: Int) {
    let waiting = state.withLock { state in
      state.waiting.firstIndex { $0.number == number }
        .map { state.waiting.remove(at: $0).continuation }
    }
    waiting?.resume(returning: false)
  }
}
