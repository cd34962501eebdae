import ContractModel
import Foundation

/// Contracts and fixtures on disk, below a root.
struct DiskFiles: ContractFiles {
  /// The folder that nothing is read outside of.
  let root: URL

  func contract(at path: String) throws -> [UInt8]? {
    let url = root.appending(path: path)
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    return try bytes(of: url)
  }

  func fixture(_ name: String, forContractAt path: String) throws -> [UInt8]? {
    try fixtureURL(name, forContractAt: path).map { try bytes(of: $0) }
  }

  private func bytes(of url: URL) throws -> [UInt8] {
    if let problem = Self.problem(with: url) { throw problem }
    guard isBelowRoot(url) else {
      throw Unreadable(description: "it is a link that leads out of the root folder")
    }
    return [UInt8](try Data(contentsOf: url))
  }

  /// Whether a file is below the root when the links on the way are followed.
  private func isBelowRoot(_ url: URL) -> Bool {
    let base = root.resolvingSymlinksInPath().path
    return url.resolvingSymlinksInPath().path.hasPrefix(base == "/" ? base : base + "/")
  }

  /// A reason why a file that is there cannot be read, in words.
  struct Unreadable: Error, CustomStringConvertible {
    let description: String
  }

  /// Why a file cannot be read; `nil`, if nothing seems to be in the way.
  ///
  /// Only regular files are read: a pipe would wait for its writer, a device may have no end.
  static func problem(with url: URL) -> Unreadable? {
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: url.resolvingSymlinksInPath().path)
    guard attributes?[.type] as? FileAttributeType == .typeRegular else {
      return Unreadable(description: "it is no regular file")
    }
    return FileManager.default.isReadableFile(atPath: url.path)
      ? nil : Unreadable(description: "there is no permission to read it")
  }

  func hasFixture(_ name: String, forContractAt path: String) -> Bool {
    fixtureURL(name, forContractAt: path).map(isBelowRoot) ?? false
  }

  /// The file of a name in the nearest `Fixtures` folder above a contract, if it is there.
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

  /// A file as it is named to the reader: from the working folder, if it is below, else in full.
  func shownPath(_ path: String) -> String {
    let full = root.appending(path: path).standardizedFileURL.path
    let here = FileManager.default.currentDirectoryPath + "/"
    return full.hasPrefix(here) ? String(full.dropFirst(here.count)) : full
  }
}
