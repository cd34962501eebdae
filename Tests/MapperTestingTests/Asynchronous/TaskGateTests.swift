import JSONParsing
import Testing

@testable import MapperTesting

@Suite("Only some checks run at once, and the others wait")
struct TaskGateTests {
  private final class Counts: Sendable {
    let state = Mutex((now: 0, most: 0, all: 0))
  }

  @Test("The limit is never exceeded, and all checks finish")
  func limit() async throws {
    let gate = TaskGate(limit: 3)
    let counts = Counts()
    try await withThrowingTaskGroup { group in
      for _ in 0..<50 {
        group.addTask {
          try await gate.enter()
          counts.state.withLock {
            $0.now += 1
            $0.most = max($0.most, $0.now)
          }
          await Task.yield()
          counts.state.withLock { ($0.now, $0.all) = ($0.now - 1, $0.all + 1) }
          gate.leave()
        }
      }
      try await group.waitForAll()
    }
    counts.state.withLock {
      #expect($0.most <= 3)
      #expect($0.all == 50)
    }
  }

  @Test("A check cancelled while it waits ends, and blocks no other")
  func cancelled() async throws {
    let gate = TaskGate(limit: 1)
    try await gate.enter()
    let waiting = Task { try await gate.enter() }
    await Task.yield()
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    gate.leave()
    try await gate.enter()
    gate.leave()
  }

  @Test("A check that was cancelled before it starts does not wait")
  func cancelledBefore() async throws {
    let gate = TaskGate(limit: 0)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await gate.enter()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
