import Foundation
import JSONParsing

/// Lines on their way to standard error, which may be an unread pipe: a server must not wait for it
/// forever.
///
/// A separate thread writes them. The caller waits a moment until its line is written. If too many
/// lines wait, further ones are dropped and counted, and the count is written when writing is
/// possible again.
package final class ToldLines: @unchecked Sendable {
  // Only what is under the condition's lock is changed.
  private let condition = NSCondition()
  private let write: @Sendable (String) -> Void
  private let byteLimit: Int
  /// What is not taken yet by the thread that writes.
  private var waiting = ""
  private var droppedCount = 0
  private var isWriting = false
  /// Whether somebody has waited in vain, and nothing was written since.
  private var isStuck = false
  /// How many bytes were taken in, and written.
  private var (takenCount, writtenCount) = (0, 0)

  /// - Parameters:
  ///   - byteLimit: How much may wait; more is dropped.
  ///   - write: Is called by one thread at a time, and may take for ever.
  package init(byteLimit: Int = 1 << 16, _ write: @escaping @Sendable (String) -> Void) {
    (self.byteLimit, self.write) = (byteLimit, write)
  }

  /// - Parameter text: Whole lines, with their ends.
  package func tell(_ text: String) {
    condition.withLock {
      // After what was dropped, nothing is reported before the count.
      let hasRoom = waiting.isEmpty || waiting.utf8.count + text.utf8.count <= byteLimit
      guard droppedCount == 0, hasRoom else {
        droppedCount += text.utf8.count { $0 == UInt8(ascii: "\n") }
        return
      }
      waiting += text
      takenCount += text.utf8.count
      if !isWriting {
        isWriting = true
        Thread { [self] in writeAll() }.start()
      }
      let own = takenCount
      if !isStuck { isStuck = !wait(seconds: 0.1) { writtenCount >= own } }
    }
  }

  /// Waits until all is written, for half a second.
  package func finish() {
    condition.withLock { _ = wait(seconds: 0.5) { !isWriting } }
  }

  /// - Returns: Whether it came true in time.
  private func wait(seconds: Double, until isTrue: () -> Bool) -> Bool {
    let end = Date(timeIntervalSinceNow: seconds)
    while !isTrue() {
      guard condition.wait(until: end) else { return isTrue() }
    }
    return true
  }

  private func writeAll() {
    condition.lock()
    defer { condition.unlock() }
    while !waiting.isEmpty || droppedCount > 0 {
      let (text, count) = (waiting, droppedCount)
      let notice = "warning: \(counted(count, "line")) \(count == 1 ? "was" : "were") not told\n"
      if text.isEmpty { droppedCount = 0 }
      waiting = ""
      condition.unlock()
      write(text.isEmpty ? notice : text)
      condition.lock()
      (writtenCount, isStuck) = (writtenCount + text.utf8.count, false)
      condition.broadcast()
    }
    isWriting = false
    condition.broadcast()
  }
}
