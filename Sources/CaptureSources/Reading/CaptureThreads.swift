import Foundation
import JSONParsing

enum CaptureThreads {
  /// Runs work on a number of threads, and merges the results, in an unspecified order, after all
  /// threads have ended.
  static func result<Result: Sendable>(
    _ count: Int, of work: @escaping @Sendable () -> Result,
    mergedBy merge: (_ own: inout Result, _ other: Result) -> Void
  ) -> Result {
    var results = results(count, work)
    // Each result is released after it was added, so that large tables never exist twice.
    var whole = results.removeLast()
    while let other = results.popLast() { merge(&whole, other) }
    return whole
  }

  /// Runs work on at least one thread, and returns after all have ended. Each thread has a stack as
  /// large as that of a program's main thread, because the parser and the engine recurse.
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
    // There must be no other reference to results that callers change.
    return results.withLock { results in
      defer { results = [] }
      return results
    }
  }
}
