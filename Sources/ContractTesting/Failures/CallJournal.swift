import DiskReading
import FailureStorage
import Foundation
import JSONParsing
import MapperTesting

/// Records that a check has begun, and each payload before the mapper gets it, so that the next run
/// can say which check was not completed, and which payload ended the process.
///
///     .contractcheck/open/3f9a2c….f00d….check    of one check that runs
///
///     check     which one it is, on a line
///     state     1 byte: `1` while the mapper maps, else `0`
///     payloads  what its session was given, as `[UInt8].append(_:)` writes it
///
/// The operating system keeps written data when a process dies, so no call waits for the disk: a
/// call costs two short writes. The file is removed when the check is done or the journal is
/// released.
final class CallJournal {
  private let path: String
  private var file: JournalFile?
  /// The offset of the state, in bytes.
  private let stateOffset: Int

  /// - Parameter check: The name of the check, by which `DeadCall.claimed` finds it; on one line.
  init(of check: String, in folder: JournalFolder) {
    path = folder.newPath(of: check)
    stateOffset = check.utf8.count + 1
    let head = Array(check.utf8) + [UInt8(ascii: "\n"), Self.idle]
    file = folder.isMade ? JournalFile(creating: path, with: head) : nil
  }

  deinit { finish() }

  /// Whether calls are recorded; `false` if the folder is not writable.
  var isOpen: Bool { file != nil }

  /// Records that a mapper is about to map the last of the payloads that the session was given.
  func begin(_ payloads: [EndpointPayload]) {
    guard isOpen else { return }
    var bytes = [Self.mapping]
    bytes.reserveCapacity(payloads.reduce(bytes.count + 4) { $0 + $1.bytes.count + 8 })
    bytes.append(payloads)
    write(bytes)
  }

  /// Records that the mapper has returned.
  func end() { write([Self.idle]) }

  /// Ends the journal, and removes its file.
  func finish() {
    guard file.take() != nil else { return }
    JournalFile.remove(path)
  }

  static let idle = UInt8(ascii: "0"), mapping = UInt8(ascii: "1")

  /// If the disk is full, the journal ends: half a record would report a false payload.
  private func write(_ bytes: [UInt8]) {
    if file?.overwrite(bytes, from: stateOffset) == false { finish() }
  }
}

/// The folder of a package's journals.
struct JournalFolder {
  let folder: URL
  /// Whether the folder exists, or could be created.
  let isMade: Bool

  init(in root: URL) {
    folder = root.appending(path: ".contractcheck/open")
    do {
      try SavedFailures(root: root).makeHiddenFolder()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      isMade = true
    } catch {
      isMade = false
    }
  }

  /// Returns a path that no other check uses.
  func newPath(of check: String) -> String {
    let number = String(UInt64.random(in: .min ... .max), radix: 16)
    return folder.appending(path: "\(Self.prefix(of: check))\(number)\(Self.suffix)").path
  }

  /// Returns the paths of a check's journals, of any process.
  func paths(of check: String) -> [String] {
    sortedNames(in: folder)
      .filter { $0.hasPrefix(Self.prefix(of: check)) && $0.hasSuffix(Self.suffix) }
      .map { folder.appending(path: $0).path }
  }

  private static let suffix = ".check"

  private static func prefix(of check: String) -> String { StableHash(check.utf8).text + "." }
}
