import Foundation
import JSONParsing

/// Stack space for payloads that nest deeply.
///
/// The engine recurses with the payload, a few kilobytes per level, and the threads of tests and
/// servers may have half a megabyte. So deeper nesting than usual runs on a thread of its own, and
/// still deeper nesting continues on another.
package enum DeepStack {
  /// How deep a payload nests that any thread has room for.
  static let plainDepth = 16
  /// How many levels a stack of its own has room for.
  static let levelCount = 2_000
  /// How deep anything is followed at most; a payload that nests deeper is refused.
  package static let deepest = 10_000
  /// In bytes; 512 levels take two megabytes, and eight in a debug build.
  private static let stackByteCount = 64 << 20

  /// Runs work over a document, on the caller's thread if that will do, and returns when it is
  /// done.
  static func run<Result>(for document: JSONDocument, _ work: () -> Result) -> Result {
    run(depth: document.depth, work)
  }

  /// - Parameter depth: How deep the work recurses at most.
  package static func run<Result>(depth: Int, _ work: () -> Result) -> Result {
    depth > plainDepth ? run(work) : work()
  }

  /// How many levels there are before the stack ends on which work over a document begins.
  static func levelCount(for document: JSONDocument) -> Int {
    document.depth > plainDepth ? levelCount : plainDepth + 8
  }

  /// Runs work on a stack of its own, and returns when it is done.
  static func run<Result>(_ work: () -> Result) -> Result {
    withoutActuallyEscaping(work) { work in
      let task = Task(work)
      let thread = Thread { task.run() }
      thread.stackSize = stackByteCount
      thread.start()
      return task.wait()
    }
  }

  /// Work that one thread does while another waits: so neither sees what the other does.
  private final class Task<Result>: @unchecked Sendable {
    private var work: (() -> Result)?
    private let isDone = DispatchSemaphore(value: 0)
    private var result: Result?

    init(_ work: @escaping () -> Result) { self.work = work }

    func run() {
      finish()
      isDone.signal()
    }

    /// Lets go of the work, which must not outlive the caller's wait.
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
