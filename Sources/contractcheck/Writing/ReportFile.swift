import DiskReading
import Foundation
import JSONParsing

/// A file that a report, a part or a baseline goes to. The folders that it is in are made.
struct ReportFile {
  private let url: URL
  private let name: String

  init(_ path: String) {
    (url, name) = (URL(filePath: ReplacingFile.target(of: path)), displayed(path))
  }

  /// Refuses to replace a file that may have been worked on.
  static func refuseExisting(_ file: String) throws(UsageError) {
    // A pipe may be written to; a link is what it leads to.
    let path = URL(filePath: file).resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard attributes?[.type] as? FileAttributeType == .typeRegular else { return }
    throw UsageError(
      message: "\(displayed(file)) is there already, and may have been worked on",
      hint: "--force replaces it")
  }

  /// Writes the file as a whole: who reads it finds the old text or the new one.
  func write(_ text: String) throws(WriteFailure) { try write(Array(text.utf8)) }

  func write(_ bytes: [UInt8]) throws(WriteFailure) {
    let file = try opened()
    try file.write(bytes)
    try file.end()
  }

  /// Opens the file to be written bit by bit.
  func opened() throws(WriteFailure) -> ReplacingFile {
    try makeFolder()
    return try ReplacingFile(url.path, named: name)
  }

  /// Adds to the file.
  ///
  /// - Parameters:
  ///   - limit: How many bytes it may have then.
  ///   - text: Makes the text, for so many bytes as there is room for.
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
      // A file where a folder should be is there already, but is no folder.
      let code = SystemReason.code(error) ?? EIO
      throw WriteFailure(name, code: code == EEXIST ? ENOTDIR : code)
    }
  }
}
