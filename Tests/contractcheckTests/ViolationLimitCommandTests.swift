import Foundation
import JSONParsing
import TestSupport
import Testing

@testable import contractcheck

@Suite("--max-violations ends a check early, and says so")
struct ViolationLimitCommandTests {
  private static let contract = """
    { "contract": 1, "mappings": { "User": { "unknownKeys": "warn", "map": {
      "id": "Int", "name": "String" } } } }
    """
  private static let records = [
    #"{"id":1,"name":"a","x":1}"#, #"{"id":"2","name":"b"}"#, #"{"id":"3"}"#, #"{"id":"4"}"#,
  ]

  private func withCheck(_ body: (String, [String]) throws -> Void) throws {
    let files = [
      "a.contract.json": Self.contract, "x.ndjson": Self.records.joined(separator: "\n"),
      "y.json": #"{"id":5}"#,
    ]
    try withFolder(files) { folder in
      let words = ["\(folder)/x.ndjson", "\(folder)/y.json", "-c", folder, "--as", "User"]
      try body(folder, words)
    }
  }

  @Test("The report says where the check ended, with any number of jobs")
  func stops() throws {
    try withCheck { folder, words in
      for jobs in ["1", "2", "8"] {
        let reports = ["human", "short", "json", "sarif", "github", "junit"]
        let options = reports.flatMap { ["--report", "\($0)=\(folder)/\($0)"] }
        let run = CommandRun(
          ["check"] + words + ["--max-violations", "2", "--jobs", jobs] + options,
          environment: ["GITHUB_WORKSPACE": folder])
        #expect(run.exitCode == .violations && run.errors == "")
        let texts = try reports.map {
          try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)
            .replacing(folder + "/", with: "")
        }
        // The record is checked completely, so it has three violations.
        #expect(
          texts[0].hasSuffix(
            """
            checked 3 payloads in 1 input, 56 bytes: 4 violations in 3 groups; captured keys 2 of 2; 1 key not in the contract; 0 unmatched; stopped at x.ndjson:3:1 by --max-violations, what comes behind was not checked

            """))
        #expect(
          texts[1] == """
            x.ndjson:1:20: warning: [unknown-key] at x: the key "x" is not in the contract
            x.ndjson:2:7: error: [wrong-type] at id: expected Int, found a string
            x.ndjson:3:7: error: [wrong-type] at id: expected Int, found a string
            x.ndjson:3:1: error: [missing-key] at name: the key "name" is missing

            """)
        let json = try JSONDocument(parsing: texts[2]).root
        #expect(json["stopped"]?.string == "x.ndjson:3:1")
        let rules = try SARIFRules(texts[3])
        #expect(rules.faults == [])
        let note = "stopped at x.ndjson:3:1 by --max-violations, what comes behind was not checked"
        #expect(texts[3].contains(note))
        #expect(texts[4].hasSuffix("::notice title=contractcheck::\(note)\n"))
        // The result of a rule without violations is not known yet.
        #expect(!texts[5].contains(#"time="0"/>"#))
        #expect(texts[5].contains(#"<skipped message="\#(note)"/>"#))
      }
    }
  }

  @Test("Violations at or above --fail-on that no baseline accepts count")
  func counted() throws {
    try withCheck { folder, words in
      func expect(_ payloads: Int, _ code: ExitCode, _ options: String...) throws {
        let run = CommandRun(
          ["check"] + words + ["--report", "json", "--today", "2026-11-21"] + options)
        let count = try JSONDocument(parsing: run.output).root["payloads"]?.number?.int64.exactValue
        #expect(count == Int64(payloads) && run.exitCode == code, "\(options)")
      }
      try expect(2, .violations, "--max-violations", "1")
      try expect(1, .violations, "--max-violations", "1", "--fail-on", "warning")
      try expect(2, .success, "--max-violations", "2", "--fail-on", "never")
      try expect(3, .violations, "--max-violations", "1", "--rule", "wrong-type=off")
      try expect(5, .violations, "--max-violations", "6")
      try expect(5, .violations, "--max-violations", "7")
      // A check that ends early fails, whatever is tolerated.
      let tolerant = ["wrong-type=100%", "missing-key=100%"].flatMap { ["--tolerate", $0] }
      let all = CommandRun(["check"] + words + tolerant)
      #expect(all.exitCode == .success)
      #expect(
        CommandRun(["check"] + words + tolerant + ["--max-violations", "1"]).exitCode == .violations
      )
      _ = CommandRun(
        ["check"] + words + [
          "--write-baseline", folder + "/b", "--reason", "r", "--today", "2026-11-21", "--tolerate",
          "missing-key=9",
        ])
      try expect(3, .violations, "--max-violations", "1", "--baseline", folder + "/b")
      // An entry that was not checked is not stale.
      let run = CommandRun(
        ["check"] + words + [
          "--max-violations", "1", "--baseline", folder + "/b", "--today", "2026-11-21", "--rule",
          "wrong-type=off",
        ])
      #expect(!run.output.contains("stale") && run.output.contains("stopped at "))
    }
  }

  @Test(
    "An invalid limit, and a limit for a part, are errors",
    arguments: [
      (["0"], "--max-violations is a number of 1 or more, not \"0\""),
      (["many"], "--max-violations is a number of 1 or more, not \"many\""),
      (
        ["5", "--partial", "p"],
        "--max-violations would end a part before its end, and --partial wants all of it"
      ),
    ])
  func mistakes(options: [String], message: String) {
    let run = CommandRun(["check", "x", "--max-violations"] + options)
    #expect(run.exitCode == .usage)
    #expect(run.errors == "contractcheck: \(message)\n")
  }
}
