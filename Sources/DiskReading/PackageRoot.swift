package import Foundation

/// Finds the folders from which tests and commands read files.
package enum PackageRoot {
  /// Returns the nearest folder with a package manifest, from a folder upwards.
  package static func folder(around folder: URL) -> URL? {
    nearest(to: folder, with: "Package.swift")
  }

  /// Returns the nearest folder that contains a given name, from a folder upwards.
  package static func nearest(to folder: URL, with name: String) -> URL? {
    var folder = folder.standardizedFileURL
    while true {
      if FileManager.default.fileExists(atPath: folder.appending(path: name).path) { return folder }
      guard folder.path != "/" else { return nil }
      folder.deleteLastPathComponent()
    }
  }

  /// Whether a path is a folder, after following links.
  package static func isFolder(_ url: URL) -> Bool {
    var isFolder = ObjCBool(false)
    return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}
