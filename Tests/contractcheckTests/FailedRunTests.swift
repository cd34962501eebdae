import CaptureSources
import Foundation
import Testing

@testable import contractcheck

@Suite("How a run ends that an error has ended")
struct FailedRunTests {
  private struct Surprise: Error, CustomStringConvertible {
    let description = "a list\u{1b} has no element 3"
  }

  /// What is said, with the exit code behind it.
  private func told(_ error: any Error, _ words: [String] = []) -> String {
    nonisolated(unsafe) var text = ""
    let console = Console(
      writeOutput: { _ in Issue.record("an error goes to standard error") },
      writeError: { text += $0 }, environment: [:])
    let code = FailedRun(error, words).end(console)
    return text + "\(code.rawValue)"
  }

  @Test("An error that the program does not know of is a bug, to be reported with the command line")
  func unknown() {
    #expect(
      told(Surprise(), ["check", "a b", "it's", "-c", "", "\u{1b}"]) == #"""
        contractcheck: internal error: a list<U+001B> has no element 3
          hint: this is a bug; please report it with the command line: contractcheck check 'a b' 'it'\''s' -c '' '<U+001B>'
        70
        """#)
  }

  @Test("What the system says of files is about the surroundings")
  func files() {
    #expect(told(ReadFailure("Permission denied")) == "contractcheck: Permission denied\n4")
    for action in [
      { try Data().write(to: URL(filePath: "/nowhere/x")) },
      { _ = try Data(contentsOf: URL(filePath: "/nowhere/x")) },
      { _ = try FileHandle(forWritingTo: URL(filePath: "/nowhere/x")) },
      {
        try FileManager.default.createDirectory(
          at: URL(filePath: "/dev/null/x"), withIntermediateDirectories: true)
      },
    ] as [() throws -> Void] {
      let error = #expect(throws: (any Error).self) { try action() }
      #expect(error.map { told($0).hasSuffix("\n4") } == true)
    }
    let full = FileHandle(forWritingAtPath: "/dev/full")
    if let full {
      let error = #expect(throws: (any Error).self) { try full.write(contentsOf: Data([1])) }
      #expect(error.map { told($0).hasSuffix("\n4") } == true)
    }
  }
}
