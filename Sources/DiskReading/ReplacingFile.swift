package import Foundation
import JSONParsing

/// A file that is written bit by bit, and takes the place of an old one when it is whole: who reads
/// it finds the old text or the new one.
///
/// It is written beside the old one under another name. A link stays, and what it leads to is
/// replaced. What is no regular file, such as a pipe or `/dev/stdout`, is written to as it is, and at
/// once. Unless it is ended, nothing but the old file is left; a process that is killed leaves the
/// file of the other name, which is in nobody's way.
package final class ReplacingFile: Sendable {
  private let path: String
  /// The other name; `nil`, if the file is written to as it is.
  private let temporaryPath: String?
  private let output: OutputDescriptor
  private let isOpen = Atomic(true)
  /// The bytes that are not written yet. A file that is not visible yet is written in large pieces.
  private let held = Mutex<[UInt8]>([])

  private static let pieceSize = 1 << 16

  /// - Parameters:
  ///   - path: Its folder has to be there.
  ///   - name: What it is called, safe to display.
  package init(_ path: String, named name: String) throws(WriteFailure) {
    let path = Self.target(of: path)
    let mode = Self.mode(of: path)
    // What cannot be looked at cannot be opened, and that tells why.
    let isReplaced = mode.map { $0 & S_IFMT == S_IFREG } ?? (errno == ENOENT)
    var (number, newPath) = (Int32(-1), String?.none)
    repeat {
      newPath = isReplaced ? Self.newPath(beside: path) : nil
      let flags = O_WRONLY | O_CLOEXEC | (isReplaced ? O_CREAT | O_EXCL : 0)
      number = open(newPath ?? path, flags, 0o666)
      // A process of the same number was killed, or is in another container.
    } while number < 0 && errno == EEXIST && isReplaced
    guard number >= 0 else { throw WriteFailure(name) }
    (self.path, temporaryPath) = (path, newPath)
    output = OutputDescriptor(number: number, name: name)
    if isReplaced, let mode { fchmod(number, mode & 0o7777) }
  }

  /// Replaces a file, or makes it.
  package static func write(_ bytes: [UInt8], to url: URL) throws(WriteFailure) {
    let file = try ReplacingFile(url.path, named: displayed(url.path))
    try file.write(bytes)
    try file.end()
  }

  /// Writes bytes. When that has failed, nothing is left of the file, and nothing more is written.
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

  /// Puts the file in the old one's place; nothing can be written to it any more.
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

  /// Where the links at a path lead, whether or not there is something.
  package static func target(of path: String) -> String {
    var path = path
    // More is a link that leads to itself, which opening it tells.
    for _ in 0..<40 {
      guard let link = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else {
        break
      }
      path = link.utf8.first == UInt8(ascii: "/") ? link : folder(of: path) + link
    }
    return path
  }

  /// With the slash at its end; empty, if a path is but a name.
  private static func folder(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
  }

  /// A name in the same folder that nothing else in this process, and hardly another process, uses.
  private static func newPath(beside path: String) -> String {
    let number = count.add(1) + 1
    return "\(folder(of: path)).contractcheck-\(getpid())-\(number).tmp"
  }

  /// The kind and permissions of what is at a path; `nil`, if there is nothing.
  private static func mode(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode : nil
  }
}
