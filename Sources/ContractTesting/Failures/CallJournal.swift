import DiskReading
import FailureStorage
import Foundation
import JSONParsing
import MapperTesting

/// Writes down that a check has begun, and each payload before its mapper is given it. So the next
/// run can say which check did not come to its end, and which payload ended the process.
///
///     .contractcheck/open/3f9a2c….f00d….check    of one check that runs
///
///     check     which one it is, on a line
///     state     1 byte: `1` while the mapper maps, else `0`
///     payloads  what its session was given, as `[UInt8].append(_:)` writes it
///
/// The system keeps what was written when a process dies, so nothing waits for the disk: a call
/// costs two short writes. The file is gone when the check is done, or the journal is released.
final class CallJournal {
  private let path: String
  private var file: JournalFile?
  /// Where the state is, in bytes.
  private let stateOffset: Int

  /// - Parameters:
  ///   - check: Which check it is, as `DeadCall.claimed` is asked for it; on one line.
  ///   - folder: Where the journals are.
  init(of check: String, in folder: JournalFolder) {
    path = folder.newPath(of: check)
    stateOffset = check.utf8.count + 1
    let head = Array(check.utf8) + [UInt8(ascii: "\n"), Self.idle]
    file = folder.isMade ? JournalFile(creating: path, with: head) : nil
  }

  deinit { finish() }

  /// Whether calls are written down; not, where the folder cannot be written to.
  var isOpen: Bool { file != nil }

  /// Says that a mapper is about to map.
  ///
  /// - Parameter payloads: What its session was given, the payload last.
  func begin(_ payloads: [EndpointPayload]) {
    guard isOpen else { return }
    var bytes = [Self.mapping]
    bytes.reserveCapacity(payloads.reduce(bytes.count + 4) { $0 + $1.bytes.count + 8 })
    bytes.append(payloads)
    write(bytes)
  }

  /// Says that the mapper is done.
  func end() { write([Self.idle]) }

  /// Ends the journal, and removes its file.
  func finish() {
    guard file.take() != nil else { return }
    JournalFile.remove(path)
  }

  static let idle = UInt8(ascii: "0"), mapping = UInt8(ascii: "1")

  /// A disk that is full ends the journal: half a record would tell of a payload that never was.
  private func write(_ bytes: [UInt8]) {
    if file?.overwrite(bytes, from: stateOffset) == false { finish() }
  }
}

/// Where the journals of a package are.
struct JournalFolder {
  let folder: URL
  /// Whether it is there, or could be made.
  let isMade: Bool

  /// - Parameter root: The package's.
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

  /// A file that no other check has.
  func newPath(of check: String) -> String {
    let number = String(UInt64.random(in: .min ... .max), radix: 16)
    return folder.appending(path: "\(Self.prefix(of: check))\(number)\(Self.suffix)").path
  }

  /// The journals of a check, of whatever process.
  func paths(of check: String) -> [String] {
    sortedNames(in: folder)
      .filter { $0.hasPrefix(Self.prefix(of: check)) && $0.hasSuffix(Self.suffix) }
      .map { folder.appending(path: $0).path }
  }

  private static let suffix = ".check"

  private static func prefix(of check: String) -> String { StableHash(check.utf8).text + "." }
}
