import Foundation

/// A file that a report goes to. The folders that it is in are made.
struct ReportFile {
  private let url: URL

  init(_ path: String) { url = URL(filePath: path).resolvingSymlinksInPath() }

  /// Writes the file as a whole: who reads it finds the old text or the new one.
  func write(_ text: String) throws {
    try makeFolder()
    // What is no file, such as a pipe or /dev/stdout, is written to and not replaced.
    guard isReplaceable else {
      let handle = try FileHandle(forWritingTo: url)
      defer { try? handle.close() }
      return try handle.write(contentsOf: Data(text.utf8))
    }
    try Data(text.utf8).write(to: url, options: .atomic)
  }

  /// Adds to the file.
  ///
  /// - Parameters:
  ///   - limit: How many bytes it may have then.
  ///   - text: Makes the text, for so many bytes as there is room for.
  func append(limit: Int, _ text: (Int) -> String) throws {
    try makeFolder()
    if isReplaceable, !FileManager.default.fileExists(atPath: url.path) {
      try Data().write(to: url)
    }
    let handle = try FileHandle(forWritingTo: url)
    defer { try? handle.close() }
    let size = Int(try handle.seekToEnd())
    try handle.write(contentsOf: Data(text(max(0, limit - size)).utf8))
  }

  /// Opens the file to be written bit by bit.
  func handle() throws -> FileHandle {
    try makeFolder()
    if isReplaceable { try Data().write(to: url) }
    return try FileHandle(forWritingTo: url)
  }

  private var isReplaceable: Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
    return attributes == nil || attributes?[.type] as? FileAttributeType == .typeRegular
  }

  private func makeFolder() throws {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
  }
}
