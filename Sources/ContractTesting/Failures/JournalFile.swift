#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An open file that belongs to one process as long as that runs.
///
/// The file is locked, and the system releases the lock when the process ends in any way. So a file
/// that can be locked belongs to no process. A process id would not show that, since in containers
/// the next run often has the same one.
struct JournalFile: ~Copyable {
  private let descriptor: Int32

  /// Makes a file, and locks it before it can be seen under its name.
  ///
  /// - Parameter bytes: What is in it.
  /// - Returns: `nil`, if the folder cannot be written to.
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

  /// Opens a file that nobody has any more.
  ///
  /// - Returns: `nil`, if a process that lives has it, or somebody else took it just now.
  init?(claiming path: String) {
    descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, fstat(descriptor, &status) == 0,
      status.st_nlink > 0
    else { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Writes over a part of the file.
  ///
  /// - Parameter offset: Where the part starts, in bytes.
  /// - Returns: Whether all was written.
  func overwrite(_ bytes: [UInt8], from offset: Int) -> Bool {
    var written = 0
    while written < bytes.count {
      // The pointer lives for the call alone, and the count is that of its bytes.
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

  /// The bytes of the file.
  ///
  /// - Parameter limit: How many are read at most.
  func bytes(limit: Int) -> [UInt8] {
    RawReading.bytes(of: descriptor, from: 0, limit: limit)
  }

  static func remove(_ path: String) { _ = unlink(path) }
}

/// Reads what a descriptor leads to, wherever others read or write in it.
enum RawReading {
  /// - Parameters:
  ///   - offset: Where the first byte is.
  ///   - limit: How many are read at most.
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
