import DiskReading
import Foundation

/// The location of a test's source file, and the resources of its bundle, if it names one: on a
/// device and in Xcode Cloud there is no source file.
struct TestSource {
  /// The environment variable that names a folder in place of the package's root, for tests that
  /// run on another machine than they were built on.
  static let variable = "CONTRACTCHECK_ROOT"

  let folder: URL
  let resources: URL?
  /// The folder that the environment names.
  private let namedRoot: URL?

  init(
    _ filePath: String, _ bundle: Bundle? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    folder = URL(filePath: filePath).standardizedFileURL.deletingLastPathComponent()
    resources = bundle.map { ($0.resourceURL ?? $0.bundleURL).standardizedFileURL }
    namedRoot = environment[Self.variable].flatMap { path in
      path.isEmpty ? nil : URL(filePath: path, directoryHint: .isDirectory).standardizedFileURL
    }
  }

  /// The folder that the environment names, or else the package's root, which is the nearest folder
  /// with a Package.swift; for an app without one, the root of its repository.
  var packageRoot: URL? {
    namedRoot ?? PackageRoot.folder(around: folder)
      ?? PackageRoot.nearest(to: folder, with: ".git")
  }

  /// The folder for new contracts: the package's folder `Contracts`, which needs no `exclude` in
  /// any target.
  var contractsFolder: URL {
    (packageRoot ?? folder).appending(path: "Contracts", directoryHint: .isDirectory)
  }

  /// The package's root, if contracts come from a bundle although the sources are there.
  var checkout: URL? { resources == nil ? nil : packageRoot }

  /// The folders from that of the file up to the package's root; only that of the file if there is
  /// no root.
  var foldersUpwards: [URL] {
    guard let root = packageRoot, folder.pathComponents.starts(with: root.pathComponents) else {
      return [folder] + (namedRoot.map { [$0] } ?? [])
    }
    var folders = [folder]
    while let last = folders.last, last.path != root.path, last.path != "/" {
      folders.append(last.deletingLastPathComponent().standardizedFileURL)
    }
    return folders
  }

  /// Returns the resources of the bundle, or else the package's root.
  ///
  /// - Throws: `TestSetupError` if there is neither.
  func requiredRoot() throws -> URL {
    if resources == nil, let namedRoot, !PackageRoot.isFolder(namedRoot) {
      throw TestSetupError("\(Self.variable) names no folder: \(shown(namedRoot))")
    }
    if let root = resources ?? packageRoot { return root }
    throw TestSetupError(
      "there is no package around the test",
      notes: [
        "looked for Package.swift and .git from \(shown(folder)) upwards",
        "name the file with contentsOf:, give its bundle, or name the folder in \(Self.variable)",
      ])
  }
}
