import CaptureSources
import Foundation
import JSONParsing

/// Adds the items of a capture up in their order, and ends with the record in which a limit is
/// reached, whichever workers were how far then.
///
/// How much may still be found before an item is only known when all items before it are added up.
final class OrderedItems {
  /// The result of an item.
  struct Part {
    var check: CaptureCheck
    var found: Found
  }

  /// The violations of an item.
  struct Found {
    /// Whether it was known where the item has to end.
    var isExact: Bool
    /// How many count.
    var count = 0
    /// The last of them.
    var last: CheckViolation?
    /// The violations that were not passed on yet.
    var held: [CheckViolation] = []
  }

  private struct State {
    var check: CaptureCheck
    /// How many violations were found in what is added up.
    var foundCount = 0
    /// The first item that is not added up.
    var first = 0
    var waiting: [Int: Part] = [:]
    /// How many violations the limit is away.
    var rest: Int
    var stop: ViolationLimit.Stop?
  }

  private let limit: ViolationLimit
  private let output: (any CheckWorkers.Output)?
  /// Is told what was added up, if someone watches.
  private let progress: CheckProgress.Worker?
  private let lock = NSCondition()
  private var state: State
  private let hasStopped = Atomic(false)

  init(
    _ check: CaptureCheck, _ limit: ViolationLimit, _ output: (any CheckWorkers.Output)?,
    progress: CheckProgress.Worker?
  ) {
    (self.limit, self.output, self.progress) = (limit, output, progress)
    state = State(check: check, rest: limit.count)
  }

  /// Waits until all items before one are added up.
  ///
  /// - Returns: How many of its violations are wanted at most; `nil`, if none is.
  func turn(of number: Int) -> Int? {
    lock.lock()
    defer { lock.unlock() }
    // Read anew each time: `locked` has the state to itself, so that what another thread writes
    // while this one waits would never be seen.
    while state.first < number, state.stop == nil { lock.wait() }
    return state.stop == nil ? state.rest : nil
  }

  /// Whether the limit was reached before.
  var isOver: Bool { hasStopped.load() }

  // MARK: - Violations

  func note(_ violation: CheckViolation, in found: inout Found) {
    if limit.counts(violation) { (found.count, found.last) = (found.count + 1, violation) }
    if output != nil { found.held.append(violation) }
  }

  /// Gives on what is held of an item.
  func release(_ found: inout Found, of number: Int) {
    for violation in found.held { output?.take(violation, of: number) }
    found.held = []
  }

  // MARK: - Adding up

  /// Takes what came of an item, and adds up what can be.
  func add(_ part: Part, of number: Int) {
    locked { state in
      state.waiting[number] = part
      while state.stop == nil, let part = state.waiting.removeValue(forKey: state.first) {
        addUp(part, &state)
      }
      lock.broadcast()
    }
  }

  private func addUp(_ part: Part, _ state: inout State) {
    var found = part.found
    state.check.merge(part.check)
    state.foundCount += part.check.totals.foundCount
    progress?.note(
      recordCount: state.check.totals.recordCount, violationCount: state.foundCount)
    release(&found, of: state.first)
    output?.end(state.first)
    state.first += 1
    state.rest -= found.count
    if state.rest <= 0, let last = found.last {
      state.stop = ViolationLimit.Stop(violation: last, count: limit.count - state.rest)
      hasStopped.store(true)
    }
  }

  /// The result of all items that were added up; once all workers are done.
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
