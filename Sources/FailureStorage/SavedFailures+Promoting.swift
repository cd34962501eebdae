import ContractModel
import DiskReading
package import Foundation
import JSONParsing

extension SavedFailures {
  /// Returns all failures, those of this checkout and the promoted ones, each once, in the order of
  /// their ids.
  package func all() -> Contents {
    var contents = read(regressionsFolder)
    for name in sortedNames(in: failuresFolder) {
      let saved = read(failuresFolder.appending(path: name))
      contents.failures += saved.failures
      contents.problems += saved.problems
    }
    // A failure saved in this checkout is newer than its promoted version.
    let byHash = Dictionary(
      contents.failures.map { ($0.hash.value, $0) }, uniquingKeysWith: { $1 })
    contents.failures = byHash.values.sorted { $0.longID < $1.longID }
    return contents
  }

  /// Finds a failure.
  ///
  /// - Parameter id: The failure's id, or the id with more digits of the hash.
  /// - Throws: `UnknownFailure` if there is no such failure or more than one.
  package func failure(id: String) throws(UnknownFailure) -> SavedFailure {
    let contents = all()
    let found = contents.failures.filter { $0.isCalled(id) }
    guard let failure = found.first, found.count == 1 else {
      throw UnknownFailure(id, among: found, of: contents, in: self)
    }
    return failure
  }

  /// Copies a failure to a folder that is committed, so that every checkout replays it.
  ///
  /// - Returns: The new file.
  /// - Throws: `UnknownFailure`, or an error of the file system.
  package func promote(id: String) throws -> URL {
    let failure = try failure(id: id)
    let folder = regressionsFolder
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let taken = read(folder).failures.contains { $0.id == failure.id && $0.hash != failure.hash }
    let file = folder.appending(path: (taken ? failure.longID : failure.id) + ".json")
    try ReplacingFile.write(Array(failure.fileText), to: file)
    return file
  }
}

/// A requested failure that does not exist, or is ambiguous.
package struct UnknownFailure: Error, Equatable, Sendable {
  /// What is wrong, on a line that is safe to display.
  package let message: String
  /// Advice on what to do about it.
  package let hint: String
  /// The problems of files that cannot be used; the failure may be in one of them.
  package let problems: [String]

  init(
    _ id: String, among found: [SavedFailure], of contents: SavedFailures.Contents,
    in place: SavedFailures
  ) {
    problems = contents.problems
    guard found.isEmpty else {
      message = "\(found.count) saved failures have the id \(quoted(id))"
      hint = "write one of \(found.map(\.longID).joined(separator: ", "))"
      return
    }
    message = "there is no saved failure \(quoted(id))"
    let ids = contents.failures.map(\.id)
    let folders = [place.failuresFolder, place.regressionsFolder].map {
      displayed(shownPath(of: $0))
    }
    hint =
      ids.isEmpty
      ? "there is none in \(folders[0]) or \(folders[1])"
      : (didYouMean(id, among: ids).map { "\($0) " } ?? "")
        + "there are \(ids.joined(separator: ", "))"
  }
}
