import DiskReading
import Foundation

/// Where a test's source file lies.
struct TestSource {
  /// The folder that the file is in.
  let folder: URL

  /// - Parameter filePath: The test's `#filePath`.
  init(_ filePath: String) {
    folder = URL(filePath: filePath).standardizedFileURL.deletingLastPathComponent()
  }

  /// The package's root, the nearest folder with a Package.swift; of an app without one, the
  /// root of its repository.
  var packageRoot: URL? {
    PackageRoot.folder(around: folder) ?? PackageRoot.nearest(to: folder, with: ".git")
  }

  /// The folders from that of the file up to the package's root; that of the file alone, if there
  /// is none.
  var foldersUpwards: [URL] {
    guard let root = packageRoot?.path else { return [folder] }
    var folders = [folder]
    while let last = folders.last, last.path != root, last.path != "/" {
      folders.append(last.deletingLastPathComponent().standardizedFileURL)
    }
    return folders
  }

  /// The package's root.
  ///
  /// - Throws: `TestSetupError`, if there is none.
  func requiredPackageRoot() throws -> URL {
    if let packageRoot { return packageRoot }
    throw TestSetupError(
      "there is no package around the test",
      notes: [
        "looked for Package.swift and .git from \(shown(folder)) upwards",
        "name the file with contentsOf:, or give its bundle",
      ])
  }
}
