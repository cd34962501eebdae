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
  /// With a limit: how many violations of an item are held back before its turn is waited for.
  package var heldCount = 10_000

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
    let jobCount = reading.workerCount
    let claims = ItemClaims(count: reading.plan.items.count)
    let order = limit.map { OrderedItems(check, $0, output, progress: progress?.worker()) }
    let count = { @Sendable [self] in
      // Each worker has its own copy: counting references to a shared object makes workers wait.
      let own = jobCount > 1 ? CaptureCheck(check.contracts, options: check.options) : check
      return work(own, claims, order, output)
    }
    let merged = CaptureThreads.result(jobCount, of: count, mergedBy: { $0.merge($1) })
    if let order { return order.result }
    return Result(check: merged, itemCount: claims.claimedCount)
  }

  /// - Returns: What the worker has counted; nothing, if items are added up in their order.
  private func work(
    _ empty: CaptureCheck, _ claims: ItemClaims, _ order: OrderedItems?, _ output: (any Output)?
  ) -> CaptureCheck {
    var check = empty
    let worker = progress?.worker()
    let isStopped = { @Sendable in reading.isStopped() || order?.isOver ?? false }
    var reader = reader(worker, isStopped: isStopped)
    reader.readsRequests = empty.readsRequests
    // A version may have to parse what the present contracts need not.
    reader.handsOverUnparsed = empty.options.screen != nil && empty.released.isEmpty
    while !isStopped(), let number = claims.claim() {
      releasingObjects {
        if let order { return readInOrder(number, empty, &reader, order) }
        read(number, &check, &reader, output.map { output in { output.take($0, of: number) } }) {
          worker?.note(recordCount: $0, violationCount: $1)
          return true
        }
        output?.end(number)
      }
    }
    return check
  }

  /// Reads an item.
  ///
  /// - Parameter goesOn: Is asked after each record, with what the check has counted.
  func read(
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
  private func reader(
    _ worker: CheckProgress.Worker?, isStopped: @escaping @Sendable () -> Bool
  ) -> CaptureReader {
    var reader = reading.reader(isStopped: isStopped)
    if let worker { reader.onRead = { worker.note(byteCount: $0) } }
    return reader
  }
}
