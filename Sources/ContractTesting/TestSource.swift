import DiskReading
import Foundation

/// Where a test's source file lies, and the resources of its bundle, where it names one: on a device and
/// in Xcode Cloud there is no source file.
struct TestSource {
  /// The folder that the file is in.
  let folder: URL
  let resources: URL?

  /// - Parameter filePath: The test's `#filePath`.
  init(_ filePath: String, _ bundle: Bundle? = nil) {
    folder = URL(filePath: filePath).standardizedFileURL.deletingLastPathComponent()
    resources = bundle.map { ($0.resourceURL ?? $0.bundleURL).standardizedFileURL }
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

  /// The resources of the bundle, or else the package's root.
  ///
  /// - Throws: `TestSetupError`, if there is none.
  func requiredRoot() throws -> URL {
    if let root = resources ?? packageRoot { return root }
    throw TestSetupError(
      "there is no package around the test",
      notes: [
        "looked for Package.swift and .git from \(shown(folder)) upwards",
        "name the file with contentsOf:, or give its bundle",
      ])
  }
}
