import Foundation
import MapperTesting

/// The open file in which a process asks its child about payloads, and in which the child notes its
/// progress.
///
///     number    16 digits, which the environment gives the child, too
///     progress  1 byte, a `Progress`
///     question  a `CallRecord`
///     note      the payload that the child is at, where it says it
///
/// When the child starts, the file has no name any more; the child has it as its standard input. A
/// leftover environment variable therefore does not make a process a child: only the parent can
/// pass the file.
struct ChildQuestion {
  enum Progress: UInt8 {
    /// The child has not called the mapper.
    case started = 0x30
    /// The child has called the mapper, which has not returned.
    case called = 0x31
    /// The child has called the mapper that the first has to agree with, which has not returned.
    case calledOther = 0x33
    case answered = 0x32
  }

  /// The number that the environment gives the child.
  let number: String
  private let file: FileHandle
  /// The offset after the question.
  private var noteOffset = 0

  /// - Throws: An error if the file cannot be written.
  init(asking record: CallRecord) throws {
    let folder = FileManager.default.temporaryDirectory
    var path = Array(folder.appending(path: "contractcheck-child-XXXXXX").path.utf8CString)
    let descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw POSIXError(.EIO) }
    unlink(path)
    // Other processes that are started now do not need the file.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    number = String(repeating: "0", count: Self.digitCount - digits.count) + digits
    // The file offset is at the end, so a mapper that reads standard input gets nothing.
    let bytes = Array(number.utf8) + [Progress.started.rawValue] + record.bytes
    try file.write(contentsOf: bytes)
    noteOffset = bytes.count
  }

  /// Reads the question with which this process was started, by the number that the environment
  /// gives; `nil` without the file, which only a parent passes.
  init?(number: String, in descriptor: Int32 = STDIN_FILENO) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_nlink == 0
    else { return nil }
    // A duplicate, so that a mapper that closes standard input does not close it, and a program
    // that replaces the process does not inherit it.
    let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    guard own >= 0 else { return nil }
    (self.number, file) = (number, FileHandle(fileDescriptor: own, closeOnDealloc: true))
    guard number.utf8.count == Self.digitCount,
      bytes(from: 0, count: Self.digitCount).elementsEqual(number.utf8)
    else { return nil }
    noteOffset = Self.digitCount + 1 + (record?.bytes.count ?? 0)
  }

  var standardInput: FileHandle { file }

  var progress: Progress {
    get {
      bytes(from: Self.digitCount, count: 1).first.flatMap { Progress(rawValue: $0) } ?? .started
    }
    nonmutating set {
      var byte = newValue.rawValue
      _ = pwrite(file.fileDescriptor, &byte, 1, off_t(Self.digitCount))
    }
  }

  var record: CallRecord? {
    CallRecord(bytes(from: Self.digitCount + 1, count: CallRecord.sizeLimit))
  }

  /// The payload that the child is working on, if the child notes it.
  var note: EndpointPayload? {
    get {
      var rest = bytes(from: noteOffset, count: CallRecord.sizeLimit)[...]
      return rest.takePayloads()?.first
    }
    nonmutating set {
      var bytes: [UInt8] = []
      bytes.append([newValue].compactMap(\.self))
      _ = bytes.withUnsafeBytes {
        pwrite(file.fileDescriptor, $0.baseAddress, $0.count, off_t(noteOffset))
      }
    }
  }

  private static let digitCount = 16
  private func bytes(from offset: Int, count: Int) -> [UInt8] {
    RawReading.bytes(of: file.fileDescriptor, from: offset, limit: count)
  }
}
