import Foundation
import JSONParsing
import TestSupport
import Testing

@testable import contractcheck

@Suite("A baseline accepts a group up to its share of payloads")
struct GrowthTests {
  private static func records(bad: Int, of count: Int) -> [String] {
    (0..<count).map { $0 < bad ? Ending.bad : Ending.good }
  }

  @Test(
    "The share is rounded up; a group beyond it fails",
    arguments: [
      (1, 100, "1%"), (2, 100, "2%"), (3, 100, "5%"), (1, 69, "2%"), (11, 100, "20%"),
      (1, 3, "50%"), (51, 100, "100%"),
    ])
  func steps(bad: Int, count: Int, share: String) throws {
    let before = Self.records(bad: bad, of: count)
    let percent = try #require(Int(share.dropLast()))
    for (now, code) in [(percent, ExitCode.success), (percent + 1, .violations)] where now <= 100 {
      let ending = Ending.baseline("", code, "", before: before, Self.records(bad: now, of: 100))
      let run = try ending.run()
      #expect(run.code == code, "\(run.output)")
      let words =
        code == .success ? "accepted by the baseline until 2027-02-19" : "grew: in \(now) of 100"
      #expect(run.output.contains(words) && run.output.contains("in up to \(percent) %: API-7"))
    }
  }

  /// Writes a baseline of some records, and checks other records with it.
  private func withBaseline(
    of before: [String], _ body: (String, [String]) throws -> Void
  ) throws {
    let files = [
      "a.contract.json": Ending.contract, "x.ndjson": before.joined(separator: "\n") + "\n",
    ]
    try withFolder(files) { folder in
      let words = ["\(folder)/x.ndjson", "-c", folder, "--today", "2026-11-21"]
      let run = CommandRun(
        ["check"] + words + ["--write-baseline", folder + "/b.json", "--reason", "API-7"])
      #expect(run.exitCode == .success)
      try body(folder, words)
    }
  }

  private func write(_ records: [String], to folder: String) throws {
    let text = records.joined(separator: "\n") + "\n"
    try Data(text.utf8).write(to: URL(filePath: folder + "/x.ndjson"))
  }

  @Test("Every report says that the group grew")
  func marks() throws {
    try withBaseline(of: Self.records(bad: 1, of: 69)) { folder, words in
      try write(Self.records(bad: 69, of: 69), to: folder)
      let run = try ReportRun(words + ["--baseline", folder + "/b.json"], in: folder)
      #expect(run.exitCode == .violations)
      let mark = "grew: in 69 of 69, and the baseline accepts it in up to 2 %: API-7"
      for name in ["human", "short", "markdown", "html", "junit", "github", "sarif", "ndjson"] {
        let shown =
          switch name {
          case "github": mark.replacing("%", with: "%25")
          case "markdown": mark.replacing(":", with: "&#58;")
          default: mark
          }
        #expect(run[name].contains(shown), "\(name)")
      }
      #expect(
        run["short"].hasSuffix(
          "(all payloads): error: [grew] at User.id of GET /users/:id: \(mark)\n"))
      let group = try JSONDocument(parsing: run["json"]).root["groups"]?[0]
      #expect(
        group?["grew"]?.text() == #"{"payloads":69,"of":69,"upTo":"2%","reason":"API-7"}"#)
      let last = try #require(run["ndjson"].split(separator: "\n").last)
      let record = try JSONDocument(parsing: String(last)).root
      #expect(record["rule"]?.string == "grew" && record["severity"]?.string == "error")
      #expect(JUnitRules(run["junit"]).failures.map(\.name) == ["a.User wrong-type"])
      #expect(try SARIFRules(run["sarif"]).faults == [])
    }
  }

  @Test("--rule grew sets its severity, and --write-baseline accepts the new share")
  func severity() throws {
    try withBaseline(of: Self.records(bad: 1, of: 69)) { folder, words in
      try write(Self.records(bad: 9, of: 10), to: folder)
      let check = ["check"] + words + ["--baseline", folder + "/b.json"]
      #expect(CommandRun(check + ["--rule", "grew=warning"]).exitCode == .success)
      #expect(
        CommandRun(check + ["--rule", "grew=warning", "--fail-on", "warning"]).exitCode
          == .violations)
      let off = CommandRun(check + ["--rule", "grew=off"])
      #expect(off.exitCode == .success && off.output.contains("accepted by the baseline"))
      let run = CommandRun(
        ["check"] + words + ["--write-baseline", folder + "/b.json", "--reason", "API-8"])
      #expect(run.exitCode == .success && run.errors.contains("1 entry, 1 new, 0 kept"))
      let entry = try JSONDocument(
        parsing: String(contentsOfFile: folder + "/b.json", encoding: .utf8)
      ).root["entries"]?[0]
      #expect(entry?["upTo"]?.string == "100%" && entry?["reason"]?.string == "API-8")
    }
  }

  @Test("An entry without a share accepts any share, with a notice, and is written with one")
  func anyShare() throws {
    try withBaseline(of: Self.records(bad: 1, of: 69)) { folder, words in
      let file = folder + "/b.json"
      let new = try String(contentsOfFile: file, encoding: .utf8)
      let old = new.replacing("      \"upTo\": \"2%\",\n", with: "")
      #expect(old.utf8.count == new.utf8.count - "      \"upTo\": \"2%\",\n".utf8.count)
      try Data(old.utf8).write(to: URL(filePath: file))
      try write(Self.records(bad: 3, of: 10), to: folder)
      let run = CommandRun(["check"] + words + ["--baseline", file])
      #expect(run.exitCode == .success)
      #expect(
        run.errors.replacing(folder + "/", with: "") == """
          contractcheck: the baseline b.json: 1 entry accepts any share of the payloads; --write-baseline writes how many

          """)
      #expect(run.output.contains("accepted by the baseline until 2027-02-19: API-7"))
      let renewed = CommandRun(
        ["check"] + words + ["--write-baseline", file, "--reason", "other"])
      #expect(renewed.exitCode == .success && renewed.errors.contains("0 new, 1 kept"))
      let written = try String(contentsOfFile: file, encoding: .utf8)
      #expect(written == new.replacing("\"upTo\": \"2%\"", with: "\"upTo\": \"50%\""))
    }
  }

  @Test("An entry of a raised rule is stale only if the rule was checked")
  func raised() throws {
    try withFolder(["a.contract.json": Ending.contract, "x.ndjson": Ending.good]) { folder in
      let words = ["check", "\(folder)/x.ndjson", "-c", folder, "--today", "2026-11-21"]
      let raised = ["never-captured", "unseen-key", "unseen-case"].flatMap {
        ["--rule", "\($0)=error"]
      }
      let run = CommandRun(
        words + raised + ["--write-baseline", folder + "/b.json", "--reason", "API-7"])
      #expect(run.exitCode == .success)
      let baseline = ["--baseline", folder + "/b.json"]
      let accepted = CommandRun(words + raised + baseline)
      #expect(accepted.exitCode == .success && accepted.errors == "")
      let plain = CommandRun(words + baseline)
      #expect(plain.exitCode == .success && !plain.output.contains("stale"))
      #expect(plain.output.contains("entries were not checked in this run"))
      try write([Ending.good, Ending.get("/count", "1")], to: folder)
      let seen = CommandRun(words + raised + baseline)
      #expect(
        seen.output.contains("stale: nothing breaks it any more  GET /count: never-captured"))
    }
  }
}
