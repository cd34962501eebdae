import Foundation
import Synchronization

@testable import contractcheck

/// A run of the program, and what it wrote.
struct CommandRun {
  let exitCode: ExitCode
  let output: String
  let errors: String

  private final class Transcript: Sendable {
    let output = Mutex("")
    let errors = Mutex("")
  }

  init(_ words: String...) { self.init(words) }

  init(_ words: [String]) {
    let transcript = Transcript()
    let console = Console(
      writeOutput: { text in transcript.output.withLock { $0 += text } },
      writeError: { text in transcript.errors.withLock { $0 += text } })
    exitCode = ContractCheck.run(words, console)
    (output, errors) = (transcript.output.withLock { $0 }, transcript.errors.withLock { $0 })
  }
}

/// Makes a folder with files in it, and removes it afterwards.
func withFolder(_ files: [String: String], _ body: (String) throws -> Void) throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "contractcheck-\(UUID())")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  for (name, text) in files {
    let file = folder.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }
  try body(folder.path)
}
