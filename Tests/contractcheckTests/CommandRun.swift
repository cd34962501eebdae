import Foundation
import JSONParsing

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

  /// - Parameters:
  ///   - environment: What the variables are; none of the real ones is seen.
  ///   - terminal: What shows the output and errors.
  init(_ words: [String], environment: [String: String] = [:], terminal: Terminal? = nil) {
    let transcript = Transcript()
    let console = Console(
      writeOutput: { text in transcript.output.withLock { $0 += text } },
      writeError: { text in transcript.errors.withLock { $0 += text } },
      environment: environment, terminal: terminal)
    exitCode = ContractCheck.run(words, console)
    (output, errors) = (transcript.output.withLock { $0 }, transcript.errors.withLock { $0 })
  }
}
