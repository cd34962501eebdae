package import Foundation

/// The folders that tests and commands take their files from.
package enum PackageRoot {
  /// The nearest folder with a package manifest, from a folder upwards.
  package static func folder(around folder: URL) -> URL? {
    nearest(to: folder, with: "Package.swift")
  }

  /// The nearest folder that has something of a name, from a folder upwards.
  package static func nearest(to folder: URL, with name: String) -> URL? {
    var folder = folder.standardizedFileURL
    while true {
      if FileManager.default.fileExists(atPath: folder.appending(path: name).path) { return folder }
      guard folder.path != "/" else { return nil }
      folder.deleteLastPathComponent()
    }
  }

  /// Whether there is a folder at a place, links followed.
  package static func isFolder(_ url: URL) -> Bool {
    var isFolder = ObjCBool(false)
    return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}
