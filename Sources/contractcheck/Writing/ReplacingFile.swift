import Foundation
import JSONParsing

/// A file that is written bit by bit, and takes the place of an old one when it is whole: who reads
/// it finds the old text or the new one.
///
/// It is written beside the old one under another name. What is no regular file, such as a pipe or
/// `/dev/stdout`, is written to as it is, and at once. Unless it is ended, nothing but the old file
/// is left.
final class ReplacingFile: Sendable {
  private let path: String
  /// The other name; `nil`, if the file is written to as it is.
  private let temporaryPath: String?
  private let output: OutputDescriptor
  private let isOpen = Atomic(true)
  /// The bytes that are not written yet: what nobody can see is written in pieces of some size.
  private let held = Mutex<[UInt8]>([])

  private static let pieceSize = 1 << 16

  /// - Parameters:
  ///   - path: Its folder has to be there. The links on the way are followed.
  ///   - name: What it is called, safe to display.
  init(_ path: String, named name: String) throws(WriteFailure) {
    self.path = path
    let mode = Self.mode(of: path)
    let isReplaced = mode.map { $0 & S_IFMT == S_IFREG } ?? true
    temporaryPath = isReplaced ? Self.newPath(beside: path) : nil
    let flags = O_WRONLY | O_CLOEXEC | (isReplaced ? O_CREAT | O_EXCL : 0)
    let number = open(temporaryPath ?? path, flags, 0o666)
    guard number >= 0 else { throw WriteFailure(name) }
    output = OutputDescriptor(number: number, name: name)
    if isReplaced, let mode { fchmod(number, mode & 0o7777) }
  }

  /// Writes bytes. When that has failed, nothing is left of the file, and nothing more is written.
  func write(_ bytes: [UInt8]) throws(WriteFailure) {
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
  func end() throws(WriteFailure) {
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

  /// A name in the same folder that no other process, and nothing else in this one, uses.
  private static func newPath(beside path: String) -> String {
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
    let number = count.add(1) + 1
    return "\(folder).contractcheck-\(getpid())-\(number).tmp"
  }

  /// The kind and permissions of what is at a path; `nil`, if there is nothing.
  private static func mode(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode : nil
  }
}
