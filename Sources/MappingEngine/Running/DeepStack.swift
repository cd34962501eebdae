import Foundation
import JSONParsing

/// Stack space for deeply nested payloads.
///
/// The engine recurses with the payload and needs a few kilobytes per level; the threads of tests
/// and servers may have half a megabyte. So deep nesting runs on a separate thread, and still
/// deeper nesting continues on another one.
package enum DeepStack {
  /// The nesting depth that any thread's stack has room for.
  static let plainDepth = 16
  /// The number of levels that a separate stack has room for.
  static let levelCount = 2_000
  /// The maximum depth; a payload that nests deeper is rejected.
  package static let deepest = 10_000
  /// The size of a separate stack in bytes. 512 levels need two megabytes, eight in a debug build.
  private static let stackByteCount = 64 << 20

  /// Runs work over a document and waits for it; a shallow document needs only the caller's thread.
  static func run<Result>(for document: JSONDocument, _ work: () -> Result) -> Result {
    run(depth: document.depth, work)
  }

  /// - Parameter depth: The maximum depth of the work's recursion.
  package static func run<Result>(depth: Int, _ work: () -> Result) -> Result {
    depth > plainDepth ? run(work) : work()
  }

  /// Returns the number of levels on the stack on which work over a document begins.
  static func levelCount(for document: JSONDocument) -> Int {
    document.depth > plainDepth ? levelCount : plainDepth + 8
  }

  /// Runs work on a separate stack and waits for it.
  static func run<Result>(_ work: () -> Result) -> Result {
    withoutActuallyEscaping(work) { work in
      let task = Task(work)
      let thread = Thread { task.run() }
      thread.stackSize = stackByteCount
      thread.start()
      return task.wait()
    }
  }

  /// Work that one thread does while another waits, so that they never access it at the same time.
  private final class Task<Result>: @unchecked Sendable {
    private var work: (() -> Result)?
    private let isDone = DispatchSemaphore(value: 0)
    private var result: Result?

    init(_ work: @escaping () -> Result) { self.work = work }

    func run() {
      finish()
      isDone.signal()
    }

    /// Releases the work, which must not outlive the caller's wait.
    private func finish() {
      result = work?()
      work = nil
    }

    func wait() -> Result {
      isDone.wait()
      guard let result else { preconditionFailure("work that is done has a result") }
      return result
    }
  }
}
