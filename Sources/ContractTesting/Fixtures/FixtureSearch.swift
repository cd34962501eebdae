import ContractModel
import DiskReading
package import Foundation

/// Finds a folder in the way in which fixtures are found: from the folder of the test's source file
/// upwards.
///
/// - Parameters:
///   - name: An absolute path, or one relative to any of these folders; the nearest one is used.
///   - bundle: A bundle whose resources are searched first.
/// - Throws: `TestSetupError` with all searched places if there is no such folder.
package func fixtureFolder(
  named name: String, filePath: String, bundle: Bundle? = nil
) throws -> URL {
  try fixturePlace(
    named: [name], filePath: filePath, bundle: bundle, as: "folder", PackageRoot.isFolder)
}

/// Finds a file or folder in the same way as `fixtureFolder` finds a folder.
///
/// - Parameters:
///   - names: The possible names; the first one in the nearest folder is used.
///   - what: What is searched for, in words.
package func fixturePlace(
  named names: [String], filePath: String, bundle: Bundle?, as what: String = "file or folder",
  _ isWanted: (URL) -> Bool = { FileManager.default.fileExists(atPath: $0.path) }
) throws -> URL {
  let name = names[0]
  let source = TestSource(filePath, bundle)
  let places = (source.resources.map { [$0] } ?? []) + source.foldersUpwards
  let candidates =
    name.utf8.starts(with: "/".utf8)
    ? [URL(filePath: name).standardizedFileURL]
    : places.flatMap { place in names.map { place.appending(path: $0).standardizedFileURL } }
  if let found = candidates.first(where: isWanted) { return found }
  throw TestSetupError(
    "there is no \(what) \(quoted(name))", notes: candidates.map { "looked for \(shown($0))" })
}

/// The places where a fixture is searched for.
struct FixtureSearch {
  /// The folders, in the order in which they are searched; some may not exist.
  let folders: [URL]
  /// Notes about places that could not be searched.
  let remarks: [String]

  /// The places where the folder may be that the running test's traits name.
  @TaskLocal static var named: [URL]?

  /// Returns the places where a folder may be that a test names.
  static func places(of folder: String, _ source: TestSource) -> [URL] {
    let isAbsolute = folder.utf8.starts(with: "/".utf8)
    let places = [source.resources, source.folder, source.packageRoot].compactMap(\.self)
    return (isAbsolute ? [URL(filePath: "/")] : places)
      .map { $0.appending(path: folder).standardizedFileURL }
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  init(directory: String?, source: TestSource) {
    if let folders = directory.map({ Self.places(of: $0, source) }) ?? Self.named {
      (self.folders, remarks) = (folders, [])
      return
    }
    var folders = [source.folder]
    var remarks: [String] = []
    let upwards = source.foldersUpwards
    let named = upwards.map { $0.appending(path: "Fixtures") }
    if let nearest = named.first(where: PackageRoot.isFolder) {
      folders.append(nearest)
    } else {
      let last = upwards.last.map { shown($0) } ?? ""
      remarks = ["there is no folder Fixtures from \(shown(source.folder)) up to \(last)"]
    }
    if let resources = source.resources {
      folders += [resources, resources.appending(path: "Fixtures")]
    }
    (self.folders, self.remarks) = (folders, remarks)
  }

  /// - Throws: `TestSetupError` if no place has the file.
  func url(of name: String) throws -> URL {
    guard staysInside(name) else {
      throw TestSetupError(
        "a fixture's name stays in its folder, not \(quoted(name))",
        notes: ["name another folder with directory:"])
    }
    let candidates = folders.map { $0.appending(path: name).standardizedFileURL }
    if let url = candidates.first(where: { FileManager.default.fileExists(atPath: $0.path) }) {
      return url
    }
    let places = folders.map { folder in
      "looked in \(shown(folder))\(PackageRoot.isFolder(folder) ? "" : ", which is no folder")"
    }
    throw TestSetupError(
      "there is no fixture \(quoted(name))",
      notes: places + remarks + (hint(name).map { [$0] } ?? []))
  }

  /// Returns a hint at the file that was probably meant.
  private func hint(_ name: String) -> String? {
    let path = name.split(separator: "/", omittingEmptySubsequences: true).dropLast()
    let prefix = path.map { $0 + "/" }.joined()
    let candidates = folders.flatMap { sortedNames(in: $0.appending(path: prefix)) }
    return didYouMean(name, among: candidates.map { prefix + $0 })
  }

  static func bytes(of url: URL) throws -> [UInt8] {
    do {
      return try RegularFile.bytes(of: url)
    } catch {
      throw TestSetupError("\(shown(url)) cannot be read: \(error)")
    }
  }
}
