import DiskReading
import Foundation
import JSONParsing

/// A file for a report, a part or a baseline. Missing folders are created.
struct ReportFile {
  private let url: URL
  private let name: String

  init(_ path: String) {
    (url, name) = (URL(filePath: ReplacingFile.target(of: path)), displayed(path))
  }

  /// Throws an error if a file exists, because it may contain edits.
  static func refuseExisting(_ file: String) throws(UsageError) {
    // A pipe may be written to; a link counts as its target.
    let path = URL(filePath: file).resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard attributes?[.type] as? FileAttributeType == .typeRegular else { return }
    throw UsageError(
      message: "\(displayed(file)) is there already, and may have been worked on",
      hint: "--force replaces it")
  }

  /// Writes a draft to a file, or to standard output for `-` or without a file.
  ///
  /// - Parameter isForced: Whether an existing file is replaced.
  static func write(
    draft text: String, to file: String?, isForced: Bool, _ console: Console
  ) throws {
    guard let file, file != "-" else {
      try console.print(text, terminator: "")
      return
    }
    if !isForced { try refuseExisting(file) }
    try ReportFile(file).write(text)
  }

  /// Writes the complete file: readers see either the old or the new text.
  func write(_ text: String) throws(WriteFailure) { try write(Array(text.utf8)) }

  func write(_ bytes: [UInt8]) throws(WriteFailure) {
    let file = try opened()
    try file.write(bytes)
    try file.end()
  }

  func opened() throws(WriteFailure) -> ReplacingFile {
    try makeFolder()
    return try ReplacingFile(url.path, named: name)
  }

  /// Appends to the file, up to a size in bytes; `text` returns a text for the given number of free
  /// bytes.
  func append(limit: Int, _ text: (Int) -> String) throws(WriteFailure) {
    try makeFolder()
    let number = open(url.path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
    guard number >= 0 else { throw WriteFailure(name) }
    defer { close(number) }
    let size = max(0, Int(lseek(number, 0, SEEK_END)))
    try OutputDescriptor(number: number, name: name).write(text(max(0, limit - size)))
  }

  private func makeFolder() throws(WriteFailure) {
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    } catch {
      // A file in the place of a folder gives EEXIST, and ENOTDIR describes that better.
      let code = SystemReason.code(error) ?? EIO
      throw WriteFailure(name, code: code == EEXIST ? ENOTDIR : code)
    }
  }
}
