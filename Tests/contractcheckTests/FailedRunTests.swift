import CaptureSources
import Foundation
import Testing

@testable import contractcheck

@Suite("An error ends a run with a message and an exit code")
struct FailedRunTests {
  private struct Surprise: Error, CustomStringConvertible {
    let description = "a list\u{1b} has no element 3"
  }

  /// Returns the text on standard error, followed by the exit code.
  private func output(of error: any Error, _ words: [String] = []) -> String {
    nonisolated(unsafe) var text = ""
    let console = Console(
      writeOutput: { _ in Issue.record("an error goes to standard error") },
      writeError: { text += $0 }, environment: [:])
    let code = ContractCheck.end(with: error, words, console)
    return text + "\(code.rawValue)"
  }

  @Test("An unknown error is a bug, to be reported with the command line")
  func unknown() {
    #expect(
      output(of: Surprise(), ["check", "a b", "it's", "-c", "", "\u{1b}"]) == #"""
        contractcheck: internal error: a list<U+001B> has no element 3
          hint: this is a bug; please report it with the command line: contractcheck check 'a b' 'it'\''s' -c '' '<U+001B>'
        70
        """#)
  }

  @Test("System errors of files are described in words")
  func files() throws {
    #expect(output(of: ReadFailure("Permission denied")) == "contractcheck: Permission denied\n4")
    let nowhere = URL(filePath: "/nowhere/x")
    for (action, words) in [
      ({ try Data().write(to: nowhere) }, "/nowhere/x cannot be written: no such file or folder"),
      (
        { _ = try Data(contentsOf: nowhere) },
        "/nowhere/x cannot be read: no such file or folder"
      ),
      (
        {
          try FileManager.default.createDirectory(
            at: URL(filePath: "/dev/null/x"), withIntermediateDirectories: true)
        }, "/dev/null/x cannot be written: a part of the path is no folder"
      ),
      ({ throw POSIXError(.ENOSPC) }, "a file cannot be used: there is no space left"),
    ] as [(() throws -> Void, String)] {
      let error = try #require(#expect(throws: (any Error).self) { try action() })
      #expect(output(of: error) == "contractcheck: \(words)\n4")
    }
    let other = #expect(throws: (any Error).self) { try FileHandle(forWritingTo: nowhere) }
    let text = output(of: try #require(other))
    #expect(text.hasSuffix("\n4") && !text.contains("Domain"), "\(text)")
  }
}
