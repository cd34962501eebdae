#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The few calls of the operating system that reading captures needs.
enum System {
  /// Why the last call failed.
  static var lastFailure: ReadFailure {
    ReadFailure(errno == ENOENT ? "no such file or folder" : String(cString: strerror(errno)))
  }

  // MARK: - Bytes

  /// Opens a file for reading, without waiting for the writer of a pipe.
  ///
  /// - Returns: A descriptor; negative, if that failed.
  static func openFile(_ path: String) -> Int32 {
    open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  }

  /// Opens a pipe for reading that a process has.
  static func openPipe(_ path: String) throws(ReadFailure) -> Int32 {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw lastFailure }
    return descriptor
  }

  /// Whether a path leads to a pipe, links followed.
  static func isPipe(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  static func closeFile(_ descriptor: Int32) { _ = close(descriptor) }

  /// Reads what is there: again if a signal came between, later if nothing is there yet.
  ///
  /// - Returns: How many bytes; zero at the end, negative if that failed.
  static func readFile(_ descriptor: Int32, into bytes: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      let count = read(descriptor, bytes.baseAddress, bytes.count)
      if count >= 0 || errno != EINTR && errno != EAGAIN { return count }
      var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      poll(&wait, 1, -1)
    }
  }

  /// Waits until there is something to read, or the end.
  ///
  /// - Returns: Whether there is; else the time is over, or a signal came.
  static func waitForBytes(_ descriptor: Int32, milliseconds: Int32) -> Bool {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let count = poll(&wait, 1, milliseconds)
    return count > 0 || count < 0 && errno != EINTR && errno != EAGAIN
  }

  /// Reads what is at an offset: again if a signal came between.
  ///
  /// - Returns: How many bytes; zero at the end, negative if that failed.
  static func readFile(
    _ descriptor: Int32, into bytes: UnsafeMutableRawBufferPointer, at offset: Int
  ) -> Int {
    while true {
      let count = pread(descriptor, bytes.baseAddress, bytes.count, off_t(offset))
      if count >= 0 || errno != EINTR { return count }
    }
  }

  /// How many bytes a regular file has; `nil` if there is none at the path.
  static func byteCount(ofFile path: String) -> Int? {
    var status = stat()
    guard stat(path, &status) == 0, kind(status) == .regular else { return nil }
    return Int(status.st_size)
  }

  /// The offset of the first byte that is equal to one, at the speed of the C library.
  static func firstOffset(of byte: UInt8, in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let base = bytes.baseAddress,
      let found = memchr(base, Int32(byte), bytes.count)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }

  // MARK: - Paths

  /// The kind of file that a path leads to.
  enum FileKind { case regular, folder, link, other }

  /// How many bytes an open regular file has; `nil` if it is none.
  static func byteCount(ofFile descriptor: Int32) -> Int? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, kind(status) == .regular else { return nil }
    return Int(status.st_size)
  }

  /// Returns the kind of file at a path, a link not followed; `nil`, if there is nothing, or no
  /// permission to look.
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

  /// The absolute path without links, or `nil` if it leads nowhere.
  static func realPath(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// The names in a folder in the order of their bytes, or `nil` if it cannot be listed; with each
  /// whether the folder says already that it is a regular file.
  static func names(in folder: String) -> [(name: String, isRegular: Bool)]? {
    guard let stream = opendir(folder) else { return nil }
    defer { closedir(stream) }
    var names: [(name: String, isRegular: Bool)] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        // The array of bytes, which Swift sees as a tuple, ends in a zero.
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
