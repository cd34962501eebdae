import ContractModel
import Foundation

/// Contracts and fixtures on disk, below a root.
struct DiskFiles: ContractFiles {
  /// The folder that nothing is read outside of.
  let root: URL

  func contract(at path: String) throws -> [UInt8]? {
    let url = root.appending(path: path)
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    return [UInt8](try Data(contentsOf: url))
  }

  func hasFixture(_ name: String, forContractAt path: String) -> Bool {
    guard !name.split(separator: "/").contains("..") else { return false }
    var folders = path.split(separator: "/").dropLast().map(String.init)
    while true {
      let fixtures = root.appending(path: (folders + ["Fixtures"]).joined(separator: "/"))
      if FileManager.default.fileExists(atPath: fixtures.path) {
        return FileManager.default.fileExists(atPath: fixtures.appending(path: name).path)
      }
      guard folders.popLast() != nil else { return false }
    }
  }

  /// A file as it is named to the reader: from the working folder, if it is below, else in full.
  func shownPath(_ path: String) -> String {
    let full = root.appending(path: path).standardizedFileURL.path
    let here = FileManager.default.currentDirectoryPath + "/"
    return full.hasPrefix(here) ? String(full.dropFirst(here.count)) : full
  }
}
