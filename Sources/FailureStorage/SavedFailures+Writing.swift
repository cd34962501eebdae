import ContractModel
import DiskReading
import Foundation
import JSONParsing

extension SavedFailures {
  /// Saves failures, replacing earlier ones with the same identities.
  ///
  /// - Returns: Sentences that say why some failures are not saved. If nothing can be written, as
  ///   on a device or without a checkout, that is reported once.
  package func save(_ failures: [SavedFailure]) -> [String] {
    var problems: [String] = []
    for (number, failure) in failures.enumerated() {
      do {
        if let problem = try problem(ofSaving: failure) { problems.append(problem) }
      } catch {
        let rest = failures.count - number
        let names = rest == 1 ? "the failure \(quoted(failure.id)) is" : "\(rest) failures are"
        let folder = file(of: failure).deletingLastPathComponent()
        return problems + [
          "\(names) not saved: \(displayed(shownPath(of: folder))) cannot be written to: "
            + SystemReason.text(error)
        ]
      }
    }
    return problems
  }

  /// Saves a failure, replacing an earlier one with the same identity.
  ///
  /// - Returns: A sentence that says why the failure is not saved; `nil` if it is saved.
  package func save(_ failure: SavedFailure) -> String? { save([failure]).first }

  /// - Returns: Why the failure must not be saved; `nil` if it is saved.
  /// - Throws: An error if the file cannot be written.
  private func problem(ofSaving failure: SavedFailure) throws -> String? {
    let file = file(of: failure)
    let folder = file.deletingLastPathComponent()
    let name = quoted(failure.id)
    let text = try failure.fileText
    guard text.count <= SavedFailure.sizeLimit else {
      return "the failure \(name) is not saved: it takes \(text.count) bytes, more than "
        + "\(SavedFailure.sizeLimit)"
    }
    guard hasRoom(in: folder, for: file) else {
      return "the failure \(name) is not saved: there are \(Self.countLimit) of the contract in "
        + displayed(shownPath(of: folder))
    }
    try makeHiddenFolder()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try ReplacingFile.write(Array(text), to: file)
    return nil
  }

  /// Removes a failure that does not fail any more; a promoted one stays.
  ///
  /// - Returns: A sentence that says why the file cannot be removed; `nil` if it is gone.
  package func remove(_ failure: SavedFailure) -> String? {
    let file = file(of: failure)
    do {
      try FileManager.default.removeItem(at: file)
      return nil
    } catch {
      guard FileManager.default.fileExists(atPath: file.path) else { return nil }
      return "\(displayed(shownPath(of: file))) cannot be removed: \(SystemReason.text(error))"
    }
  }

  private func hasRoom(in folder: URL, for file: URL) -> Bool {
    let names = sortedNames(in: folder).filter { $0.hasSuffix(".json") }
    return names.count < Self.countLimit || names.contains(file.lastPathComponent)
  }

  /// Creates the folder for files of this checkout alone, and makes git ignore it.
  package func makeHiddenFolder() throws {
    try FileManager.default.createDirectory(at: hiddenFolder, withIntermediateDirectories: true)
    let ignored = hiddenFolder.appending(path: ".gitignore")
    guard !FileManager.default.fileExists(atPath: ignored.path) else { return }
    try ReplacingFile.write(Array("*\n".utf8), to: ignored)
  }
}
