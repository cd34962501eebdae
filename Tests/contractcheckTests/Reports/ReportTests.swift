import Foundation
import JSONParsing
import Reporting
import TestSupport
import Testing

@testable import CaptureChecking
@testable import Reporting
@testable import contractcheck

@Suite("Reports have the formats that programs expect")
struct ReportTests {
  private static let captures = Result {
    let root = PackageFolder.root.path
    return try ReportRun(
      [root + "/Fixtures/captures", "-c", root + "/Contracts/groups.contract.json"], in: root)
  }

  private static let contract = """
    { "contract": 1, "mappings": { "User": { "map": {
      "id": "Int", "name": "name: String length ...5",
      "mail?": { "type": "Int?", "sensitive": true } } } } }
    """

  /// Runs a check of user records.
  private func run(
    _ records: [String], _ options: String..., environment: [String: String] = [:],
    _ look: (CommandRun, String) throws -> Void
  ) throws {
    let files = ["a.contract.json": Self.contract, "x.ndjson": records.joined(separator: "\n")]
    try withFolder(files) { folder in
      let words =
        ["check", folder + "/x.ndjson", "-c", folder, "--as", "User", "--format", "ndjson"]
        + options.map { $0.replacingOccurrences(of: "FOLDER", with: folder) }
      try look(CommandRun(words, environment: environment), folder)
    }
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  // MARK: - Whole texts

  @Test(
    "Reports on the captures of 2025 equal the files in Fixtures/reports",
    arguments: [
      ("junit", "2025.junit.xml"), ("sarif", "2025.sarif"), ("github", "2025.github.txt"),
      ("markdown", "2025.md"), ("html", "2025.html"),
    ])
  func whole(name: String, file: String) throws {
    let run = try Self.captures.get()
    #expect(run.exitCode == .violations)
    let expected = PackageFiles.bytes(at: "Fixtures/reports/\(file)") ?? []
    let isSame = run[name] == String(decoding: expected, as: UTF8.self)
    if !isSame { print(run[name]) }
    #expect(isSame, "Fixtures/reports/\(file) is not what is printed above")
  }

  @Test("A SARIF log keeps the rules of the standard")
  func sarif() throws {
    #expect(try SARIFRules(try Self.captures.get()["sarif"]).faults == [])
  }

  @Test("A JUnit file keeps the rules of its schema, and a test case fails for each broken rule")
  func junit() throws {
    let rules = JUnitRules(try Self.captures.get()["junit"])
    #expect(rules.faults == [])
    #expect(
      rules.failures.map(\.name) == [
        "groups.GET /groups/avatars not-json", "groups.GET /groups/avatars empty-body",
        "groups.Avatar wrong-type", "groups.User missing-key", "groups.Location out-of-range",
        "groups.Envelope no-case", "groups.Sport null-value", "groups.Person no-case",
      ])
  }

  @Test("The HTML page is well formed, self-contained, and loads nothing")
  func page() throws {
    let page = PageOutline(try Self.captures.get()["html"])
    #expect(page.faults == [])
    let policy = page.attributes.first { $0.value.hasPrefix("default-src") }?.value ?? ""
    #expect(policy.hasPrefix("default-src 'none'; "))
    #expect(policy.contains("style-src 'sha256-\(SHA256.base64(of: page.style))'"))
    #expect(policy.contains("script-src 'sha256-\(SHA256.base64(of: page.script))'"))
    let names = Set(page.attributes.map(\.name))
    #expect(names.isDisjoint(with: ["src", "href", "style", "action", "onclick", "onload"]))
    #expect(!page.style.contains("url(") && !page.style.contains("@import"))
    #expect(page.style.contains("prefers-color-scheme: dark"))
    #expect(page.tags.count { $0 == "mark" } == 8 - 2)  // two groups are of bodies without JSON
  }

  // MARK: - Values

  @Test("Reports for programs have values on demand, and never sensitive ones")
  func values() throws {
    let record = #"{"id":"secret-id","name":"secret-name","mail":"cloaked-mail"}"#
    let files = ["a.contract.json": Self.contract, "x.ndjson": record]
    try withFolder(files) { folder in
      let words = [folder + "/x.ndjson", "-c", folder, "--as", "User", "--format", "ndjson"]
      let (plain, shown) = (
        try ReportRun(words, in: folder), try ReportRun(words + ["--show-values"], in: folder)
      )
      for name in ReportRun.names {
        let isForPeople = name == "human" || name == "short"
        #expect(isForPeople || !plain[name].contains("secret"), "\(name)")
        #expect(!plain[name].contains("cloaked") && !shown[name].contains("cloaked"), "\(name)")
        #expect(plain[name].contains("bad-length") && shown[name].contains("bad-length"))
      }
      for name in ["junit", "sarif", "markdown", "html"] {
        #expect(shown[name].contains("secret-name"), "\(name)")
      }
    }
  }

  // MARK: - Files

  @Test("Folders are created, old reports replaced, and pipes written to")
  func files() throws {
    try run([#"{"id":1,"name":"a"}"#]) { _, folder in
      let words = ["check", folder + "/x.ndjson", "-c", folder, "--as", "User"]
      try FileManager.default.createDirectory(
        atPath: folder + "/old", withIntermediateDirectories: true)
      try Data("old".utf8).write(to: URL(filePath: folder + "/old/r.json"))
      try #require(mkfifo(folder + "/pipe", 0o600) == 0)
      // The pipe is open at both ends, so that writing does not wait for a reader.
      let pipe = FileHandle(fileDescriptor: open(folder + "/pipe", O_RDWR), closeOnDealloc: true)
      let result = CommandRun(
        words + [
          "--report", "json=\(folder)/new/a/r.json", "--report", "ndjson=\(folder)/new/b/r.txt",
          "--report", "junit=\(folder)/old/r.json", "--report", "markdown=\(folder)/pipe",
        ])
      #expect(result.exitCode == .success)
      #expect(result.output == "")
      let whole = try self.text(folder + "/new/a/r.json")
      #expect(whole.hasPrefix("{"))
      let lines = try self.text(folder + "/new/b/r.txt")
      #expect(lines == "")
      let replaced = try self.text(folder + "/old/r.json")
      #expect(replaced.hasPrefix("<?xml"))
      let old = try FileManager.default.contentsOfDirectory(atPath: folder + "/old")
      #expect(old == ["r.json"])
      let kind = try FileManager.default.attributesOfItem(atPath: folder + "/pipe")[.type]
      try #require(kind as? FileAttributeType != .typeRegular)
      let written = String(decoding: pipe.availableData, as: UTF8.self)
      #expect(written.hasPrefix("## contractcheck: no violations\n"))
    }
  }

  @Test("A report that cannot be written is an error, and the others are written")
  func unwritable() throws {
    try run(
      [#"{"id":1,"name":"a"}"#], "--report", "json=FOLDER/x.ndjson/r", "--report",
      "markdown=FOLDER/r.md"
    ) { result, folder in
      #expect(result.exitCode == .unreadableInput)
      #expect(result.errors.hasPrefix("contractcheck: "))
      let other = try self.text(folder + "/r.md")
      #expect(other.hasPrefix("## contractcheck: no violations\n"))
    }
  }

  @Test(
    "A report without a name or file, and two in one file, are errors",
    arguments: [
      (
        ["pdf"],
        "--report is one of \(CheckReporter.all.map(\.name).joined(separator: ", ")), not \"pdf\"\n"
      ),
      (["json="], "--report json= names no file\n"),
      (["json=./a", "junit=a"], "two reports go to \"a\"\n"),
    ])
  func mistakes(reports: [String], message: String) {
    let result = CommandRun(["check", "x"] + reports.flatMap { ["--report", $0] })
    #expect(result.exitCode == .usage)
    #expect(result.errors == "contractcheck: " + message)
  }

  // MARK: - GitHub

  @Test("In a GitHub workflow, human, annotations and the job summary are the default")
  func workflow() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "summary-\(UUID()).md")
    defer { try? FileManager.default.removeItem(at: file) }
    let environment = ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": file.path]
    try Data("before\n".utf8).write(to: file)
    try run([#"{"id":"1","name":"a"}"#], environment: environment) { result, folder in
      #expect(result.output.contains("checked 1 payload in 1 input"))
      let annotation = WorkflowLog(result.output).commands
      #expect(annotation.map(\.name) == ["error"])
      #expect(annotation.first?.properties["title"] == "wrong-type User.id")
      let summary = try self.text(file.path)
      #expect(summary.hasPrefix("before\n## contractcheck: 1 violation in 1 group\n"))
    }
  }

  @Test("A long summary is cut at a line, and left out without room")
  func summaryLimit() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "summary-\(UUID()).md")
    defer { try? FileManager.default.removeItem(at: file) }
    let limit = 1 << 20
    for room in [0, 60, 400, 4_000] {
      try Data(repeating: 0x20, count: limit - room).write(to: file)
      let records = (0..<30).map { _ in #"{"id":"1"}"# }
      try run(
        records, "--report", "github=FOLDER/g", "--unknown-keys", "warn",
        environment: ["GITHUB_STEP_SUMMARY": file.path]
      ) { _, _ in
        let text = try self.text(file.path)
        #expect(text.utf8.count <= limit)
        let added = text.drop { $0 == " " }
        if room >= 400 {
          #expect(added.hasPrefix("## contractcheck: "))
          #expect(MarkdownOutline(String(added)).faults == [])
          #expect(added.hasSuffix("for this page.\n") == (room == 400))
        }
      }
    }
  }

  @Test("At most ten groups are annotated, the worst first, and a notice has the totals")
  func annotationLimit() throws {
    let unknown = (0..<12).map { #""k\#($0)":1"# }.joined(separator: ",")
    try run(
      [#"{"id":"1","name":"a",\#(unknown)}"#], "--unknown-keys", "warn", "--report", "github"
    ) { result, _ in
      let commands = WorkflowLog(result.output).commands
      #expect(
        commands.map(\.name) == ["error"] + Array(repeating: "warning", count: 9) + ["notice"])
      #expect(
        commands.last?.message
          == "+3 more groups; in all 13 violations in 13 groups, 1 of 1 payloads refused")
    }
  }

  @Test("Reports for people contain no workflow commands")
  func noCommands() throws {
    try run(
      [###"{"id":1,"name":"a","::error::x":"##[error]y"}"###], "--unknown-keys", "warn",
      environment: ["GITHUB_ACTIONS": "true"]
    ) { result, _ in
      #expect(WorkflowLog(result.output).commands.map(\.name) == ["warning"])
    }
    for report in ["human", "short", "markdown", "html"] {
      try run(
        [###"{"id":1,"name":"a","##[error]x":1}"###], "--unknown-keys", "warn", "--report", report,
        "--show-values",
        environment: ["GITHUB_ACTIONS": "true"]
      ) { result, _ in
        #expect(result.output.contains("## [error]x"), "\(report)")
        #expect(WorkflowLog(result.output).commands.isEmpty, "\(report)")
      }
    }
    #expect(WorkflowCommands.without(" ::a\n::b ##[c]\nd") == " : :a\n: :b ## [c]\nd")
  }

  // MARK: - JUnit

  @Test("A JUnit test case fails if the check fails")
  func tolerated() throws {
    let record = [#"{"id":"1","name":"a"}"#]
    for (options, count) in [
      ([], 1), (["--tolerate", "wrong-type=1"], 0), (["--fail-on", "never"], 0),
      (["--rule", "wrong-type=warning"], 0),
      (["--rule", "wrong-type=warning", "--fail-on", "warning"], 1),
    ] {
      let files = ["a.contract.json": Self.contract, "x.json": record[0]]
      try withFolder(files) { folder in
        let run = try ReportRun(
          [folder + "/x.json", "-c", folder, "--as", "User"] + options, in: folder)
        let rules = JUnitRules(run["junit"])
        #expect(rules.faults == [])
        #expect(rules.failures.count == count, "\(options)")
        #expect((run.exitCode == .violations) == (count == 1))
      }
    }
  }

  // MARK: - Baseline

  @Test("Every report shows accepted, expired and stale entries of the baseline")
  func baseline() throws {
    let files = [
      "a.contract.json": Self.contract,
      "x.ndjson": #"{"id":"1","name":"toolong"}"# + "\n" + #"{"id":1,"name":null}"# + "\n",
    ]
    try withFolder(files) { folder in
      let words = [folder + "/x.ndjson", "-c", folder, "--as", "User", "--format", "ndjson"]
      for (rule, expires, reason) in [
        ("wrong-type", "2027-01-01", "known | one"), ("bad-length", "2026-12-01", "known for long"),
        ("null-value", "2027-01-01", "soon stale"),
      ] {
        let others = ["wrong-type", "bad-length", "null-value"].filter { $0 != rule }
        let run = CommandRun(
          ["check"] + words + ["--write-baseline", folder + "/b.json", "--expires", expires]
            + ["--reason", reason, "--today", "2026-11-21"]
            + others.flatMap { ["--tolerate", "\($0)=1"] })
        #expect(run.exitCode == .success)
      }
      let later = #"{"id":"1","name":"toolong"}"# + "\n" + #"{"id":1,"name":"a"}"#
      try Data(later.utf8).write(to: URL(filePath: folder + "/x.ndjson"))
      let run = try ReportRun(
        words + ["--baseline", folder + "/b.json", "--today", "2026-12-31"], in: folder)
      #expect(run.exitCode == .violations)
      let rules = JUnitRules(run["junit"])
      #expect(rules.faults == [] && rules.failures.map(\.name) == ["a.User bad-length"])
      #expect(
        run["junit"].contains(
          #"<skipped message="accepted by the baseline until 2027-01-01 in up to 50 %: known | one"/>"#
        ))
      #expect(
        run["github"] == """
          ::error file=a.contract.json,line=2,col=24,title=bad-length User.name::1 violation in 1 of 2 payloads of User%0Athe baseline's entry expired on 2026-12-01: known for long%0Ax.ndjson:1:18: expected length ...5, found another length at name
          ::notice title=contractcheck::entries of the baseline b.json: 1 expired, 1 stale

          """)
      #expect(try SARIFRules(run["sarif"]).faults == [])
      let log = try JSONDocument(parsing: run["sarif"]).root["runs"]?[0]
      #expect(
        log?["results"]?.elements.map { $0["suppressions"]?.text() } == [
          "[]",
          #"[{"kind":"external","status":"accepted","justification":"known | one (until 2027-01-01)"}]"#,
        ])
      let notes = log?["invocations"]?[0]?["toolExecutionNotifications"]
      #expect(
        notes?[0]?["message"]?["text"]?.string
          == "entries of the baseline b.json: 1 expired, 1 stale")
      let json = try JSONDocument(parsing: run["json"]).root
      #expect(
        json["groups"]?.elements.map { ($0["accepted"] ?? $0["expired"])?.text() } == [
          #"{"until":"2027-01-01","upTo":"50%","reason":"known | one"}"#,
          #"{"on":"2026-12-01","upTo":"50%","reason":"known for long"}"#,
        ])
      #expect(
        ["expired", "stale", "unchecked"].map {
          json["baseline"]?[$0]?.elements.compactMap { $0["reason"]?.string }
        } == [["known for long"], ["soon stale"], []])
      #expect(run["short"].contains(": note: [wrong-type] at id: "))
      #expect(run["short"].contains(": error: [bad-length] at name: "))
      #expect(MarkdownOutline(run["markdown"]).faults == [])
      #expect(
        run["markdown"].contains(
          "| <code>accepted by the baseline until 2027-01-01 in up to 50 %&#58; known &#124; one</code> |\n"
        ))
      #expect(
        run["markdown"].contains(
          """
          ### Entries of <code>b.json</code> that accept nothing

          |  | group | reason |
          | --- | --- | --- |
          | expired on 2026-12-01 | <code>User&#58; bad-length User.name</code> | <code>known for long</code> |
          | stale: nothing breaks it any more | <code>User&#58; null-value User.name</code> | <code>soon stale</code> |

          """))
      let page = PageOutline(run["html"])
      #expect(page.faults == [])
      #expect(
        run["html"].contains(
          #"<p class="mark">accepted by the baseline until 2027-01-01 in up to 50 %: known | one</p>"#
        ))
      #expect(run["html"].contains("that accept nothing</h2>"))
    }
  }

  // MARK: - Other machines

  @Test(
    "File names are relative to the checkout, and absolute outside of it",
    arguments: [
      ("c/x.json", "app/c/x.json", "app/c/x.json"), ("./c//x.json", "app/c/x.json", "app/c/x.json"),
      ("../x.json", "x.json", "x.json"), ("../../x.json", "/w/x.json", "file:///w/x.json"),
      ("/w/r/é b.json", "é b.json", "%C3%A9%20b.json"), ("/w/rr/x", "/w/rr/x", "file:///w/rr/x"),
      ("a:b%", "app/a:b%", "app/a%3Ab%25"),
    ])
  func names(file: String, path: String, reference: String) {
    let folder = SourceFolder(working: "/w/r/app", root: "/w/r")
    #expect(folder.path(of: file) == path)
    #expect(folder.reference(to: file).uri == reference)
    #expect(folder.reference(to: file).isRelative == !reference.hasPrefix("file:"))
  }

  @Test("The fingerprint of an alert does not depend on line, count and value")
  func fingerprints() throws {
    func prints(_ records: [String]) throws -> [String] {
      var found: [String] = []
      try run(records, "--report", "sarif") { result, _ in
        let results = try JSONDocument(parsing: result.output).root["runs"]?[0]?["results"]
        found = results?.elements.map { $0["partialFingerprints"]?.text() ?? "" } ?? []
      }
      return found
    }
    let first = try prints([#"{"id":"1","name":"a"}"#])
    let second = try prints([#"{"id":1,"name":"b"}"#, #"{ "name": "toolong", "id": "x" }"#])
    #expect(first.count == 1 && second.count == 2)
    #expect(second.contains(first[0]) && Set(second).count == 2)
  }
}
