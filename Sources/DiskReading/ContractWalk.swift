import ContractModel
package import Foundation
import JSONParsing

/// A walk through folders for the contracts in them.
///
/// Links are not followed, so a loop of them ends nowhere; hidden folders and those that hold what
/// others wrote or a build made are left out.
package struct ContractWalk {
  /// Where package managers and Xcode put what is not the package's own.
  private static let foreignFolders: Set<String> = [
    "node_modules", "DerivedData", "Pods", "Carthage",
  ]

  /// The contracts, in no order.
  package private(set) var found: [URL] = []
  /// A sentence for each folder that cannot be listed.
  package private(set) var problems: [String] = []

  /// - Parameter start: A file, which is found whatever it is called, or a folder.
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
      // Asked last: most files are neither.
      guard isContract || isFolder, !Self.isLink(child) else { continue }
      if isFolder { pending.append(child) } else { found.append(child) }
    }
  }

  private static func isLink(_ url: URL) -> Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: url.path)) != nil
  }
}
