import Foundation
import JSONParsing
import TestSupport
import Testing

@testable import contractcheck

@Suite("Every report shows unreadable inputs")
struct UnreadInputTests {
  private static let contract =
    #"{ "contract": 1, "mappings": { "User": { "map": { "id": "Int" } } } }"#

  /// Runs a check of a broken line, a truncated archive, a missing file, and a clean file.
  private func withRun(_ body: (ReportRun, String) throws -> Void) throws {
    let files = [
      "a.contract.json": Self.contract, "c/ok.json": #"{"id":1}"#,
      "c/lines.ndjson": "{\"id\":1}\n{ brokn7<&>\n{\"id\":2}\n",
      "c/cut.har": #"{"log":{"entries":[{"request":{"method":"GET","url":"/a"}"#,
    ]
    try withFolder(files) { folder in
      let run = try ReportRun(
        [folder + "/c", folder + "/no<ne>\u{1b}", "-c", folder, "--as", "User"], in: folder)
      try body(run, folder)
    }
  }

  private static let places = ["c/lines.ndjson:2:3", "c/cut.har:1:", "none"]

  @Test("Each report names the file and the error, and does not look clean")
  func everywhere() throws {
    try withRun { run, _ in
      #expect(run.exitCode == .unreadableInput)
      for name in ReportRun.names {
        let text = run[name].replacing("&#47;", with: "/").replacing("&#58;", with: ":")
        for file in ["c/lines.ndjson", "c/cut.har"] { #expect(text.contains(file), "\(name)") }
        #expect(text.contains("the line is not JSON"), "\(name)")
        #expect(text.contains("the archive is not JSON"), "\(name)")
        #expect(text.contains("no such file or folder"), "\(name)")
        let unsafe = text.unicodeScalars.filter { !isSafeToDisplay($0) && $0 != "\n" }
        #expect(unsafe.isEmpty, "\(name)")
        let isMarkup = ["junit", "markdown", "html"].contains(name)
        #expect(!isMarkup || !text.contains("<&>") && !text.contains("no<ne>"), "\(name)")
      }
    }
  }

  @Test("Text of a broken line is only in reports for people")
  func words() throws {
    try withRun { run, _ in
      for name in ReportRun.names {
        #expect(run[name].contains("brokn7") == ["human", "short"].contains(name), "\(name)")
      }
    }
  }

  @Test("JUnit has an error test case per unreadable input")
  func junit() throws {
    try withRun { run, _ in
      let rules = JUnitRules(run["junit"])
      #expect(rules.faults == [])
      #expect(rules.outline.filter { $0 == "error in testcase" }.count == 3)
      #expect(run["junit"].contains(#"failures="0" errors="3""#))
    }
  }

  @Test("SARIF notes the positions at which results may be missing")
  func sarif() throws {
    try withRun { run, _ in
      #expect(try SARIFRules(run["sarif"]).faults == [])
      let log = try JSONDocument(parsing: run["sarif"]).root
      let invocation = try #require(log["runs"]?.elements.first?["invocations"]?.elements.first)
      #expect(invocation["executionSuccessful"]?.rawText == "false")
      let notes = try #require(invocation["toolExecutionNotifications"]).elements.map { $0 }
      #expect(notes.map { $0["level"]?.string } == ["error", "error", "error"])
      let files = notes.compactMap { note in
        note["locations"]?.elements.first?["physicalLocation"]?["artifactLocation"]?["uri"]?.string
      }
      #expect(files == ["c/cut.har", "c/lines.ndjson"])
    }
  }

  @Test("GitHub annotates the files, and json and ndjson have their own members")
  func programs() throws {
    try withRun { run, _ in
      let commands = WorkflowLog(run["github"]).commands
      #expect(commands.map(\.name) == ["error", "error", "error"])
      #expect(commands.compactMap { $0.properties["file"] } == ["c/cut.har", "c/lines.ndjson"])
      #expect(commands.last?.properties["line"] == "2")
      let unread = try JSONDocument(parsing: run["json"]).root["unread"]?.elements.map { $0 } ?? []
      #expect(unread.map { $0["line"]?.rawText } == [nil, "1", "2"])
      let lines = run["ndjson"].split(separator: "\n")
      #expect(lines.count == 3 && lines.allSatisfy { $0.hasPrefix(#"{"unread":"#) })
    }
  }

  @Test("Annotations give the number of further ones")
  func many() throws {
    let lines = Array(repeating: "{", count: 20).joined(separator: "\n")
    try withFolder(["a.contract.json": Self.contract, "x.ndjson": "{\"id\":1}\n" + lines]) {
      folder in
      let run = try ReportRun([folder + "/x.ndjson", "-c", folder, "--as", "User"], in: folder)
      let commands = WorkflowLog(run["github"]).commands
      #expect(commands.count == 3)
      #expect(commands.last?.message == "and 18 more problems with the inputs")
      #expect(run["human"].contains("\n  and 10 more\n"))
      #expect(run["short"].split(separator: "\n").count == 20)
    }
  }

  @Test("Merged parts give the same reports")
  func merged() throws {
    try withFolder(["a.contract.json": Self.contract, "x.ndjson": "{\"id\":1}\n{ broken\n"]) {
      folder in
      let words = [folder + "/x.ndjson", folder + "/none", "-c", folder, "--as", "User"]
      let part = CommandRun(["check"] + words + ["--partial", folder + "/part"])
      #expect(part.exitCode == .success)
      for name in ["human", "short", "json", "junit", "ndjson", "github"] {
        let whole = CommandRun(["check"] + words + ["--report", name])
        let merged = CommandRun(["merge", folder + "/part", "-c", folder, "--report", name])
        #expect(merged.output == whole.output && whole.output.contains("the line is not JSON"))
      }
    }
  }
}
