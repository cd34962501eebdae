import Foundation
import JSONParsing
import TestSupport
import Testing

@testable import contractcheck

@Suite("--tolerate counts payloads per endpoint, and every report shows it")
struct ToleranceTests {
  private static func user(_ body: String) -> String { Ending.get("/users/1", body) }

  @Test(
    "Payloads that break the rule are counted per endpoint",
    arguments: [
      // Two violations in one group, and one in another, are in one payload.
      ([user(#"{"id":"1","name":2}"#), Ending.good], "wrong-type=50%", true),
      ([user(#"{"id":"1","name":2}"#), Ending.good], "wrong-type=1", true),
      ([Ending.get("/users", #"[{"id":"1"},{"id":"2"}]"#)], "wrong-type=1", true),
      ([Ending.get("/users", #"[{"id":"1"},{"id":"2"}]"#)], "wrong-type=0", false),
      // Two payloads, each with a different group.
      ([user(#"{"id":"1"}"#), user(#"{"id":1,"name":2}"#)], "wrong-type=1", false),
      ([user(#"{"id":"1"}"#), user(#"{"id":1,"name":2}"#)], "wrong-type=99%", false),
      ([user(#"{"id":"1"}"#), user(#"{"id":1,"name":2}"#)], "wrong-type=100%", true),
      // One payload of each endpoint.
      ([user(#"{"id":"1"}"#), Ending.get("/users", #"[{"id":"1"}]"#)], "wrong-type=1", true),
      (
        [user(#"{"id":"1"}"#), Ending.good, Ending.get("/count", "true")], "wrong-type=50%", false
      ),
      // Another rule is not tolerated.
      ([user(#"{"id":"1"}"#), user("{}")], "wrong-type=100%", false),
      // An invalid body is a payload, too.
      ([user("\"{\""), Ending.good], "not-json=50%", true),
      ([user("\"{\""), Ending.good], "not-json=49%", false),
    ])
  func counted(records: [String], tolerance: String, passes: Bool) throws {
    let run = try Ending.check("", .success, "", ["--tolerate", tolerance], records).run()
    #expect(run.code == (passes ? .success : .violations), "\(run.output)")
    if passes { #expect(run.output.contains("tolerated: ")) }
  }

  @Test("Payloads that the baseline accepts are not counted")
  func besidesBaseline() throws {
    // The baseline has the ids.
    let bad = [Ending.bad, Self.user(#"{"id":"1","name":2}"#), Self.user(#"{"id":1,"name":2}"#)]
    for (limit, code) in [("66%", ExitCode.violations), ("67%", .success)] {
      var ending = Ending.baseline("", code, "", before: [Ending.bad, Ending.bad], bad)
      ending.words += ["--tolerate", "wrong-type=\(limit)"]
      let run = try ending.run()
      #expect(run.code == code, "\(run.output)")
    }
  }

  @Test("Every report marks tolerated groups, and no others")
  func marks() throws {
    let records = [Ending.bad, Ending.good, Self.user(#"{"id":1,"name":2,"pet":{"kind":"cow"}}"#)]
    let files = ["a.contract.json": Ending.contract, "x.ndjson": records.joined(separator: "\n")]
    try withFolder(files) { folder in
      let run = try ReportRun(
        [folder + "/x.ndjson", "-c", folder, "--tolerate", "wrong-type=70%"], in: folder)
      #expect(run.exitCode == .violations)
      let mark = "tolerated: in 2 of 3 payloads, up to 70 %"
      #expect(
        run["human"].contains("wrong-type  User.id    1×  in 1 of 3  GET /users/:id  \(mark)\n"),
        "\(run["human"])")
      #expect(run["human"].contains("     = \(mark)\n"))
      #expect(run["human"].hasSuffix("0 unmatched; 2 groups tolerated\n"))
      #expect(
        run["markdown"].contains("| <code>\(mark.replacing(":", with: "&#58;"))</code> |"))
      #expect(run["html"].contains(#"<p class="mark">\#(mark)</p>"#))
      #expect(run["junit"].contains("     = \(mark)\n"))
      #expect(JUnitRules(run["junit"]).failures.map(\.name) == ["a.Pet no-case"])
      #expect(
        WorkflowLog(run["github"]).commands.map(\.name).sorted() == [
          "error", "notice", "notice",
        ])
      #expect(run["github"].contains("%0A\(mark.replacing("%", with: "%25"))%0A"))
      let results = try JSONDocument(parsing: run["sarif"]).root["runs"]?[0]?["results"]
      #expect(try SARIFRules(run["sarif"]).faults == [])
      let reasons = results?.elements.map { $0["suppressions"]?[0]?["justification"]?.string }
      #expect(reasons?.compactMap { $0 } == [mark, mark])
      let json = try JSONDocument(parsing: run["json"]).root["groups"]
      #expect(
        json?.elements.compactMap { $0["tolerated"]?.text() } == [
          #"{"upTo":"70%","payloads":2,"of":3}"#, #"{"upTo":"70%","payloads":2,"of":3}"#,
        ])
      // Lines are printed before the end of the check, so they only name the tolerance. The last
      // lines say whether it holds.
      let short = run["short"].split(separator: "\n")
      #expect(short.count == 5)
      #expect(short[0].hasSuffix("found a string (tolerated in up to 70 % of the payloads)"))
      #expect(
        short[3] == "(all payloads): note: [wrong-type] at User.id of GET /users/:id: \(mark)")
      let lines = try run["ndjson"].split(separator: "\n").map {
        try JSONDocument(parsing: String($0)).root
      }
      #expect(
        lines.map { $0["tolerance"]?.string ?? $0["tolerated"]?["upTo"]?.string } == [
          "70%", "70%", nil, "70%", "70%",
        ])
      #expect(lines[3]["severity"]?.string == "info")
      #expect(lines[3]["message"]?.string == "wrong-type at User.id: \(mark)")
      // With more payloads nothing is tolerated, and no report says so.
      let fewer = try ReportRun(
        [folder + "/x.ndjson", "-c", folder, "--tolerate", "wrong-type=66%"], in: folder)
      for name in ReportRun.names {
        #expect(!fewer[name].contains("tolerated:"), "\(name)")
      }
    }
  }

  @Test(
    "A rule that no payload breaks is not tolerated",
    arguments: [
      ("never-captured", "--rule never-captured=info lets it pass"),
      ("presence-below", "--rule presence-below=info lets it pass"),
      ("unmatched-endpoint", "--max-unmatched says how many records may be unmatched"),
      ("grew", #""upTo" in the baseline says in how many of the payloads a group is accepted"#),
    ])
  func ofCaptures(rule: String, hint: String) throws {
    let run = try Ending.check("", .usage, "", ["--tolerate", "\(rule)=5%"], []).run()
    #expect(run.code == .usage)
    #expect(
      run.errors == """
        contractcheck: --tolerate is of rules that payloads break, and \(rule) is not
          hint: \(hint)

        """)
  }

  @Test(
    "An invalid limit is an error",
    arguments: ["wrong-type", "wrong-type=", "wrong-type=-1", "wrong-type=101%", "wrong-type=x"])
  func mistakes(text: String) throws {
    let run = try Ending.check("", .usage, "", ["--tolerate", text], []).run()
    #expect(run.code == .usage)
    #expect(run.errors == "contractcheck: --tolerate is RULE=N or RULE=N%, not \"\(text)\"\n")
    let unmatched = try Ending.check("", .usage, "", ["--max-unmatched", "-1"], []).run()
    #expect(unmatched.errors == "contractcheck: --max-unmatched is N or N%, not \"-1\"\n")
  }
}
