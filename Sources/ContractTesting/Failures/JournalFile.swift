import Foundation

/// An open file that belongs to one process while that process runs.
///
/// The file is locked, and the operating system releases the lock when the process ends in any way.
/// A file that can be locked therefore belongs to no process. A process id would not show that: in
/// containers, the next run often has the same id.
struct JournalFile: ~Copyable {
  private let descriptor: Int32

  /// Creates a file, and locks it before it has its name; `nil` if the folder is not writable.
  init?(creating path: String, with bytes: [UInt8]) {
    let hidden = path + ".new"
    descriptor = open(hidden, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return nil }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, overwrite(bytes, from: 0),
      rename(hidden, path) == 0
    else {
      unlink(hidden)
      return nil
    }
  }

  /// Opens a file that belongs to no process any more; returns `nil` if a running process has the
  /// file, or another one has just claimed it.
  init?(claiming path: String) {
    descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, fstat(descriptor, &status) == 0,
      status.st_nlink > 0
    else { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Overwrites the file from an offset in bytes on; returns whether all bytes were written.
  func overwrite(_ bytes: [UInt8], from offset: Int) -> Bool {
    var written = 0
    while written < bytes.count {
      // The pointer is valid during the call, and the count is that of its bytes.
      let count = bytes.withUnsafeBytes { buffer in
        pwrite(
          descriptor, buffer.baseAddress.map { $0 + written }, buffer.count - written,
          off_t(offset + written))
      }
      guard count > 0 || count < 0 && errno == EINTR else { return false }
      written += max(count, 0)
    }
    return true
  }

  func bytes(limit: Int) -> [UInt8] {
    RawReading.bytes(of: descriptor, from: 0, limit: limit)
  }

  static func remove(_ path: String) { _ = unlink(path) }
}

/// Reads from a file descriptor, independently of its file offset.
enum RawReading {
  static func bytes(of descriptor: Int32, from offset: Int, limit: Int) -> [UInt8] {
    var result: [UInt8] = []
    var block = [UInt8](repeating: 0, count: min(limit, 1 << 16))
    while result.count < limit {
      let count = block.withUnsafeMutableBytes {
        pread(
          descriptor, $0.baseAddress, min($0.count, limit - result.count),
          off_t(offset + result.count))
      }
      guard count > 0 else { break }
      result += block[..<count]
    }
    return result
  }
}
