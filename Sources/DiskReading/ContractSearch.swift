package import Foundation
import JSONParsing

/// The contract files that a command line names, and the root they lie below.
package struct ContractSearch {
  package let files: DiskFiles
  /// Relative to the root, in the order of their bytes, each once.
  package let paths: [String]
  /// Why operands, or files in their folders, are left out; each in a sentence.
  package let problems: [String]

  /// - Parameters:
  ///   - operands: Files and folders; none: the package around the working folder.
  ///   - base: The root where no package is around them; `nil`, the folder that they have in common.
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

  /// The package around all that is given, or else the base, or the folder that it has in common.
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
