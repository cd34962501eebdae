import ContractModel
package import Foundation
import JSONParsing

/// A walk through folders for the contracts in them.
///
/// Links are not followed, so loops of links do no harm. Hidden folders are skipped, and so are
/// folders of dependencies and of builds.
package struct ContractWalk {
  /// The folders in which package managers and Xcode put files of other packages.
  private static let foreignFolders: Set<String> = [
    "node_modules", "DerivedData", "Pods", "Carthage",
  ]

  /// The contracts, in no particular order.
  package private(set) var found: [URL] = []
  /// A sentence for each folder that cannot be listed.
  package private(set) var problems: [String] = []

  /// - Parameter start: A file, which is found with any name, or a folder.
  package init(from start: URL) {
    guard PackageRoot.isFolder(start) else {
      found = [start]
      return
    }
    var pending = [start]
    while let folder = pending.popLast() { visit(folder, &pending) }
  }

  private mutating func visit(_ folder: URL, _ pending: inout [URL]) {
    guard let children = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
      problems.append("\(displayed(folder.path)) cannot be listed: there is no permission")
      return
    }
    for name in children where !name.hasPrefix(".") && !Self.foreignFolders.contains(name) {
      let child = folder.appending(path: name)
      let isContract = name.hasSuffix(Contract.fileSuffix)
      let isFolder = PackageRoot.isFolder(child)
      // This check comes last, because most files are neither.
      guard isContract || isFolder, !Self.isLink(child) else { continue }
      if isFolder { pending.append(child) } else { found.append(child) }
    }
  }

  private static func isLink(_ url: URL) -> Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: url.path)) != nil
  }
}
