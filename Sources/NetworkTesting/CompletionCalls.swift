import JSONParsing
import MapperTesting

/// The calls of a client's completion handlers.
final class CompletionCalls: Sendable {
  private struct State: Sendable {
    var hung: String?
    var repeated: [String] = []
  }

  private let limit: Duration
  private let state = Mutex(State())

  /// - Parameter limit: How long a load may take.
  init(_ limit: Duration) { self.limit = limit }

  /// The response whose load never called its handler; `nil`, if there is none. Nothing is loaded
  /// after it: each load would take as long.
  var hung: String? { state.withLock { $0.hung } }

  /// The responses whose loads called their handlers more than once so far, in order.
  var repeated: [String] { state.withLock { $0.repeated } }

  /// How long a load may take, in words.
  var limitText: String { "\(limit)" }

  /// Returns the value that a load calls its handler with.
  ///
  /// - Parameters:
  ///   - response: What is served, in words.
  ///   - start: Starts the load.
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
    do {
      return try await pending.value(within: limit)
    } catch let error as NeverCompleted {
      state.withLock { $0.hung = $0.hung ?? response }
      throw error
    }
  }
}

/// A load whose handler is not called.
struct NeverCompleted: UnansweredError, CustomStringConvertible {
  let description = "the completion handler is never called"
}

/// A load that goes on though everything is refused.
struct NeverGivesUp: UnansweredError, CustomStringConvertible {
  let description = "the client asks again and again"
}

/// A load that is under way.
final class PendingLoad<Value>: Sendable {
  typealias Outcome = Result<Handover<Value>, any Error>

  private struct State {
    var outcome: Outcome?
    var continuation: CheckedContinuation<Handover<Value>, any Error>?
    /// Whether the handler was called, and not the time up or the test cancelled.
    var isCompleted = false
  }

  private let state = Mutex(State())
  private let repeated: @Sendable () -> Void

  /// - Parameter repeated: Called where the handler is called once more.
  init(_ repeated: @escaping @Sendable () -> Void) { self.repeated = repeated }

  /// The handler is called.
  func complete(_ result: Result<Value, any Error>) {
    let isFirst = state.withLock { state in
      defer { state.isCompleted = true }
      return !state.isCompleted
    }
    isFirst ? end(result.map { Handover($0) }) : repeated()
  }

  /// Whoever waits waits no longer.
  func end(_ outcome: Outcome) {
    let waiting: CheckedContinuation<Handover<Value>, any Error>? = state.withLock { state in
      guard state.outcome == nil else { return nil }
      state.outcome = outcome
      return state.continuation.take()
    }
    waiting?.resume(with: outcome)
  }

  /// Returns the value that the handler is called with.
  ///
  /// - Throws: The error that it is called with; `NeverCompleted`, if the time is up before;
  ///   `CancellationError`, if the test is cancelled.
  nonisolated(nonsending) func value(within limit: Duration) async throws -> Value {
    let timer = Task.detached { [weak self] in
      try await Task.sleep(for: limit)
      self?.end(.failure(NeverCompleted()))
    }
    defer { timer.cancel() }
    return try await value()
  }

  /// Returns the value that the handler is called with, whenever that is.
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
