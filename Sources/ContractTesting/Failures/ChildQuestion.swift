import Foundation
import MapperTesting

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The open file in which a process asks its child about payloads, and the child says how far it
/// came.
///
///     number    16 digits, which the environment gives the child, too
///     progress  1 byte, a `Progress`
///     question  a `CallRecord`
///     note      the payload that the child is at, where it says it
///
/// The file has no name any more when the child starts, which has it as its standard input. So no
/// variable that was left over makes a process a child: nobody but the parent can give it the file.
struct ChildQuestion {
  /// How far a child came.
  enum Progress: UInt8 {
    /// It has not called the mapper.
    case started = 0x30
    /// It has called the mapper, which has not come back.
    case called = 0x31
    /// It has called the mapper that the first has to agree with, which has not come back.
    case calledOther = 0x33
    case answered = 0x32
  }

  /// What the environment gives the child.
  let number: String
  private let file: FileHandle
  /// Behind the question.
  private var noteOffset = 0

  /// Asks a child.
  ///
  /// - Throws: If no file can be written.
  init(asking record: CallRecord) throws {
    let folder = FileManager.default.temporaryDirectory
    var path = Array(folder.appending(path: "contractcheck-child-XXXXXX").path.utf8CString)
    let descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw POSIXError(.EIO) }
    unlink(path)
    // Other processes that are started now have no need of it.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    number = String(repeating: "0", count: Self.digitCount - digits.count) + digits
    // All is written, so a mapper that reads standard input is at its end.
    let bytes = Array(number.utf8) + [Progress.started.rawValue] + record.bytes
    try file.write(contentsOf: bytes)
    noteOffset = bytes.count
  }

  /// The question that this process was started with.
  ///
  /// - Parameter number: What the environment gives.
  /// - Returns: `nil`, if the file is not there, which only a parent gives.
  init?(number: String, in descriptor: Int32 = STDIN_FILENO) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_nlink == 0
    else { return nil }
    // One that a mapper does not close with standard input, or a program has that takes its place.
    let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    guard own >= 0 else { return nil }
    (self.number, file) = (number, FileHandle(fileDescriptor: own, closeOnDealloc: true))
    guard number.utf8.count == Self.digitCount,
      bytes(from: 0, count: Self.digitCount).elementsEqual(number.utf8)
    else { return nil }
    noteOffset = Self.digitCount + 1 + (record?.bytes.count ?? 0)
  }

  /// What a child has as its standard input.
  var standardInput: FileHandle { file }

  /// How far the child came.
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
    CallRecord(bytes(from: Self.digitCount + 1, count: Self.sizeLimit))
  }

  /// The payload that the child is at, if it is one that says it.
  var note: EndpointPayload? {
    get {
      var rest = bytes(from: noteOffset, count: Self.sizeLimit)[...]
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
  /// How much of a question is read, in bytes.
  private static let sizeLimit = 256 << 20

  private func bytes(from offset: Int, count: Int) -> [UInt8] {
    RawReading.bytes(of: file.fileDescriptor, from: offset, limit: count)
  }
}
