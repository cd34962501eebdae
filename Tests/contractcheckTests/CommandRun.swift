import Foundation
import JSONParsing
import TestSupport
import Testing

@testable import contractcheck

/// A run of the program, with its output.
struct CommandRun {
  let exitCode: ExitCode
  let output: String
  let errors: String

  private final class Transcript: Sendable {
    let output = Mutex("")
    let errors = Mutex("")
  }

  init(_ words: String...) { self.init(words) }

  /// - Parameters:
  ///   - environment: The variables of the run; those of this process are not visible.
  ///   - terminal: The terminal that shows the output and errors.
  init(_ words: [String], environment: [String: String] = [:], terminal: Terminal? = nil) {
    let transcript = Transcript()
    let console = Console(
      writeOutput: { text in transcript.output.withLock { $0 += text } },
      writeError: { text in transcript.errors.withLock { $0 += text } },
      environment: environment, terminal: terminal)
    exitCode = ContractCheck.run(words, console)
    (output, errors) = (transcript.output.withLock { $0 }, transcript.errors.withLock { $0 })
  }

  /// Runs the command in a folder with files. DIR stands for the folder in the words, and the
  /// folder's name is removed from the output.
  init(_ words: [String], in files: [String: String]) throws {
    var found: (run: CommandRun, folder: String)?
    try withFolder(files) { folder in
      found = (CommandRun(words.map { $0.replacing("DIR", with: folder) }), folder + "/")
    }
    let (run, folder) = try #require(found)
    exitCode = run.exitCode
    (output, errors) = (
      run.output.replacing(folder, with: ""), run.errors.replacing(folder, with: "")
    )
  }
}
