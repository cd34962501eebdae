import Dispatch
import JSONParsing

/// The connection between the blocking loop over the payloads and the test's own task, which
/// suspends: the loop asks, the task answers.
///
/// All the app's code therefore runs where the test runs: on its actor, with its task-local values,
/// its priority and its cancellation, and none of it needs to be `Sendable`. The two sides never
/// work at the same time.
package final class Rendezvous: Sendable {
  /// A question that runs on the caller's actor. A closure with a capture list does not, in Swift
  /// 6.3, so none here has one.
  typealias Question = nonisolated(nonsending) () async -> Void

  private enum State {
    case idle
    case asked(Handover<Question>)
    case awaited(CheckedContinuation<Handover<Question>?, Never>)
    case over
  }

  private let state = Mutex(State.idle)
  private let answered = DispatchSemaphore(value: 0)
  /// Whether the test runs on an actor, so that the mapper's results may be read only there.
  private let isOnActor: Bool
  private let isReading = Atomic(false)
  private let wasCancelled = Atomic(false)

  init(isOnActor: Bool) { self.isOnActor = isOnActor }

  // MARK: - The loop's side

  /// Whether the test is cancelled. An error of the mapper then means nothing, because the
  /// cancellation may have caused it.
  var isCancelled: Bool { wasCancelled.load() || Task.isCancelled }

  /// Asks the test's task, and returns its answer.
  func ask<Answer>(
    _ question: nonisolated(nonsending) @escaping () async -> Answer
  ) -> Answer {
    precondition(!isReading.load(), "nothing is mapped while a value is read")
    let answer = Box<Answer>()
    put(Handover { answer.value = await question() })
    answered.wait()
    guard let value = answer.value else { preconditionFailure("every question is answered") }
    return value
  }

  /// Reads a mapper's results on the test's actor. Conformances that belong to an actor, such as
  /// those of a module that is on the main actor by default, are visible only there.
  func read<Answer>(_ work: @escaping () -> Answer) -> Answer {
    guard isOnActor, !isReading.load() else { return work() }
    return ask {
      self.isReading.store(true)
      defer { self.isReading.store(false) }
      return work()
    }
  }

  /// Ends the rendezvous: no further question is asked.
  func finish() { put(nil) }

  /// Gives the waiting task a question, or keeps the question until the task asks for one.
  ///
  /// - Parameter question: The question; `nil` if no further one is asked.
  private func put(_ question: Handover<Question>?) {
    let waiting: CheckedContinuation<Handover<Question>?, Never>? = state.withLock { state in
      if case .awaited(let continuation) = state {
        state = question == nil ? .over : .idle
        return continuation
      }
      state = question.map { .asked($0) } ?? .over
      return nil
    }
    waiting?.resume(returning: question)
  }

  // MARK: - The task's side

  /// Answers questions until no further one is asked.
  func answer(isolation: isolated (any Actor)? = #isolation) async {
    while let question = await next(isolation: isolation) {
      await question.value()
      // Check before the loop sees the answer, which may be an error only because of the
      // cancellation.
      if Task.isCancelled { wasCancelled.store(true) }
      answered.signal()
    }
  }

  private func next(
    isolation: isolated (any Actor)? = #isolation
  ) async -> Handover<Question>? {
    await withCheckedContinuation { continuation in
      let known: Handover<Question>?? = state.withLock { state in
        switch state {
        case .asked(let question):
          state = .idle
          return .some(question)
        case .over: return .some(nil)
        case .idle, .awaited:
          state = .awaited(continuation)
          return nil
        }
      }
      if let known { continuation.resume(returning: known) }
    }
  }
}

/// Carries a value that is not `Sendable` to the other side; only one side uses it at a time.
package struct Handover<Value>: @unchecked Sendable {
  package let value: Value

  package init(_ value: Value) { self.value = value }
}

private final class Box<Value> { var value: Value? }
