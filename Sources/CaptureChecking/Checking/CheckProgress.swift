import JSONParsing

/// The counts of workers so far, for who watches them.
///
/// A worker writes its counts after each record, to memory that no other worker writes to, so that
/// they are right, too, while it waits for its input.
package final class CheckProgress: Sendable {
  package struct Counts: Sendable, Equatable {
    /// Bytes of the inputs, as they are on the disk.
    package var byteCount = 0
    package var recordCount = 0
    /// Those that are more than information.
    package var violationCount = 0

    package init(byteCount: Int = 0, recordCount: Int = 0, violationCount: Int = 0) {
      (self.byteCount, self.recordCount) = (byteCount, recordCount)
      self.violationCount = violationCount
    }
  }

  private let workers = Mutex<[Worker]>([])

  package init() {}

  /// The counts of all workers.
  package var counts: Counts {
    workers.withLock { workers in
      workers.reduce(into: Counts()) { sum, worker in
        sum.byteCount += worker.byteCount.load()
        sum.recordCount += worker.recordCount.load()
        sum.violationCount += worker.violationCount.load()
      }
    }
  }

  /// Where one worker writes its counts.
  final class Worker: Sendable {
    fileprivate let byteCount = Atomic(0)
    fileprivate let recordCount = Atomic(0)
    fileprivate let violationCount = Atomic(0)

    /// Adds bytes that were read.
    func note(byteCount count: Int) { byteCount.add(count) }

    /// Writes what was counted from the start on.
    func note(recordCount: Int, violationCount: Int) {
      self.recordCount.store(recordCount)
      self.violationCount.store(violationCount)
    }
  }

  /// Forgets the counts: workers begin anew.
  func reset() { workers.withLock { $0 = [] } }

  /// A new worker; to be called by its own thread, which allocates its memory.
  func worker() -> Worker {
    let worker = Worker()
    workers.withLock { $0.append(worker) }
    return worker
  }
}
