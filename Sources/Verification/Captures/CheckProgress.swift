import CaptureSources
import Synchronization

/// What workers have counted so far, for who watches them.
///
/// Nobody writes down what nobody asks for: a worker looks at each record whether it is asked, which
/// is one load from memory that seldom changes, and tells its counts then.
package final class CheckProgress: Sendable {
  /// What was counted up to the last time someone asked.
  package struct Counts: Sendable, Equatable {
    /// Bytes of the inputs, as they are on the disk.
    package var byteCount = 0
    package var recordCount = 0
    package var violationCount = 0

    package init(byteCount: Int = 0, recordCount: Int = 0, violationCount: Int = 0) {
      (self.byteCount, self.recordCount) = (byteCount, recordCount)
      self.violationCount = violationCount
    }
  }

  private let askedCount = Atomic(0)
  private let byteCount = Atomic(0)
  /// By worker.
  private let told = Mutex<[Counts]>([])

  package init() {}

  /// What workers have told, and asks them to tell again.
  package func look() -> Counts {
    askedCount.add(1, ordering: .relaxed)
    let read = byteCount.load(ordering: .relaxed)
    return told.withLock { told in
      told.reduce(into: Counts(byteCount: read)) { sum, counts in
        sum.recordCount += counts.recordCount
        sum.violationCount += counts.violationCount
      }
    }
  }

  /// What one worker tells.
  struct Teller {
    private let progress: CheckProgress
    private let number: Int
    /// How often it was asked when it told last.
    private var askedCount = 0

    /// - Parameter reader: What the worker reads with.
    init(_ progress: CheckProgress, _ reader: inout CaptureReader) {
      self.progress = progress
      number = progress.told.withLock { told in
        told.append(Counts())
        return told.count - 1
      }
      reader.onRead = { progress.byteCount.add($0, ordering: .relaxed) }
    }

    mutating func tellIfAsked(_ check: borrowing CaptureCheck) {
      let asked = progress.askedCount.load(ordering: .relaxed)
      guard asked != askedCount else { return }
      askedCount = asked
      let counts = Counts(
        recordCount: check.totals.recordCount, violationCount: check.totals.violationCount)
      progress.told.withLock { $0[number] = counts }
    }
  }
}
