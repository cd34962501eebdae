import Foundation
import JSONParsing

/// Writes lines to standard error, which may be an unread pipe, without making a server wait
/// forever.
///
/// A separate thread writes the lines. The caller waits a moment until its line is written. If too
/// many lines wait, further ones are dropped and counted, and the count is written when writing is
/// possible again.
package final class LineWriter: @unchecked Sendable {
  // The state is changed only under the condition's lock.
  private let condition = NSCondition()
  private let write: @Sendable (String) -> Void
  private let byteLimit: Int
  /// The text that the writing thread has not taken yet.
  private var waiting = ""
  private var droppedCount = 0
  private var isWriting = false
  /// Whether the wait of a caller timed out, and nothing was written since then.
  private var isStuck = false
  /// The numbers of accepted and of written bytes.
  private var (takenCount, writtenCount) = (0, 0)

  /// - Parameters:
  ///   - byteLimit: The maximal number of waiting bytes; further lines are dropped.
  ///   - write: Writes a text. It is called by one thread at a time, and may block forever.
  package init(byteLimit: Int = 1 << 16, _ write: @escaping @Sendable (String) -> Void) {
    (self.byteLimit, self.write) = (byteLimit, write)
  }

  /// - Parameter text: Complete lines, with their line ends.
  package func add(_ text: String) {
    condition.withLock {
      // After dropped lines, no line is accepted before their count is written.
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

  /// Waits until all lines are written, for at most half a second.
  package func finish() {
    condition.withLock { _ = wait(seconds: 0.5) { !isWriting } }
  }

  /// - Returns: Whether the condition became true in time.
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
      let notice = "warning: \(counted(count, "line")) \(count == 1 ? "was" : "were") not printed\n"
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
