import CaptureChecking
import ContractReporting
import DiskReading
import Foundation
import JSONParsing
import Reporting

/// A line on a terminal with the progress of a running check.
///
/// A separate thread rewrites it in place, at most ten times a second. All other output of the
/// program goes through its consoles, which erase the line first.
final class ProgressLine: Sendable {
  private static let interval = 0.1
  /// Moves to the start of the line, and erases it (ECMA-48, Erase in Line).
  private static let erasure = "\r\u{1b}[K"

  private let console: Console
  let progress: CheckProgress
  private let byteCount: Int?
  private let lock = NSCondition()
  nonisolated(unsafe) private var isShown = false  // both are accessed only with the lock held
  nonisolated(unsafe) private var isEnded = false

  /// - Parameter byteCount: The number of bytes to read; `nil` if it is not known.
  init(of progress: CheckProgress, byteCount: Int?, on console: Console) {
    (self.progress, self.byteCount, self.console) = (progress, byteCount, console)
  }

  /// A console that erases the line before it writes.
  var guarded: Console {
    var guarded = console
    guarded.writeOutput = { [self] text throws(WriteFailure) in
      try write { () throws(WriteFailure) in try console.writeOutput(text) }
    }
    guarded.writeError = { [self] text in write { console.writeError(text) } }
    return guarded
  }

  /// Shows the line during some work, and erases it.
  func show<Result>(during work: () throws -> Result) rethrows -> Result {
    let thread = Thread { [self] in redraw() }
    thread.start()
    defer { end() }
    return try work()
  }

  /// Returns the line, with at most `width` columns.
  static func text(_ counts: CheckProgress.Counts, of byteCount: Int?, width: Int) -> String {
    // Lines on the border of two segments are read twice.
    let read = byteCount.map { min($0, counts.byteCount) } ?? counts.byteCount
    let size = megabytes(read) + (byteCount.map { " of \(megabytes($0))" } ?? "")
    let text =
      "read \(size), checked \(counted(counts.recordCount, "record")): "
      + (counts.violationCount == 0
        ? "no violations so far" : "\(counted(counts.violationCount, "violation")) so far")
    return String(text.prefix(width))
  }

  // MARK: - Drawing

  private func redraw() {
    lock.lock()
    defer { lock.unlock() }
    while !isEnded {
      // The lock is only signalled at the end, so the wait usually times out.
      guard !lock.wait(until: Date(timeIntervalSinceNow: Self.interval)), !isEnded else { continue }
      // Some terminals move to the next line after writing the last column.
      let width = (console.terminal?.width() ?? Self.usualWidth) - 1
      let text = Self.text(progress.counts, of: byteCount, width: max(0, width))
      console.writeError(Self.erasure + text)
      isShown = true
    }
  }

  private static let usualWidth = 80

  private func write<Failure: Error>(_ text: () throws(Failure) -> Void) throws(Failure) {
    lock.lock()
    defer { lock.unlock() }
    erase()
    try text()
  }

  private func end() {
    lock.lock()
    defer { lock.unlock() }
    isEnded = true
    erase()
    lock.signal()
  }

  private func erase() {
    if isShown { console.writeError(Self.erasure) }
    isShown = false
  }
}

extension ProgressLine {
  /// When a line is shown: `--progress`.
  enum Choice: String, CaseIterable {
    /// If a terminal shows it, and no setting says that nobody reads it.
    case auto
    case never
  }

  /// Whether a line may be shown on the error stream of a console.
  static func isWanted(_ choice: Choice, on console: Console) -> Bool {
    choice == .auto && console.terminal?.showsErrors == true
      && (console.environment["CI"] ?? "").isEmpty
      && console.environment["TERM"] != "dumb"
  }
}
