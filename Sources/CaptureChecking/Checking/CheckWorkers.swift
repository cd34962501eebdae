package import CaptureSources
import JSONParsing

/// Checks a capture with several workers, each of which takes one item after another.
///
/// The counts of the workers are merged at the end. The result does not depend on how many workers
/// there are, or which of them reads which item.
package struct CheckWorkers: Sendable {
  package var reading: CaptureReading
  /// The limit that ends the check early.
  package var limit: ViolationLimit?

  /// Receives the counts of the workers while they run; `nil`, if they are not displayed.
  package var progress: CheckProgress?

  /// Receives the violations of the items, each from the worker that reads the item.
  package protocol Output: Sendable {
    /// - Parameter number: The item's place in the plan.
    func take(_ found: CheckViolation, of number: Int)
    /// Ends the violations of an item.
    func end(_ number: Int)
  }

  package init(_ reading: CaptureReading) { self.reading = reading }

  /// The result of one worker, or of all after merging.
  package struct Result: Sendable {
    package var check: CaptureCheck
    package var itemCount = 0
    /// The violation that reached the limit; nothing after its record is counted.
    package var stop: CheckViolation?
    fileprivate var worker: CheckProgress.Worker?
  }

  /// - Parameters:
  ///   - check: An empty check, with which each worker begins.
  ///   - output: Receives every violation; `nil`, if only examples are needed.
  package func run(_ check: CaptureCheck, _ output: (any Output)? = nil) -> Result {
    guard let limit else { return run(check, output, upTo: nil) }
    // A second run is impossible if an input may be a pipe or violations were passed to the output.
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

  /// - Parameter counter: Ends the check when its limit is reached; `nil`: no limit.
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
    // The record in which the limit is reached is checked to its end.
    reader.isStopped = reading.isStopped
    reader.readsRequests = result.check.readsRequests
    // A released version may need parsed records where the present contracts do not.
    reader.handsOverUnparsed = result.check.options.screen != nil && result.check.released.isEmpty
    if let worker { reader.onRead = { worker.note(byteCount: $0) } }
    result.check.begin(ItemPlace(item))
    let canStop = item.segment == nil
    let outcome = reader.read(item) { record, body in
      if canStop, reading.isStopped() { return .stop }
      let answer = result.check.check(record, body, report: report)
      // A record ends with its response, and only if the answer is not `unknown`.
      if case .unknown = answer { return answer }
      guard !record.isRequest else { return answer }
      worker?.note(
        recordCount: result.check.totals.recordCount,
        violationCount: result.check.totals.foundCount)
      return counter?.isOver == true ? .stop : answer
    }
    result.check.totals.inputs.note(outcome, of: item)
    result.itemCount += 1
    output?.end(number)
  }
}

/// The number of violations that ends a check, and which violations count.
package struct ViolationLimit: Sendable {
  /// At least one.
  package var count: Int
  package var counts: @Sendable (CheckViolation) -> Bool

  package init(_ count: Int, _ counts: @escaping @Sendable (CheckViolation) -> Bool) {
    (self.count, self.counts) = (count, counts)
  }
}

extension CaptureCheck {
  /// Returns the place of a violation, with its line in the file. All lines before it must have been
  /// counted.
  package func place(of found: CheckViolation) -> ViolationPlace {
    found.location.moved(byLines: totals.inputs.linesBefore[found.order.item] ?? 0)
  }
}

/// Counts the violations that may end a check, and passes all on to the output.
private final class LimitCounter: CheckWorkers.Output {
  private let limit: ViolationLimit
  private let output: (any CheckWorkers.Output)?
  private let count = Atomic(0)
  private let last = Mutex<CheckViolation?>(nil)

  init(_ limit: ViolationLimit, _ output: (any CheckWorkers.Output)? = nil) {
    (self.limit, self.output) = (limit, output)
  }

  var isOver: Bool { count.load() >= limit.count }

  /// The last violation that counted, if the limit was reached; exact only if violations arrive in
  /// order.
  var stop: CheckViolation? { isOver ? last.withLock { $0 } : nil }

  func take(_ found: CheckViolation, of number: Int) {
    if limit.counts(found) {
      last.withLock { $0 = found }
      _ = count.add(1)
    }
    output?.take(found, of: number)
  }

  func end(_ number: Int) { output?.end(number) }
}
