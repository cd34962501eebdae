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
/// The file is a `CallRecord`, which has no payloads while no mapper maps.
///
/// The operating system keeps written data when a process dies, so no call waits for the disk: a
/// call costs two short writes. The file is removed when the check is done or the journal is
/// released.
final class CallJournal {
  private let path: String
  /// The path for a signal handler, which may read it at any later time; never freed.
  let signalSafePath: UnsafePointer<CChar>?
  private var file: JournalFile?
  /// The offset of the payloads, in bytes.
  private let payloadOffset: Int

  /// - Parameter check: The name of the check, by which `CallRecord.claimed` finds it; on one line.
  init(of check: String, in folder: JournalFolder) {
    path = folder.newPath(of: check)
    signalSafePath = UnsafePointer(strdup(path))
    payloadOffset = check.utf8.count + 1
    let record = CallRecord(check: check, payloads: [])
    file = folder.isMade ? JournalFile(creating: path, with: record.bytes) : nil
  }

  deinit { finish() }

  /// Whether calls are recorded; `false` if the folder is not writable.
  var isOpen: Bool { file != nil }

  /// Records that a mapper is about to map the last of the payloads that the session was given;
  /// without payloads, that it has returned.
  ///
  /// If the disk is full, the journal ends: half a record would report a false payload.
  func note(_ payloads: [EndpointPayload]) {
    guard isOpen else { return }
    var bytes: [UInt8] = []
    bytes.append(payloads)
    if file?.overwrite(bytes, from: payloadOffset) == false { finish() }
  }

  /// Ends the journal, and removes its file.
  func finish() {
    guard file.take() != nil else { return }
    JournalFile.remove(path)
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
