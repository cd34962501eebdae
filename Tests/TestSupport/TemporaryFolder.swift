import Foundation

/// Creates a folder with files, and removes it after the closure.
public func withFolder(_ files: [String: String], _ body: (String) throws -> Void) throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "contractcheck-\(UUID())")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  for (name, text) in files {
    let file = folder.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }
  try body(folder.path)
}
