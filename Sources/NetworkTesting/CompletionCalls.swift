import JSONParsing
import MapperTesting

/// The calls of a client's completion handlers.
final class CompletionCalls: Sendable {
  private struct State: Sendable {
    var hung: String?
    var repeated: [String] = []
  }

  /// The time limit of a load.
  let limit: Duration
  private let state = Mutex(State())

  init(_ limit: Duration) { self.limit = limit }

  /// The response whose load never called its handler; `nil` if there is none. After it nothing is
  /// loaded, because each load would take as long.
  var hung: String? { state.withLock { $0.hung } }

  /// The responses whose loads have called their handlers more than once, in order.
  var repeated: [String] { state.withLock { $0.repeated } }

  /// Returns the value with which a load calls its handler.
  ///
  /// - Parameter response: A description of the served response.
  nonisolated(nonsending) func value<Value>(
    of response: String, _ start: (PendingLoad<Value>) -> Void
  ) async throws -> Value {
    if hung != nil { throw NeverCompleted() }
    let pending = PendingLoad<Value> { [self] in
      state.withLock { state in
        if state.repeated.last != response { state.repeated.append(response) }
      }
    }
    start(pending)
    let timer = Task.detached { [weak pending, limit] in
      try await Task.sleep(for: limit)
      pending?.end(.failure(NeverCompleted()))
    }
    defer { timer.cancel() }
    do {
      return try await pending.value()
    } catch let error as NeverCompleted {
      state.withLock { $0.hung = $0.hung ?? response }
      throw error
    }
  }
}

/// The error of a load that does not call its handler.
struct NeverCompleted: UnansweredError, CustomStringConvertible {
  let description = "the completion handler is never called"
}

/// The error of a load that continues although everything is rejected.
struct NeverGivesUp: UnansweredError, CustomStringConvertible {
  let description = "the client asks again and again"
}

/// A running load.
final class PendingLoad<Value>: Sendable {
  typealias Outcome = Result<Handover<Value>, any Error>

  private struct State {
    var outcome: Outcome?
    var continuation: CheckedContinuation<Handover<Value>, any Error>?
    /// Whether the handler was called before the time limit, and before a cancellation.
    var isCompleted = false
  }

  private let state = Mutex(State())
  private let repeated: @Sendable () -> Void

  /// - Parameter repeated: Called when the handler is called once more.
  init(_ repeated: @escaping @Sendable () -> Void) { self.repeated = repeated }

  /// Accepts a call of the handler.
  func complete(_ result: Result<Value, any Error>) {
    let isFirst = state.withLock { state in
      defer { state.isCompleted = true }
      return !state.isCompleted
    }
    isFirst ? end(result.map { Handover($0) }) : repeated()
  }

  /// Ends the wait for the load.
  func end(_ outcome: Outcome) {
    let waiting: CheckedContinuation<Handover<Value>, any Error>? = state.withLock { state in
      guard state.outcome == nil else { return nil }
      state.outcome = outcome
      return state.continuation.take()
    }
    waiting?.resume(with: outcome)
  }

  /// Returns the value with which the handler is called.
  ///
  /// - Throws: The error with which it is called, or which ends the wait; `CancellationError` if the
  ///   test is cancelled.
  nonisolated(nonsending) func value() async throws -> Value {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let outcome: Outcome? = state.withLock { state in
          if state.outcome == nil { state.continuation = continuation }
          return state.outcome
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      end(.failure(CancellationError()))
    }.value
  }
}
