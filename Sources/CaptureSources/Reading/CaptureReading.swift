import Foundation
import JSONParsing

/// The reading of a capture by several workers; each claims one item after another.
package struct CaptureReading: Sendable {
  package var plan: CapturePlan
  /// The number of workers, at least one.
  package var jobCount = 1
  /// Returns whether the user has asked to stop. Then no more items are claimed; reading stops in
  /// inputs without segments, but segments are read to their ends, so that their lines can be
  /// counted.
  package var isStopped: @Sendable () -> Bool = { false }

  package init(_ plan: CapturePlan) { self.plan = plan }

  /// The number of workers that have something to do.
  package var workerCount: Int { max(1, min(jobCount, plan.items.count)) }

  /// Reads all items, and merges the results of the workers.
  ///
  /// - Parameter read: Reads an item, whose place in the plan comes first.
  package func result<Result: Sendable>(
    beginningWith start: @escaping @Sendable () -> Result,
    reading read:
      @escaping @Sendable (
        inout Result, Int, CaptureItem, inout CaptureReader
      ) -> Void,
    mergedBy merge: (_ own: inout Result, _ other: Result) -> Void
  ) -> Result {
    let claimed = Atomic(0)
    let work = { @Sendable [self] in
      var result = start()
      var reader = plan.reader
      reader.isStopped = isStopped
      while !isStopped() {
        let number = claimed.add(1)
        guard number < plan.items.count else { break }
        releasingObjects { read(&result, number, plan.items[number], &reader) }
      }
      return result
    }
    var results = results(of: work)
    // Each result is released after it was added, so that large tables never exist twice.
    var whole = results.removeLast()
    while let other = results.popLast() { merge(&whole, other) }
    return whole
  }

  /// Runs work on all threads, and returns the results, in an unspecified order, after all have
  /// ended. Each thread has a stack as large as that of a program's main thread, because the parser
  /// and the engine recurse.
  private func results<Result: Sendable>(
    of work: @escaping @Sendable () -> Result
  ) -> [Result] {
    let results = Mutex<[Result]>([])
    let group = DispatchGroup()
    for _ in 0..<workerCount {
      group.enter()
      let thread = Thread {
        let result = work()
        results.withLock { $0.append(result) }
        group.leave()
      }
      thread.stackSize = 8 << 20
      thread.start()
    }
    group.wait()
    // There must be no other reference to results that callers change.
    return results.withLock { results in
      defer { results = [] }
      return results
    }
  }
}
