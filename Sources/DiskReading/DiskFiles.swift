import ContractModel
package import Foundation

/// Contracts and fixtures on disk, below a root.
package struct DiskFiles: ContractFiles, Sendable {
  /// The folder outside of which nothing is read.
  package let root: URL

  package init(root: URL) { self.root = root }

  package func contract(at path: String) throws -> [UInt8]? { try bytes(at: path) }

  /// Returns the bytes of a file below the root; `nil` if there is none.
  ///
  /// - Parameter path: The path from the root.
  /// - Throws: `RegularFile.Unreadable`, also if the file is a link that leads out of the root.
  package func bytes(at path: String) throws -> [UInt8]? {
    let url = root.appending(path: path)
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    return try bytes(of: url)
  }

  package func fixture(_ name: String, forContractAt path: String) throws -> [UInt8]? {
    try fixtureURL(name, forContractAt: path).map { try bytes(of: $0) }
  }

  private func bytes(of url: URL) throws -> [UInt8] {
    if let problem = RegularFile.problem(with: url) { throw problem }
    guard isBelowRoot(url) else {
      throw RegularFile.Unreadable(description: "it is a link that leads out of the root folder")
    }
    return try RegularFile.bytes(of: url)
  }

  /// Whether a file is below the root after links are followed.
  private func isBelowRoot(_ url: URL) -> Bool {
    let base = root.resolvingSymlinksInPath().path
    return url.resolvingSymlinksInPath().path.hasPrefix(base == "/" ? base : base + "/")
  }

  package func hasFixture(_ name: String, forContractAt path: String) -> Bool {
    fixtureURL(name, forContractAt: path).map(isBelowRoot) ?? false
  }

  /// Returns the file with a name in the nearest `Fixtures` folder above a contract, if it is
  /// there.
  private func fixtureURL(_ name: String, forContractAt path: String) -> URL? {
    guard !name.split(separator: "/").contains("..") else { return nil }
    var folders = path.split(separator: "/").dropLast().map(String.init)
    while true {
      let fixtures = root.appending(path: (folders + ["Fixtures"]).joined(separator: "/"))
      if FileManager.default.fileExists(atPath: fixtures.path) {
        let fixture = fixtures.appending(path: name)
        return FileManager.default.fileExists(atPath: fixture.path) ? fixture : nil
      }
      guard folders.popLast() != nil else { return nil }
    }
  }

  /// Returns a file's path for display: relative to the working folder if the file is below it,
  /// otherwise absolute.
  package func shownPath(_ path: String) -> String {
    DiskReading.shownPath(of: root.appending(path: path))
  }
}

/// Returns a file's path for display: relative to the working folder if the file is below it,
/// otherwise absolute.
///
/// - Parameter folder: The working folder. macOS names it from `/private`, and standardizing
///   removes that.
package func shownPath(
  of url: URL, from folder: String = FileManager.default.currentDirectoryPath
) -> String {
  let full = url.standardizedFileURL.path
  let here = URL(filePath: folder, directoryHint: .isDirectory).standardizedFileURL.path
  if full == here { return "." }
  return full.hasPrefix(here + "/") ? String(full.dropFirst(here.count + 1)) : full
}

/// Returns the names in a folder, in byte order; empty if the folder cannot be listed.
package func sortedNames(in folder: URL) -> [String] {
  let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
  return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
}
