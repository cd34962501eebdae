package import Foundation
import JSONParsing

/// The contract files that a command line names, with their root.
package struct ContractSearch {
  package let files: DiskFiles
  /// The paths relative to the root, in byte order, without duplicates.
  package let paths: [String]
  /// The reasons why operands, or files in their folders, are omitted; each as a sentence.
  package let problems: [String]

  /// - Parameters:
  ///   - operands: Files and folders; if empty, the package around the working folder.
  ///   - base: The root if no package is around them; `nil` for the folder that they have in
  ///     common.
  package init(_ operands: [String], below base: URL? = nil) {
    let here = URL(
      filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory
    ).standardizedFileURL
    let given = operands.map { URL(filePath: $0, relativeTo: here).standardizedFileURL }
    let found = zip(operands, given).filter { FileManager.default.fileExists(atPath: $1.path) }
    let missing = zip(operands, given)
      .filter { !FileManager.default.fileExists(atPath: $1.path) }
      .map { "no such file or folder: \(displayed($0.0))" }
    let starts = operands.isEmpty ? [PackageRoot.folder(around: here) ?? here] : found.map(\.1)
    let root = Self.root(of: starts, below: base)
    let walks = starts.map { ContractWalk(from: $0) }
    let urls = walks.flatMap(\.found)
    let readable = urls.filter { RegularFile.problem(with: $0) == nil }
    problems =
      missing + walks.flatMap(\.problems).sorted()
      + urls.compactMap { url in
        RegularFile.problem(with: url).map { "\(displayed(url.path)) cannot be read: \($0)" }
      }
    let relative = readable.map { String($0.path.dropFirst(root.path.count)) }
      .map { $0.hasPrefix("/") ? String($0.dropFirst()) : $0 }
    paths = Set(relative).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    files = DiskFiles(root: root)
  }

  /// Returns the package around all operands, or else the base or their common folder.
  private static func root(of starts: [URL], below base: URL?) -> URL {
    let folders = starts.map { PackageRoot.isFolder($0) ? $0 : $0.deletingLastPathComponent() }
      .map(\.pathComponents)
    let common = folders.dropFirst().reduce(folders.first ?? ["/"]) { common, folder in
      zip(common, folder).prefix { $0 == $1 }.map(\.0)
    }
    let folder = URL(filePath: "/" + common.dropFirst().joined(separator: "/")).standardizedFileURL
    return PackageRoot.folder(around: folder) ?? base ?? folder
  }
}
