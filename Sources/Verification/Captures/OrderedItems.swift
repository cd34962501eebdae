import CaptureSources
import Foundation
import Synchronization

/// Adds the items of a capture up in their order, and ends with the record in which a limit is
/// reached, whichever workers were how far then.
///
/// What may still be found before an item is only known when all items before it are added up. So a
/// worker reads an item as far as might be needed; if that was too far, it is read once more.
final class OrderedItems {
  /// What came of an item.
  struct Part {
    var check: CaptureCheck
    /// How many of its violations count.
    var count = 0
    /// The last of them.
    var last: CheckViolation?
    /// What was found, if it was not given on yet.
    var held: [CheckViolation] = []
    /// Whether it was known where it has to end.
    var isExact = false
  }

  private struct State {
    var check: CaptureCheck
    /// How many violations were found in what is added up.
    var foundCount = 0
    /// The first item that is not added up.
    var first = 0
    /// The first that nobody has claimed.
    var next = 0
    var waiting: [Int: Part] = [:]
    /// How many violations the limit is away.
    var rest: Int
    var stop: ViolationLimit.Stop?
  }

  private let limit: ViolationLimit
  private let itemCount: Int
  /// How many items may be read ahead.
  private let reach: Int
  private let output: (any CheckWorkers.Output)?
  /// Is told what was added up, if someone watches.
  private let progress: CheckProgress.Worker?
  private let lock = NSCondition()
  private var state: State
  private let hasStopped = Atomic(false)

  init(
    _ check: CaptureCheck, itemCount: Int, jobCount: Int, _ limit: ViolationLimit,
    _ output: (any CheckWorkers.Output)?, progress: CheckProgress.Worker?
  ) {
    (self.limit, self.itemCount, self.output) = (limit, itemCount, output)
    self.progress = progress
    reach = 4 * jobCount
    state = State(check: check, rest: limit.count)
  }

  /// The next item that is to be read, and how many of its violations are wanted at most; `nil`, if
  /// there is none.
  func claim() -> (number: Int, most: Int)? {
    locked { state in
      while state.next >= state.first + reach, state.stop == nil { lock.wait() }
      guard state.stop == nil, state.next < itemCount else { return nil }
      defer { state.next += 1 }
      return (state.next, state.rest)
    }
  }

  /// Waits until all items before one are added up.
  ///
  /// - Returns: How many of its violations are wanted; `nil`, if none is.
  func turn(of number: Int) -> Int? {
    locked { state in
      while state.first < number, state.stop == nil { lock.wait() }
      return state.stop == nil ? state.rest : nil
    }
  }

  /// Whether the limit was reached before.
  var isOver: Bool { hasStopped.load(ordering: .relaxed) }

  /// Takes what came of an item, and adds up what can be.
  ///
  /// - Returns: The item that has to be read once more, by whoever has asked.
  func add(_ part: Part, of number: Int) -> Int? {
    locked { state in
      defer { lock.broadcast() }
      state.waiting[number] = part
      while state.stop == nil, let part = state.waiting.removeValue(forKey: state.first) {
        guard part.isExact || part.count < state.rest else { return state.first }
        addUp(part, &state)
      }
      return nil
    }
  }

  private func addUp(_ part: Part, _ state: inout State) {
    state.check.merge(part.check)
    state.foundCount += part.check.totals.foundCount
    progress?.note(
      recordCount: state.check.totals.recordCount, violationCount: state.foundCount)
    for found in part.held { output?.take(found, of: state.first) }
    output?.end(state.first)
    state.first += 1
    state.rest -= part.count
    if state.rest <= 0, let last = part.last {
      state.stop = ViolationLimit.Stop(violation: last, count: limit.count - state.rest)
      state.waiting = [:]
      hasStopped.store(true, ordering: .relaxed)
    }
  }

  /// What all items came to that were added up; once all workers are done.
  var result: CheckWorkers.Result {
    locked { CheckWorkers.Result(check: $0.check, itemCount: $0.first, stop: $0.stop) }
  }

  private func locked<Value>(_ body: (inout State) -> Value) -> Value {
    lock.lock()
    defer { lock.unlock() }
    return body(&state)
  }
}

// All of its state is touched with the lock held alone.
extension OrderedItems: @unchecked Sendable {}
