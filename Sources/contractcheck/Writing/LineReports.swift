import CaptureChecking
import CaptureSources
import DiskReading
import Foundation
import Reporting

/// Writes the reports with a line per violation, in the order of the capture, while workers check.
///
/// The worker with the first unfinished item writes. Other workers hold back their lines, and wait
/// when too many are held. The worker that writes never waits, so there is no deadlock.
final class LineReports: CheckWorkers.Output {
  /// Makes a line for each violation, with its line end, and writes it.
  struct Writer: Sendable {
    var line: @Sendable (CheckViolation) -> [UInt8]
    /// Returns the lines after those of all violations, with their line ends.
    var last: @Sendable (CheckReport) -> [UInt8]
    var write: @Sendable ([UInt8]) throws(WriteFailure) -> Void
    /// Called when all lines are written.
    var end: @Sendable () throws(WriteFailure) -> Void
  }

  private struct State {
    /// The first unfinished item.
    var first = 0
    /// The texts of later items, by writer.
    var held: [Int: [[UInt8]]] = [:]
    var heldByteCount = 0
    var done: Set<Int> = []
    /// The failures of reports that are not written any more, by writer.
    var failures: [Int: WriteFailure] = [:]
  }

  private let writers: [Writer]
  /// The number of lines before each item in its file.
  private let linesBefore: [Int]
  private let byteLimit: Int
  private let lock = NSCondition()
  nonisolated(unsafe) private var state = State()  // accessed only with the lock held

  /// - Parameter byteLimit: The maximum number of bytes held back.
  init(_ writers: [Writer], linesBefore: [Int], byteLimit: Int = 4 << 20) {
    (self.writers, self.linesBefore, self.byteLimit) = (writers, linesBefore, byteLimit)
  }

  func take(_ found: CheckViolation, of number: Int) {
    let lineCount = linesBefore[number]
    let lines = writers.map { $0.line(lineCount == 0 ? found : found.moved(byLines: lineCount)) }
    lock.lock()
    defer { lock.unlock() }
    while number > state.first, state.heldByteCount > byteLimit { lock.wait() }
    guard number > state.first else {
      release(number)
      return write(lines)
    }
    // The texts are changed in place, because taking them out would copy them for each line.
    for (index, line) in lines.enumerated() {
      state.held[number, default: Array(repeating: [], count: writers.count)][index] += line
      state.heldByteCount += line.count
    }
  }

  func end(_ number: Int) {
    lock.lock()
    defer { lock.unlock() }
    state.done.insert(number)
    while state.done.remove(state.first) != nil {
      release(state.first)
      state.first += 1
    }
    lock.broadcast()
  }

  /// Writes a violation that follows all items.
  func append(_ found: CheckViolation) { write(writers.map { $0.line(found) }) }

  /// Writes the lines after all violations.
  func appendLast(of report: CheckReport) { write(writers.map { $0.last(report) }) }

  /// Ends the reports; returns the failures. All other reports are written.
  func close() -> [WriteFailure] {
    for (index, writer) in writers.enumerated() { attempt(index, writer.end) }
    return writers.indices.compactMap { state.failures[$0] }
  }

  private func release(_ number: Int) {
    guard let held = state.held.removeValue(forKey: number) else { return }
    state.heldByteCount -= held.reduce(0) { $0 + $1.count }
    write(held)
  }

  private func write(_ texts: [[UInt8]]) {
    for (index, text) in texts.enumerated() where !text.isEmpty {
      attempt(index) { () throws(WriteFailure) in try writers[index].write(text) }
    }
  }

  /// Writes to a report that has not failed yet.
  private func attempt(_ index: Int, _ action: () throws(WriteFailure) -> Void) {
    guard state.failures[index] == nil else { return }
    do throws(WriteFailure) {
      try action()
    } catch {
      state.failures[index] = error
    }
  }
}
