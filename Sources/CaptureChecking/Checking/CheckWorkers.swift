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
    package var itemCount: Int
    /// Where the limit was reached; then nothing after it was counted.
    package var stop: ViolationLimit.Stop?
  }

  /// - Parameters:
  ///   - check: What each worker begins with: a check that has counted nothing.
  ///   - output: Gets every violation, if all are wanted.
  package func run(_ check: CaptureCheck, _ output: (any Output)? = nil) -> Result {
    guard let limit else { return runAll(check, output) }
    // What may be a pipe cannot be read twice, and nothing that is given on is taken back.
    let isOnce = output != nil || reading.plan.items.contains { $0.input.isStream }
    if !isOnce, let result = runBelow(limit, check) { return result }
    return runInOrder(check, upTo: limit, output)
  }

  private func runAll(_ check: CaptureCheck, _ output: (any Output)?) -> Result {
    let jobCount = reading.workerCount
    let claims = ItemClaims(count: reading.plan.items.count)
    let count = { @Sendable [self] in
      // Each worker has its own copy: counting references to a shared object makes workers wait.
      let own = jobCount > 1 ? CaptureCheck(check.contracts, options: check.options) : check
      return work(own, claims, output)
    }
    let merged = CaptureThreads.result(jobCount, of: count, mergedBy: { $0.merge($1) })
    return Result(check: merged, itemCount: claims.claimedCount)
  }

  /// - Returns: What the worker has counted.
  private func work(
    _ empty: CaptureCheck, _ claims: ItemClaims, _ output: (any Output)?
  ) -> CaptureCheck {
    var check = empty
    let worker = progress?.worker()
    var reader = reader(worker, empty)
    while !reading.isStopped(), let number = claims.claim() {
      releasingObjects {
        read(number, &check, &reader, output.map { output in { output.take($0, of: number) } }) {
          worker?.note(recordCount: $0, violationCount: $1)
          return true
        }
        output?.end(number)
      }
    }
    return check
  }

  // MARK: - With a limit

  /// Counts violations, whichever workers find them.
  private final class Counter: Output {
    let count = Atomic(0)
    private let limit: ViolationLimit

    init(_ limit: ViolationLimit) { self.limit = limit }

    var isOver: Bool { count.load() >= limit.count }

    func take(_ found: CheckViolation, of number: Int) { if limit.counts(found) { count.add(1) } }

    func end(_ number: Int) {}
  }

  /// The result of all workers; `nil`, if they reach the limit: then the items before the one where
  /// that is are not known.
  private func runBelow(_ limit: ViolationLimit, _ check: CaptureCheck) -> Result? {
    let counter = Counter(limit)
    var workers = self
    workers.reading.isStopped = { reading.isStopped() || counter.isOver }
    let result = workers.runAll(check, counter)
    guard counter.isOver else { return result }
    progress?.reset()
    return nil
  }

  /// Checks one item after the other, and ends behind the record in which the limit is reached.
  private func runInOrder(
    _ check: CaptureCheck, upTo limit: ViolationLimit, _ output: (any Output)?
  ) -> Result {
    var (result, count, last) = (Result(check: check, itemCount: 0), 0, CheckViolation?.none)
    let worker = progress?.worker()
    var reader = reader(worker, check)
    for number in reading.plan.items.indices where count < limit.count && !reading.isStopped() {
      let report = { (found: CheckViolation) in
        if limit.counts(found) { (count, last) = (count + 1, found) }
        output?.take(found, of: number)
      }
      releasingObjects {
        read(number, &result.check, &reader, report) {
          worker?.note(recordCount: $0, violationCount: $1)
          return count < limit.count
        }
      }
      output?.end(number)
      result.itemCount += 1
    }
    if count >= limit.count {
      result.stop = last.map { ViolationLimit.Stop(violation: $0, count: count) }
    }
    return result
  }

  // MARK: - Reading

  /// Reads an item.
  ///
  /// - Parameter goesOn: Is asked after each record, with what the check has counted.
  private func read(
    _ number: Int, _ check: inout CaptureCheck, _ reader: inout CaptureReader,
    _ report: CaptureCheck.Report?,
    goesOn: (_ recordCount: Int, _ violationCount: Int) -> Bool
  ) {
    let item = reading.plan.items[number]
    check.begin(ItemPlace(item))
    let canStop = item.segment == nil
    let outcome = reader.read(item) { record, body in
      if canStop, reading.isStopped() { return .stop }
      let answer = check.check(record, body, report: report)
      // The record is over after its response, and once it is known.
      if case .unknown = answer { return answer }
      guard !record.isRequest else { return answer }
      return goesOn(check.totals.recordCount, check.totals.foundCount) ? answer : .stop
    }
    check.note(outcome, of: item)
  }

  /// Returns the reader of a worker's items.
  private func reader(_ worker: CheckProgress.Worker?, _ empty: CaptureCheck) -> CaptureReader {
    var reader = reading.reader(isStopped: reading.isStopped)
    if let worker { reader.onRead = { worker.note(byteCount: $0) } }
    reader.readsRequests = empty.readsRequests
    // A version may have to parse what the present contracts need not.
    reader.handsOverUnparsed = empty.options.screen != nil && empty.released.isEmpty
    return reader
  }
}
