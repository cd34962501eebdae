#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The system calls that reading captures needs.
enum System {
  /// The reason why the last call failed.
  static var lastFailure: ReadFailure {
    ReadFailure(errno == ENOENT ? "no such file or folder" : String(cString: strerror(errno)))
  }

  // MARK: - Bytes

  /// Opens a file for reading, without waiting for the writer of a pipe.
  ///
  /// - Parameter isPipe: Whether the file is a pipe of a process, whose writer is waited for.
  static func openFile(_ path: String, isPipe: Bool = false) throws(ReadFailure) -> Int32 {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | (isPipe ? 0 : O_NONBLOCK))
    guard descriptor >= 0 else { throw lastFailure }
    return descriptor
  }

  /// Returns whether a path leads to a pipe, following links.
  static func isPipe(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  static func closeFile(_ descriptor: Int32) { _ = close(descriptor) }

  /// Reads the available bytes, again after a signal, or after waiting if none are available yet.
  /// Returns their number: zero at the end, negative if the call failed.
  static func readFile(_ descriptor: Int32, into bytes: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      let count = read(descriptor, bytes.baseAddress, bytes.count)
      if count >= 0 || errno != EINTR && errno != EAGAIN { return count }
      var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      poll(&wait, 1, -1)
    }
  }

  /// Waits until bytes are available, or the end is reached; returns `false` after the time limit
  /// or a signal.
  static func waitForBytes(_ descriptor: Int32, milliseconds: Int32) -> Bool {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let count = poll(&wait, 1, milliseconds)
    return count > 0 || count < 0 && errno != EINTR && errno != EAGAIN
  }

  /// Reads the bytes at an offset, again after a signal. Returns their number: zero at the end,
  /// negative if the call failed.
  static func readFile(
    _ descriptor: Int32, into bytes: UnsafeMutableRawBufferPointer, at offset: Int
  ) -> Int {
    while true {
      let count = pread(descriptor, bytes.baseAddress, bytes.count, off_t(offset))
      if count >= 0 || errno != EINTR { return count }
    }
  }

  /// Returns the size of a regular file in bytes; `nil` if the path leads to none.
  static func byteCount(ofFile path: String) -> Int? {
    var status = stat()
    guard stat(path, &status) == 0, kind(status) == .regular else { return nil }
    return Int(status.st_size)
  }

  /// Returns the offset of the first occurrence of a byte, at the speed of the C library.
  static func firstOffset(of byte: UInt8, in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let base = bytes.baseAddress,
      let found = memchr(base, Int32(byte), bytes.count)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }

  // MARK: - Paths

  enum FileKind { case regular, folder, link, other }

  /// Returns the size of an open regular file in bytes; `nil` if it is not a regular file.
  static func byteCount(ofFile descriptor: Int32) -> Int? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, kind(status) == .regular else { return nil }
    return Int(status.st_size)
  }

  /// Returns the kind of file at a path, without following a link; `nil`, if there is no file, or
  /// it must not be accessed.
  static func kind(of path: String) -> FileKind? {
    var status = stat()
    return lstat(path, &status) == 0 ? kind(status) : nil
  }

  private static func kind(_ status: stat) -> FileKind {
    switch status.st_mode & S_IFMT {
    case S_IFREG: .regular
    case S_IFDIR: .folder
    case S_IFLNK: .link
    default: .other
    }
  }

  /// Returns the absolute path without links, or `nil` if there is no file.
  static func realPath(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// Returns the names in a folder in byte order, or `nil` if it cannot be listed. Each name comes
  /// with whether the folder itself states that it is a regular file.
  static func names(in folder: String) -> [(name: String, isRegular: Bool)]? {
    guard let stream = opendir(folder) else { return nil }
    defer { closedir(stream) }
    var names: [(name: String, isRegular: Bool)] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        // The byte array, which Swift imports as a tuple, ends with a zero.
        String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      guard name != "." && name != ".." else { continue }
      names.append((name, Int(entry.pointee.d_type) == Int(DT_REG)))
    }
    // `String` compares ASCII as bytes, in a tenth of the time.
    let isASCII = names.allSatisfy { $0.name.utf8.allSatisfy { $0 < 0x80 } }
    return names.sorted { left, right in
      isASCII
        ? left.name < right.name : left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
    }
  }
}
