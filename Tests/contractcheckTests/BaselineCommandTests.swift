import Foundation
import JSONParsing
import TestSupport
import Testing

@testable import contractcheck

@Suite("A check fails on what its baseline does not accept")
struct BaselineCommandTests {
  private static let contract = """
    { "contract": 1, "mappings": {
      "User": { "map": { "id": "Int", "name": "name: String length ...5", "pet?": "Pet" } },
      "Pet": { "map": { "kind": "String" } } } }
    """
  private static let records = [
    #"{"id":"1","name":"a"}"#, #"{"id":2}"#, #"{"id":"3","name":"b"}"#,
  ]

  private struct Folder {
    let path: String
    let words: [String]

    /// Runs a command on 2026-11-21, and removes the folder's name from its output.
    func run(
      _ command: String = "check", _ options: String..., environment: [String: String] = [:]
    ) -> (code: ExitCode, output: String, errors: String) {
      let all = command == "check" ? [command] + words : [command, "-c", path]
      let run = CommandRun(
        all + ["--today", "2026-11-21"] + options.map { $0.replacing("FOLDER", with: path) },
        environment: environment)
      return (
        run.exitCode, run.output.replacing(path + "/", with: ""),
        run.errors.replacing(path + "/", with: "")
      )
    }

    func write(_ text: String, to name: String) throws {
      try Data(text.utf8).write(to: URL(filePath: "\(path)/\(name)"))
    }

    func text(_ name: String) throws -> String {
      try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
    }

    func accept(_ reason: String = "API-7", _ options: [String] = []) {
      let run = CommandRun(
        ["check"] + words + [
          "--today", "2026-11-21", "--write-baseline", path + "/b.json", "--reason", reason,
        ] + options)
      #expect(run.exitCode == .success)
    }
  }

  private func withCheck(
    _ records: [String] = records, _ body: (Folder) throws -> Void
  ) throws {
    let files = [
      "a.contract.json": Self.contract, "x.ndjson": records.joined(separator: "\n") + "\n",
    ]
    try withFolder(files) { folder in
      let words = ["\(folder)/x.ndjson", "-c", folder, "--as", "User", "--format", "ndjson"]
      try body(Folder(path: folder, words: words))
    }
  }

  // MARK: - Accepting

  @Test("A written baseline accepts violations until its last day")
  func lifetime() throws {
    try withCheck { folder in
      let written = folder.run(
        "check", "--write-baseline", "FOLDER/new/b.json", "--reason", "API-7", "-q")
      #expect(written.code == .success)
      #expect(
        written.errors
          == "contractcheck: wrote new/b.json: 2 entries, 2 new, 0 kept, 0 stale left out\n")
      let accepted = folder.run("check", "--baseline", "FOLDER/new/b.json")
      #expect(accepted.code == .success && accepted.errors == "")
      #expect(
        accepted.output == """
          endpoints
            User  3 payloads, 3 refused

          let pass
            wrong-type   User.id    2×  in 2 of 3  User  accepted by the baseline until 2027-02-19 in up to 100 %: API-7
            missing-key  User.name  1×  in 1 of 3  User  present 66.7 %  accepted by the baseline until 2027-02-19 in up to 50 %: API-7

          User  3 mentioned, 3 distinct
            name  present 66.7 %
            never seen: pet

          never captured
            types  Pet (1 key)

          checked 3 payloads in 1 input, 50 bytes: 3 violations in 2 groups, 2 of them accepted by the baseline; captured keys 2 of 4; 0 keys not in the contract; 0 unmatched

          """)
      let last = folder.run("check", "--baseline", "FOLDER/new/b.json", "--today", "2027-02-19")
      #expect(last.code == .success)
      let over = folder.run("check", "--baseline", "FOLDER/new/b.json", "--today", "2027-02-20")
      #expect(over.code == .violations)
      #expect(
        over.output.hasSuffix(
          """
          baseline new/b.json on 2027-02-20
            expired on 2027-02-19  User: missing-key User.name  API-7
            expired on 2027-02-19  User: wrong-type User.id     API-7

          checked 3 payloads in 1 input, 50 bytes: 3 violations in 2 groups, 0 of them accepted by the baseline; captured keys 2 of 4; 0 keys not in the contract; 0 unmatched

          """))
      #expect(over.output.contains("x.ndjson:1:7: error[wrong-type]: expected Int, found a string"))
    }
  }

  @Test("An entry holds for its group at other positions, with other messages and counts")
  func movedLines() throws {
    try withCheck { folder in
      folder.accept()
      try folder.write(
        "{\"name\":\"c\",\"id\":1}\n\n\n{ \"name\" : \"d\", \"id\" : true }\n", to: "x.ndjson")
      try folder.write(
        "// moved\n" + Self.contract.replacing("\"id\": \"Int\"", with: "\n\n\"id\": \"Int8\""),
        to: "a.contract.json")
      let run = folder.run("check", "--baseline", "FOLDER/b.json", "--report", "short")
      #expect(run.code == .success)
      #expect(
        run.output
          == "x.ndjson:4:24: note: [wrong-type] at id: expected Int8, found true (accepted by the baseline until 2027-02-19 in up to 100 %: API-7)\n"
      )
    }
  }

  @Test("A new group fails beside accepted ones")
  func newGroup() throws {
    try withCheck { folder in
      folder.accept()
      try folder.write(#"{"id":"1","name":"much too long"}"#, to: "x.ndjson")
      let run = folder.run("check", "--baseline", "FOLDER/b.json")
      #expect(run.code == .violations)
      #expect(run.output.hasPrefix("x.ndjson:1:18: error[bad-length]: "))
      #expect(!run.output.contains("error[wrong-type]"))
      #expect(
        folder.run("check", "--baseline", "FOLDER/b.json", "-v").output.contains("[wrong-type]"))
    }
  }

  @Test("An entry without violations is stale, unless it was not checked")
  func stale() throws {
    try withCheck([#"{"id":"1","name":"a","pet":{}}"#]) { folder in
      folder.accept()
      try folder.write(#"{"id":1,"name":"a"}"#, to: "x.ndjson")
      let run = folder.run("check", "--baseline", "FOLDER/b.json")
      #expect(run.code == .success)
      let notes = """
        baseline b.json on 2026-11-21
          stale: nothing breaks it any more  User: wrong-type User.id  API-7
          1 entry was not checked in this run
        """
      #expect(run.output.contains("\n\n\(notes)\n\nchecked 1 payload"))
      // After a read error, the capture is incomplete.
      try folder.write("{\"id\":1,\"name\":\"a\"}\n{", to: "x.ndjson")
      let broken = folder.run("check", "--baseline", "FOLDER/b.json")
      #expect(broken.code == .unreadableInput && !broken.output.contains("stale"))
      // A type that this run does not name is not checked, and neither is a rule that is off.
      try folder.write(#"{"kind":"cat"}"#, to: "x.ndjson")
      let other = folder.run("check", "--baseline", "FOLDER/b.json", "--as", "Pet")
      #expect(other.output.contains("\n  2 entries were not checked in this run\n"))
      try folder.write(#"{"id":1,"name":"a","pet":{}}"#, to: "x.ndjson")
      let off = folder.run("check", "--baseline", "FOLDER/b.json", "--rule", "wrong-type=off")
      #expect(off.output.contains("\n  1 entry was not checked in this run\n"))
    }
  }

  @Test("A rewritten baseline keeps reasons and dates, and drops stale entries")
  func rewritten() throws {
    try withCheck { folder in
      folder.accept("first", ["--expires", "2027-01-31"])
      try folder.write("{\"id\":\"1\",\"name\":\"much too long\"}\n", to: "x.ndjson")
      let run = folder.run(
        "check", "--write-baseline", "FOLDER/b.json", "--reason", "second", "--expires", "2w", "-q")
      #expect(run.code == .success)
      #expect(
        run.errors
          == "contractcheck: wrote b.json: 2 entries, 1 new, 1 kept, 0 stale left out\n"
          .replacing("0 stale", with: "1 stale"))
      let entries = try JSONDocument(parsing: folder.text("b.json")).root["entries"]
      let shown = entries?.elements.map { entry in
        ["rule", "reason", "expires"].compactMap { entry[$0]?.string }.joined(separator: " ")
      }
      #expect(shown == ["bad-length second 2026-12-05", "wrong-type first 2027-01-31"])
    }
  }

  @Test("A baseline is not written after a read error")
  func unreadable() throws {
    try withCheck(Self.records + ["{"]) { folder in
      let run = folder.run("check", "--write-baseline", "FOLDER/b.json", "--reason", "r")
      #expect(run.code == .unreadableInput)
      #expect(
        run.errors.contains("contractcheck: b.json is not written: not all inputs were read\n"))
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/b.json"))
    }
  }

  @Test("A baseline that cannot be written is reported, and the reports are written")
  func unwritable() throws {
    try withCheck { folder in
      let run = folder.run(
        "check", "--write-baseline", "FOLDER/x.ndjson/b.json", "--reason", "r", "-q")
      #expect(run.code == .unreadableInput)
      #expect(run.errors.hasPrefix("contractcheck: "))
      #expect(run.output.contains("checked 3 payloads"))
    }
  }

  // MARK: - Parts

  @Test("A baseline judges merged parts as one check")
  func parts() throws {
    try withCheck { folder in
      folder.accept()
      for number in 1...2 {
        let part = folder.run(
          "check", "--shard", "\(number)/2", "--partial", "FOLDER/\(number).part", "--baseline",
          "FOLDER/no such file")
        #expect(part.code == .success)
      }
      let whole = folder.run("check", "--baseline", "FOLDER/b.json")
      let merged = folder.run(
        "merge", "FOLDER/1.part", "FOLDER/2.part", "--baseline", "FOLDER/b.json")
      #expect(merged == whole)
      #expect(folder.run("merge", "FOLDER/1.part", "FOLDER/2.part").code == .violations)
      let written = folder.run(
        "merge", "FOLDER/1.part", "FOLDER/2.part", "--write-baseline", "FOLDER/c.json", "--reason",
        "API-7")
      #expect(written.code == .success)
      let texts = try ["b.json", "c.json"].map(folder.text)
      #expect(texts[0] == texts[1])
    }
  }

  // MARK: - Judging

  @Test("A tolerance counts only what the baseline does not accept, and is not written into it")
  func tolerance() throws {
    try withCheck { folder in
      folder.accept("r", ["--tolerate", "missing-key=1"])
      let text = try folder.text("b.json")
      #expect(!text.contains("missing-key"))
      #expect(folder.run("check", "--baseline", "FOLDER/b.json").code == .violations)
      #expect(
        folder.run("check", "--baseline", "FOLDER/b.json", "--tolerate", "missing-key=34%").code
          == .success)
      #expect(
        folder.run("check", "--baseline", "FOLDER/b.json", "--tolerate", "missing-key=33%").code
          == .violations)
      // Two further wrong types that the baseline does not have are within the limit.
      try folder.write(
        #"{"id":"1","name":"a","pet":{"kind":1}}"# + "\n"
          + #"{"id":"1","name":"a","pet":{"kind":2}}"#,
        to: "x.ndjson")
      for (limit, code) in [("2", ExitCode.success), ("1", .violations)] {
        let run = folder.run(
          "check", "--baseline", "FOLDER/b.json", "--tolerate", "wrong-type=\(limit)")
        #expect(run.code == code)
      }
    }
  }

  @Test("A baseline does not change other reasons to fail")
  func otherEndings() throws {
    try withCheck { folder in
      folder.accept()
      for (options, code) in [
        (["--min-checked", "4"], ExitCode.nothingChecked),
        (["--min-coverage", "51%"], .nothingChecked), (["--min-coverage", "50%"], .success),
        (["--fail-on", "warning"], .success), (["--fail-on", "never"], .success),
        (["--rule", "bad-length=error"], .success),
      ] {
        let run = CommandRun(
          ["check"] + folder.words + [
            "--today", "2026-11-21", "--baseline", folder.path + "/b.json",
          ] + options)
        #expect(run.exitCode == code, "\(options)")
      }
    }
  }

  // MARK: - Mistakes

  @Test(
    "Wrong options are reported",
    arguments: [
      (
        ["--write-baseline", "b"],
        "--write-baseline needs --reason TEXT\n  hint: say why it is accepted, and where it is tracked"
      ),
      (
        ["--write-baseline", "b", "--reason", " "],
        "--write-baseline needs --reason TEXT\n  hint: say why it is accepted, and where it is tracked"
      ),
      (["--baseline", "b", "--reason", "r"], "--reason is that of --write-baseline FILE"),
      (
        ["--write-baseline", "b", "--reason", "r", "--expires", "soon"],
        "--expires is a time such as 90d or 12w, or a day such as 2027-01-31, not \"soon\""
      ),
      (
        ["--expires", "0d"],
        "--expires is a time such as 90d or 12w, or a day such as 2027-01-31, not \"0d\""
      ),
      (
        ["--expires", "99999999999999999999d"],
        "--expires is a time such as 90d or 12w, or a day such as 2027-01-31, not \"99999999999999999999d\""
      ),
      (
        ["--expires", "2999999w"],
        "--expires is a time such as 90d or 12w, or a day such as 2027-01-31, not \"2999999w\""
      ),
      (
        ["--expires", "never"],
        "--expires is a time such as 90d or 12w, or a day such as 2027-01-31, not \"never\"\n  hint: what is accepted is looked at again some day; a year is 365d"
      ),
      (["--expires", "2026-11-20"], "--expires 2026-11-20 is over: today is 2026-11-21"),
      (["--today", "2026-11-31"], "--today is a day such as 2027-01-31, not \"2026-11-31\""),
      (
        ["--write-baseline", "b", "--reason", "r", "--fail-on", "never"],
        "--write-baseline accepts what fails, and --fail-on never lets nothing fail"
      ),
      (
        ["--write-baseline", "b", "--reason", "r", "--partial", "p"],
        "--partial judges nothing, so there is nothing to accept\n  hint: merge --write-baseline writes the baseline of all parts"
      ),
      (
        ["--write-baseline", "b", "--reason", "r", "--baseline", "c"],
        "--baseline and --write-baseline name two files\n  hint: one check has one"
      ),
      (
        ["--baseline", "no\u{1b}file"],
        "the baseline \"no<U+001B>file\": there is no such file\n  hint: --write-baseline FILE --reason TEXT writes one"
      ),
      (["--baseline", "/"], "the baseline \"/\": it is no regular file"),
    ])
  func mistakes(options: [String], message: String) throws {
    try withCheck { folder in
      let run = CommandRun(["check"] + folder.words + ["--today", "2026-11-21"] + options)
      #expect(run.exitCode == .usage)
      #expect(run.errors == "contractcheck: \(message)\n")
      #expect(run.output == "")
    }
  }

  @Test("Errors of the file are shown with their lines, and nothing is checked")
  func brokenFile() throws {
    try withCheck { folder in
      try folder.write(
        #"""
        { "baseline": 2, "entries": [
          { "contract": "a", "endpoint": "User", "rule": "wrong-typ", "mapping": "User",
            "reason": "\u001b[2J", "expires": "soon\u202e", "finger": "1" }
        ] }
        """#, to: "b.json")
      let run = folder.run("check", "--baseline", "FOLDER/b.json")
      #expect(run.code == .usage && run.output == "")
      #expect(
        run.errors == #"""
          contractcheck: the baseline has 3 mistakes
          b.json:2:50: error: unknown rule "wrong-typ"
             2 |   { "contract": "a", "endpoint": "User", "rule": "wrong-typ", "mapping": "User",
               |                                                  ^^^^^^^^^^^
               = hint: did you mean "wrong-type"?
          b.json:3:39: error: expected a day such as "2027-01-31", found "soon<U+202E>"
             3 |     "reason": "\u001b[2J", "expires": "soon\u202e", "finger": "1" }
               |                                       ^^^^^^^^^^^^
          b.json:3:53: error: unknown member "finger"
             3 |     "reason": "\u001b[2J", "expires": "soon\u202e", "finger": "1" }
               |                                                     ^^^^^^^^
               = hint: did you mean "fingerprint"?

          """#)
    }
  }

  @Test("Day and baseline may be set in the environment and the configuration")
  func environment() throws {
    try withCheck { folder in
      folder.accept()
      let run = CommandRun(
        ["check"] + folder.words + ["-q"],
        environment: [
          "CONTRACTCHECK_BASELINE": folder.path + "/b.json", "CONTRACTCHECK_TODAY": "2027-02-20",
        ])
      #expect(run.exitCode == .violations)
      #expect(run.output.contains("the baseline's entry expired on 2027-02-19: API-7"))
    }
  }
}
