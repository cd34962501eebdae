package import Foundation
import JSONParsing

/// A file that is written in pieces, and replaces an old one when it is complete. Readers see
/// either the old or the new text.
///
/// It is written beside the old file under a temporary name. A link stays, and its target is
/// replaced. Files that are not regular, such as a pipe or `/dev/stdout`, are written directly, and
/// at once. Without `end()`, the old file stays unchanged. A process that is killed leaves the
/// temporary file, which does no harm.
package final class ReplacingFile: Sendable {
  private let path: String
  /// The temporary path; `nil` if the file is written directly.
  private let temporaryPath: String?
  private let output: OutputDescriptor
  private let isOpen = Atomic(true)
  /// The bytes that are not written yet. A temporary file is written in large pieces.
  private let held = Mutex<[UInt8]>([])

  private static let pieceSize = 1 << 16

  /// - Parameters:
  ///   - path: The path, whose folder has to exist.
  ///   - name: The name of the file in messages, safe to display.
  package init(_ path: String, named name: String) throws(WriteFailure) {
    let path = Self.target(of: path)
    let mode = Self.mode(of: path)
    // A path that cannot be examined cannot be opened either, and opening it gives the reason.
    let isReplaced = mode.map { $0 & S_IFMT == S_IFREG } ?? (errno == ENOENT)
    var (number, newPath) = (Int32(-1), String?.none)
    repeat {
      newPath = isReplaced ? Self.newPath(beside: path) : nil
      let flags = O_WRONLY | O_CLOEXEC | (isReplaced ? O_CREAT | O_EXCL : 0)
      number = open(newPath ?? path, flags, 0o666)
      // The name is in use by a killed process with the same number, or by one in another
      // container.
    } while number < 0 && errno == EEXIST && isReplaced
    guard number >= 0 else { throw WriteFailure(name) }
    (self.path, temporaryPath) = (path, newPath)
    output = OutputDescriptor(number: number, name: name)
    if isReplaced, let mode { fchmod(number, mode & 0o7777) }
  }

  /// Replaces or creates a file.
  package static func write(_ bytes: [UInt8], to url: URL) throws(WriteFailure) {
    let file = try ReplacingFile(url.path, named: displayed(url.path))
    try file.write(bytes)
    try file.end()
  }

  /// Writes bytes. After a failure, the temporary file is removed, and nothing more is written.
  package func write(_ bytes: [UInt8]) throws(WriteFailure) {
    try held.withLock { held throws(WriteFailure) in
      guard isOpen.load() else { return }
      do throws(WriteFailure) {
        if held.isEmpty, bytes.count >= Self.pieceSize { return try output.write(bytes) }
        held += bytes
        if temporaryPath == nil || held.count >= Self.pieceSize { try flush(&held) }
      } catch {
        discard()
        throw error
      }
    }
  }

  private func flush(_ held: inout [UInt8]) throws(WriteFailure) {
    try output.write(held)
    held.removeAll(keepingCapacity: true)
  }

  /// Replaces the old file; nothing can be written after that.
  package func end() throws(WriteFailure) {
    try held.withLock { held throws(WriteFailure) in
      guard isOpen.load() else { return }
      do throws(WriteFailure) {
        try flush(&held)
      } catch {
        discard()
        throw error
      }
      isOpen.store(false)
      let isWhole = close(output.number) == 0
      guard let temporaryPath else { return }
      guard isWhole, rename(temporaryPath, path) == 0 else {
        let failure = WriteFailure(output.name)
        unlink(temporaryPath)
        throw failure
      }
    }
  }

  private func discard() {
    guard isOpen.exchange(false) else { return }
    close(output.number)
    if let temporaryPath { unlink(temporaryPath) }
  }

  deinit { discard() }

  private static let count = Atomic(0)

  /// Returns the target of the links at a path, whether or not it exists.
  package static func target(of path: String) -> String {
    var path = path
    // A longer chain is a link to itself, which opening the file reports.
    for _ in 0..<40 {
      guard let link = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else {
        break
      }
      path = link.utf8.first == UInt8(ascii: "/") ? link : folder(of: path) + link
    }
    return path
  }

  /// Returns the folder with a slash at its end; empty if the path is only a name.
  private static func folder(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
  }

  /// Returns a name in the same folder that nothing else in this process uses, and most likely no
  /// other process.
  private static func newPath(beside path: String) -> String {
    let number = count.add(1) + 1
    return "\(folder(of: path)).contractcheck-\(getpid())-\(number).tmp"
  }

  /// Returns the kind and permissions of the file at a path; `nil` if there is none.
  private static func mode(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode : nil
  }
}
