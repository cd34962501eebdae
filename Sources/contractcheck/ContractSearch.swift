import ContractModel
import Foundation
import JSONParsing

/// The contract files that a command line names, and the root they lie below.
struct ContractSearch {
  let files: DiskFiles
  /// Relative to the root, in the order of their bytes, each once.
  let paths: [String]
  /// Why operands, or files in their folders, are left out; each in a sentence.
  let problems: [String]

  /// - Parameter operands: Files and folders; none: the package around the working folder.
  init(_ operands: [String]) {
    let here = URL(
      filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory)
    let given = operands.map { URL(filePath: $0, relativeTo: here).standardizedFileURL }
    let found = zip(operands, given).filter { FileManager.default.fileExists(atPath: $1.path) }
    let missing = zip(operands, given)
      .filter { !FileManager.default.fileExists(atPath: $1.path) }
      .map { "no such file or folder: \(displayed($0.0))" }
    let starts = operands.isEmpty ? [Self.packageRoot(around: here) ?? here] : found.map(\.1)
    let root = Self.root(of: starts)
    var closed: [String] = []
    let urls = starts.flatMap { Self.contracts(at: $0, closed: &closed) }
    let readable = urls.filter { DiskFiles.problem(with: $0) == nil }
    problems =
      missing + closed
      + urls.compactMap { url in
        DiskFiles.problem(with: url).map { "\(displayed(url.path)) cannot be read: \($0)" }
      }
    let relative = readable.map { String($0.path.dropFirst(root.path.count)) }
      .map { $0.hasPrefix("/") ? String($0.dropFirst()) : $0 }
    paths = Set(relative).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    files = DiskFiles(root: root)
  }

  /// The nearest folder with a package manifest.
  private static func packageRoot(around folder: URL) -> URL? {
    var folder = folder.standardizedFileURL
    while true {
      let manifest = folder.appending(path: "Package.swift").path
      if FileManager.default.fileExists(atPath: manifest) { return folder }
      guard folder.path != "/" else { return nil }
      folder.deleteLastPathComponent()
    }
  }

  /// The package around all that is given, or else the folder that it has in common.
  private static func root(of starts: [URL]) -> URL {
    let folders = starts.map { isFolder($0) ? $0 : $0.deletingLastPathComponent() }
      .map(\.pathComponents)
    let common = folders.dropFirst().reduce(folders.first ?? ["/"]) { common, folder in
      zip(common, folder).prefix { $0 == $1 }.map(\.0)
    }
    let folder = URL(filePath: "/" + common.dropFirst().joined(separator: "/")).standardizedFileURL
    return packageRoot(around: folder) ?? folder
  }

  /// A file itself; of a folder, the contracts in it and below, but for hidden folders and links.
  ///
  /// - Parameter closed: Gets a sentence for each folder that cannot be listed.
  private static func contracts(at url: URL, closed: inout [String]) -> [URL] {
    guard isFolder(url) else { return [url] }
    guard let children = try? FileManager.default.contentsOfDirectory(atPath: url.path) else {
      closed.append("\(displayed(url.path)) cannot be listed: there is no permission")
      return []
    }
    return children.filter { !$0.hasPrefix(".") }.flatMap { name -> [URL] in
      let child = url.appending(path: name)
      if isLink(child) { return [] }
      if isFolder(child) { return contracts(at: child, closed: &closed) }
      return name.hasSuffix(Contract.fileSuffix) ? [child] : []
    }
  }

  private static func isFolder(_ url: URL) -> Bool {
    var isFolder = ObjCBool(false)
    return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  private static func isLink(_ url: URL) -> Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: url.path)) != nil
  }
}
