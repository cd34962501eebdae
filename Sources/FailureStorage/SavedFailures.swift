import DiskReading
package import Foundation
import JSONParsing

/// The saved failures of a package.
///
///     .contractcheck/failures/avatars/3f9a2c….json    of this checkout; git-ignored
///     Fixtures/regressions/avatars-3f9a2c.json        promoted: every checkout replays them
///
/// A mistake in a file is reported as a problem, never thrown as an error: a test does not fail
/// because of a helper file that cannot be read or written. Files are replaced as a whole, so that
/// tests and processes may write them concurrently.
package struct SavedFailures: Sendable {
  /// The package's root.
  package let root: URL

  /// The most failures of one contract that are saved and read.
  package static let countLimit = 200

  package init(root: URL) { self.root = root }

  /// Failures, and the problems of files that cannot be used.
  package struct Contents: Equatable, Sendable {
    package var failures: [SavedFailure] = []
    package var problems: [String] = []
  }

  /// Returns the failures that a check replays: first the promoted ones of the contract and the
  /// target, whichever check they come from, then those that the check itself saved.
  ///
  /// - Parameters:
  ///   - contract: The name of the contract.
  ///   - target: The target of the payloads: `[Avatar]`.
  package func replays(of contract: String, as target: String, in check: String) -> Contents {
    var contents = regressions(of: contract, as: target)
    let promoted = Set(contents.failures.map(\.hash.value))
    let saved = saved(of: contract, as: target, in: check)
    contents.failures += saved.failures.filter { !promoted.contains($0.hash.value) }
    contents.problems += saved.problems
    return contents
  }

  package func saved(of contract: String, as target: String, in check: String) -> Contents {
    read(failuresFolder(of: contract)) { failure in
      failure.isAbout(contract, target) && failure.check == check
    }
  }

  /// Returns the promoted failures of a contract and a target.
  package func regressions(of contract: String, as target: String) -> Contents {
    read(regressionsFolder) { $0.isAbout(contract, target) }
  }

  // MARK: - Folders

  var hiddenFolder: URL { root.appending(path: ".contractcheck") }
  var failuresFolder: URL { hiddenFolder.appending(path: "failures") }
  var regressionsFolder: URL { root.appending(path: "Fixtures/regressions") }

  func failuresFolder(of contract: String) -> URL {
    failuresFolder.appending(path: SavedFailure.folderName(ofContract: contract))
  }

  func file(of failure: SavedFailure) -> URL {
    failuresFolder(of: failure.contract.name).appending(path: failure.hash.text + ".json")
  }

  // MARK: - Reading

  /// Reads the failures in a folder, in the order of their files' names.
  func read(_ folder: URL, where isWanted: (SavedFailure) -> Bool = { _ in true }) -> Contents {
    var contents = Contents()
    let files = sortedNames(in: folder).filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
    for name in files {
      guard contents.failures.count < Self.countLimit else {
        contents.problems.append(
          "\(displayed(shownPath(of: folder))) has more than \(Self.countLimit) failures: the "
            + "others are not read")
        break
      }
      do throws(UnusableFile) {
        let failure = try SavedFailure(contentsOf: folder.appending(path: name))
        if isWanted(failure) { contents.failures.append(failure) }
      } catch {
        contents.problems.append(error.description)
      }
    }
    return contents
  }
}

extension SavedFailure {
  fileprivate func isAbout(_ contract: String, _ target: String) -> Bool {
    self.contract.name == contract && self.target == target
  }
}
