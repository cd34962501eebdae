import Foundation

/// Creates a folder with files, and removes it after the closure.
public func withFolder(_ files: [String: String], _ body: (String) throws -> Void) throws {
  let folder = try TemporaryFolder(files)
  defer { folder.remove() }
  try body(folder.path)
}

/// Creates a folder with files, and removes it after the closure.
public func withFolder(
  _ files: [String: String], isolation: isolated (any Actor)? = #isolation,
  _ body: (String) async throws -> Void
) async throws {
  let folder = try TemporaryFolder(files)
  defer { folder.remove() }
  try await body(folder.path)
}

private struct TemporaryFolder {
  private let url = FileManager.default.temporaryDirectory
    .appending(path: "contractcheck-\(UUID())")
  var path: String { url.path }

  init(_ files: [String: String]) throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (name, text) in files {
      let file = url.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
  }

  func remove() { try? FileManager.default.removeItem(at: url) }
}
