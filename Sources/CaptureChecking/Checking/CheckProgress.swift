import JSONParsing

/// The counts of workers while they run, for display.
///
/// A worker writes its counts after each record, to memory of its own. So the counts are current
/// also while the worker waits for input.
package final class CheckProgress: Sendable {
  package struct Counts: Sendable, Equatable {
    /// Bytes of the inputs as stored on disk.
    package var byteCount = 0
    package var recordCount = 0
    /// Violations above information.
    package var violationCount = 0
  }

  private let workers = Mutex<[Worker]>([])

  package init() {}

  package var counts: Counts {
    workers.withLock { workers in
      workers.reduce(into: Counts()) { sum, worker in
        sum.byteCount += worker.byteCount.load()
        sum.recordCount += worker.recordCount.load()
        sum.violationCount += worker.violationCount.load()
      }
    }
  }

  final class Worker: Sendable {
    fileprivate let byteCount = Atomic(0)
    fileprivate let recordCount = Atomic(0)
    fileprivate let violationCount = Atomic(0)

    /// Adds bytes that were read.
    func note(byteCount count: Int) { byteCount.add(count) }

    /// Writes the counts since the start.
    func note(recordCount: Int, violationCount: Int) {
      self.recordCount.store(recordCount)
      self.violationCount.store(violationCount)
    }
  }

  /// Resets the counts, before workers start again.
  func reset() { workers.withLock { $0 = [] } }

  /// Adds a worker. Call this on the worker's own thread, which then allocates the memory.
  func worker() -> Worker {
    let worker = Worker()
    workers.withLock { $0.append(worker) }
    return worker
  }
}
