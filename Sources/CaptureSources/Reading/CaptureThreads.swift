import Foundation
import JSONParsing

/// Threads that read captures.
enum CaptureThreads {
  /// Runs work on a number of threads, and makes one result of theirs when all are done.
  ///
  /// - Parameters:
  ///   - work: Makes a thread's result.
  ///   - merge: Adds a thread's result to another's; in no order that means anything.
  static func result<Result: Sendable>(
    _ count: Int, of work: @escaping @Sendable () -> Result,
    mergedBy merge: (_ own: inout Result, _ other: Result) -> Void
  ) -> Result {
    var results = results(count, work)
    // Each is let go of when it was added, so that large tables are never there twice.
    var whole = results.removeLast()
    while let other = results.popLast() { merge(&whole, other) }
    return whole
  }

  /// Runs work on a number of threads, and returns when all are done. A thread has as large a stack
  /// as a program's first: the parser and the engine recurse.
  ///
  /// - Parameter count: At least one.
  private static func results<Result: Sendable>(
    _ count: Int, _ work: @escaping @Sendable () -> Result
  ) -> [Result] {
    let results = Mutex<[Result]>([])
    let group = DispatchGroup()
    for _ in 0..<count {
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
    // Nothing else is to refer to what callers change.
    return results.withLock { results in
      defer { results = [] }
      return results
    }
  }
}
