import ContractTesting
import Foundation
import Testing

/// A package on disk, in the folder of the test's workspace.
struct Trial {
  let folder: String

  /// The source file that the package's test is in.
  var filePath: String { folder + "/Tests/AppTests/AppTests.swift" }

  /// - Parameter files: The contents of files, by their paths from the package's root.
  init(_ files: [String: String]) throws {
    let root = try TestWorkspace.current.folder.appending(path: UUID().uuidString)
    folder = root.path
    let package = ["Package.swift": "", "Tests/AppTests/AppTests.swift": ""]
    for (path, text) in package.merging(files, uniquingKeysWith: { $1 }) {
      let file = root.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
  }
}

/// Returns the text of the error that a closure throws; "" if it throws none.
func complaint(_ body: () throws -> Void) -> String {
  do {
    try body()
    return ""
  } catch {
    return "\(error)"
  }
}

/// Returns the comments of the issues that a check records.
func recorded(_ check: () throws -> Void) throws -> [String] {
  let recorded = RecordedTexts()
  try withKnownIssue(isIntermittent: true) {
    try check()
  } matching: { issue in
    recorded.texts += issue.comments.map(\.rawValue)
    return true
  }
  return recorded.texts
}

private final class RecordedTexts: @unchecked Sendable { var texts: [String] = [] }
