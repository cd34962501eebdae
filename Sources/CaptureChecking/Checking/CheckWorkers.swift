package import CaptureSources
import JSONParsing

/// Checks a capture with several workers, each of which claims one item of it after another.
///
/// The counts of the workers are merged when all are done, so how many there are, and which of them
/// had which item, does not show.
package struct CheckWorkers: Sendable {
  package var reading: CaptureReading
  /// The limit that ends the check before all is read.
  package var limit: ViolationLimit?

  /// Gets what workers have counted so far, if someone watches them.
  package var progress: CheckProgress?

  /// Gets the violations of the items, each from the worker that has it.
  package protocol Output: Sendable {
    /// - Parameter number: The item's place in the plan.
    func take(_ found: CheckViolation, of number: Int)
    /// Says that the item has no more.
    func end(_ number: Int)
  }

  package init(_ plan: CapturePlan) { reading = CaptureReading(plan) }

  /// The result of all workers.
  package struct Result: Sendable {
    package var check: CaptureCheck
    /// How many items were read.
    package var itemCount = 0
    /// Where the limit was reached; then nothing after it was counted.
    package var stop: ViolationLimit.Stop?
    /// Where the worker writes its counts.
    fileprivate var worker: CheckProgress.Worker?

    fileprivate init(check: CaptureCheck, worker: CheckProgress.Worker?) {
      (self.check, self.worker) = (check, worker)
    }
  }

  /// - Parameters:
  ///   - check: What each worker begins with: a check that has counted nothing.
  ///   - output: Gets every violation, if all are wanted.
  package func run(_ check: CaptureCheck, _ output: (any Output)? = nil) -> Result {
    guard let limit else { return run(check, output, upTo: nil) }
    // What may be a pipe cannot be read twice, and nothing that is given on is taken back.
    if output == nil, !reading.plan.items.contains(where: { $0.input.isStream }) {
      let counter = LimitCounter(limit)
      let result = run(check, counter, upTo: counter)
      if counter.stop == nil { return result }
      progress?.reset()
    }
    let counter = LimitCounter(limit, output)
    var inOrder = self
    inOrder.reading.jobCount = 1
    var result = inOrder.run(check, counter, upTo: counter)
    result.stop = counter.stop
    return result
  }

  /// - Parameter counter: Gets the violations, and ends the check.
  private func run(
    _ check: CaptureCheck, _ output: (any Output)?, upTo counter: LimitCounter?
  ) -> Result {
    var items = reading
    items.isStopped = { reading.isStopped() || counter?.isOver ?? false }
    let isAlone = reading.workerCount == 1
    return items.result(
      beginningWith: {
        // Each worker has its own copy: counting references to a shared object makes workers wait.
        let own = isAlone ? check : CaptureCheck(check.contracts, options: check.options)
        return Result(check: own, worker: progress?.worker())
      },
      reading: { read($1, $2, &$0, &$3, output, counter) },
      mergedBy: { result, other in
        result.check.merge(other.check)
        result.itemCount += other.itemCount
      })
  }

  private func read(
    _ number: Int, _ item: CaptureItem, _ result: inout Result, _ reader: inout CaptureReader,
    _ output: (any Output)?, _ counter: LimitCounter?
  ) {
    let worker = result.worker
    let report = output.map { output in { output.take($0, of: number) } as CaptureCheck.Report }
    // The record in which the limit is reached is read to its end.
    reader.isStopped = reading.isStopped
    reader.readsRequests = result.check.readsRequests
    // A version may have to parse what the present contracts need not.
    reader.handsOverUnparsed =
      result.check.options.screen != nil && result.check.released.isEmpty
    if let worker { reader.onRead = { worker.note(byteCount: $0) } }
    result.check.begin(ItemPlace(item))
    let canStop = item.segment == nil
    let outcome = reader.read(item) { record, body in
      if canStop, reading.isStopped() { return .stop }
      let answer = result.check.check(record, body, report: report)
      // The record is over after its response, and once it is known.
      if case .unknown = answer { return answer }
      guard !record.isRequest else { return answer }
      worker?.note(
        recordCount: result.check.totals.recordCount,
        violationCount: result.check.totals.foundCount)
      return counter?.isOver == true ? .stop : answer
    }
    result.check.note(outcome, of: item)
    result.itemCount += 1
    output?.end(number)
  }
}

/// Counts the violations that may end a check, and gives all on.
private final class LimitCounter: CheckWorkers.Output {
  private let limit: ViolationLimit
  private let output: (any CheckWorkers.Output)?
  private let count = Atomic(0)
  private let last = Mutex<CheckViolation?>(nil)

  init(_ limit: ViolationLimit, _ output: (any CheckWorkers.Output)? = nil) {
    (self.limit, self.output) = (limit, output)
  }

  var isOver: Bool { count.load() >= limit.count }

  /// Where the limit was reached, if all was found in order; `nil`, if it was not.
  var stop: ViolationLimit.Stop? {
    guard isOver, let violation = last.withLock({ $0 }) else { return nil }
    return ViolationLimit.Stop(violation: violation, count: count.load())
  }

  func take(_ found: CheckViolation, of number: Int) {
    if limit.counts(found) {
      last.withLock { $0 = found }
      _ = count.add(1)
    }
    output?.take(found, of: number)
  }

  func end(_ number: Int) { output?.end(number) }
}
