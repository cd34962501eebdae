import ContractModel
import FaultTolerance
import Foundation
import Generation
import JSONParsing
import TestSupport
import Testing

@testable import contractcheck

@Suite("check --released and uses show what breaks released versions")
struct ReleasedCommandTests {
  private static let today = """
    { "contract": 1,
      "endpoints": { "GET /users/:id": "User", "GET /new": "User" },
      "mappings": { "User": { "map": { "id": "Int", "mail": "String?", "nick?": "String" } } } }
    """
  private static let old = today.replacing("String?", with: "String")
    .replacing(#", "GET /new": "User""#, with: "")

  private static func get(_ path: String, _ body: String, agent: String = "") -> String {
    let headers = agent.isEmpty ? "" : #""requestHeaders":{"User-Agent":"\#(agent)"},"#
    return
      #"{"method":"GET","url":"https://a.org\#(path)","status":200,\#(headers)"body":\#(body)}"#
  }

  private static let records = [
    get("/users/1", #"{"id":1,"mail":"a"}"#, agent: "Shop/3.1 iOS"),
    get("/users/2", #"{"id":2,"mail":null}"#, agent: "Shop/3.2 iOS"),
    get("/users/3", #"{"id":3,"mail":null}"#, agent: "Shop/3.1 iOS"),
    get("/new", #"{"id":4,"mail":null}"#, agent: "curl"),
  ]

  private static func tolerance(_ answer: FaultAnswer, of text: String = old) throws -> String {
    var contract = try OneContract.contract(text)
    contract.name = "shop"
    var tolerance = MeasuredTolerance(of: contract)
    tolerance.note(answer, to: .null, of: "User.mail", as: "User")
    return String(decoding: tolerance.bytes, as: UTF8.self)
  }

  /// Runs the command in a folder with released versions.
  private static func run(
    _ words: [String], _ files: [String: String] = [:], records: [String] = records
  ) throws -> CommandRun {
    let all = [
      "now/shop.contract.json": today, "3.1/shop.contract.json": old,
      "3.2/shop.contract.json": today, "x.ndjson": records.map { $0 + "\n" }.joined(),
    ]
    return try CommandRun(words, in: all.merging(files) { $1 })
  }

  private static let check = ["check", "DIR/x.ndjson", "-c", "DIR/now", "-q"]
  private static let both = ["--released", "3.1=DIR/3.1", "--released", "3.2=DIR/3.2"]

  @Test("Each payload is checked against each released version, the worst first")
  func versions() throws {
    let run = try Self.run(Self.check + Self.both)
    #expect(run.exitCode == .violations)
    #expect(
      run.output == """
        endpoints
          GET /users/:id  User  3 payloads
          GET /new        User  1 payload

        errors
          breaks-release  2×  in 2 of 3  GET /users/:id

        versions
          3.1  2 of 3 payloads refused; 1 record that it never asks for
            GET /users/:id  User.mail  null-value  2×  not measured
          3.2  0 of 4 payloads refused

        checked 4 payloads in 1 input, 79 bytes: 2 violations in 1 group; captured endpoints 2 of 2, keys 2 of 3, statuses 2 of 2; 0 keys not in the contract; 0 unmatched

        """)
  }

  @Test("A deviation that an app accepted when it was measured does not break the app")
  func measured() throws {
    let run = try Self.run(
      Self.check + Self.both, ["3.1/shop.tolerance.json": try Self.tolerance(.takes)])
    #expect(run.exitCode == .success, "\(run.output)\(run.errors)")
    #expect(
      run.output.contains(
        "  3.1  0 of 3 payloads refused; 2 violations that the app takes; 1 record that it never asks for\n"
          + "    GET /users/:id  User.mail  null-value  2×  the app takes it\n"), "\(run.output)")
    let refusing = try Self.run(
      Self.check + Self.both, ["3.1/shop.tolerance.json": try Self.tolerance(.refuses)])
    #expect(refusing.exitCode == .violations)
    #expect(refusing.output.contains("2×  the app refuses the whole response\n"))
  }

  @Test("A tolerance of another contract is a warning")
  func digest() throws {
    let run = try Self.run(
      Self.check + Self.both,
      ["3.1/shop.tolerance.json": try Self.tolerance(.takes, of: Self.today)])
    #expect(
      run.errors == """
        contractcheck: 3.1/shop.tolerance.json was measured for another contract than 3.1/shop.contract.json, whose digest is \(try OneContract.contract(Self.old).digest.text)
          hint: run the tests of its mappers once more, with CONTRACTCHECK_TOLERANCE

        """)
  }

  @Test("Only bodies that were checked count as payloads of a version")
  func judged() throws {
    let released = ["--released", "3.1=DIR/3.1"]
    let records = [
      Self.records[0], Self.records[2],
      #"{"method":"GET","url":"/users/4","status":204}"#,
      #"{"method":"GET","url":"/users/5","status":200,"truncated":true,"body":"{\"id\""}"#,
    ]
    let exchanges = try Self.run(Self.check + released, records: records)
    #expect(exchanges.output.contains("; 1 without a body; 1 body cut off"), "\(exchanges.output)")
    #expect(exchanges.output.contains("  3.1  1 of 2 payloads refused\n"), "\(exchanges.output)")
    let lines = try Self.run(
      Self.check + released + ["--as", "User"], records: [#"{"id":1,"mail":"a"}"#, "{ broken"])
    #expect(lines.output.contains("  3.1  0 of 1 payload refused\n"), "\(lines.output)")
  }

  @Test("Records that only a version describes make no endpoint of the present contracts")
  func outside() throws {
    let report = { (name: String) in
      try Self.run(
        Self.check + ["--released", "3.1=DIR/3.1", "--report", name],
        ["3.1/shop.contract.json": Self.old.replacing("GET /users/:id", with: "GET /gone")],
        records: [Self.records[0], Self.get("/gone", #"{"id":1}"#)]
      ).output
    }
    let row = "breaks-release  1×  in 1 of 1  (no endpoint)"
    #expect(
      try report("human").hasPrefix(
        "endpoints\n  GET /users/:id  User  1 payload\n\nerrors\n  \(row)\n"))
    #expect(try !report("markdown").contains("\n| <code>(no endpoint)"))
    let junit = try report("junit")
    #expect(junit.split(separator: #"classname="shop.(no endpoint)""#).count == 2)
    #expect(junit.contains("1 violation in 1 of 1 payloads of (no endpoint)"))
    try withFolder([
      "now/shop.contract.json": Self.today, "x.ndjson": Self.get("/gone", #"{"id":1}"#) + "\n",
      "3.1/shop.contract.json": Self.old.replacing("GET /users/:id", with: "GET /gone"),
    ]) { folder in
      let run = { (words: [String]) in
        CommandRun((words + ["-c", "DIR/now", "-q"]).map { $0.replacing("DIR", with: folder) })
      }
      let written = run(
        ["check", "DIR/x.ndjson", "--released", "3.1=DIR/3.1", "--partial", "DIR/a.part"])
      #expect(written.exitCode == .success, "\(written.errors)")
      #expect(run(["merge", "DIR/a.part"]).output.contains(row))
    }
  }

  @Test("If requests state their version, each response is checked against that version alone")
  func traffic() throws {
    let run = try Self.run(
      Self.check + Self.both + [
        "--by", "@request.header.User-Agent", "--version", "Shop/([0-9.]+)",
      ])
    #expect(
      run.output.contains(
        """
        versions
          3.1  1 of 2 payloads refused; 1 record that it never asks for
            GET /users/:id  User.mail  null-value  1×  not measured
          3.2  0 of 2 payloads refused
          by User-Agent: 3.1 in 2 requests (50 %), 3.2 in 1 request (25 %), other 1

        """), "\(run.output)")
  }

  @Test("The rule is reported, gated and raised like other rules")
  func gates() throws {
    let off = try Self.run(Self.check + Self.both + ["--rule", "breaks-release=warning"])
    #expect(off.exitCode == .success)
    let tolerated = try Self.run(Self.check + Self.both + ["--tolerate", "breaks-release=2"])
    #expect(tolerated.exitCode == .success)
    let json = try Self.run(Self.check + Self.both + ["--report", "json"])
    let root = try JSONDocument(parsing: json.output).root
    let version = root["versions"]?[0]
    #expect(version?["version"]?.string == "3.1")
    #expect(version?["refused"]?.rawText == "2")
    #expect(version?["lines"]?[0]?["line"]?.string == "User.mail")
    for report in ["markdown", "html", "sarif", "junit", "github", "short", "ndjson"] {
      let text = try Self.run(Self.check + Self.both + ["--report", report]).output
      #expect(text.contains("breaks-release"), "\(report)")
    }
  }

  @Test("A baseline accepts a broken version up to the share that it names")
  func baseline() throws {
    try withFolder([
      "now/shop.contract.json": Self.today, "3.1/shop.contract.json": Self.old,
      "3.2/shop.contract.json": Self.today,
      "x.ndjson": Self.records.map { $0 + "\n" }.joined(),
      "more.ndjson": (Self.records + [Self.records[2]]).map { $0 + "\n" }.joined(),
    ]) { folder in
      let check = { (file: String, options: [String]) in
        CommandRun(
          (["check", "DIR/\(file)", "-c", "DIR/now", "-q"] + Self.both + options)
            .map { $0.replacing("DIR", with: folder) })
      }
      let written = check(
        "x.ndjson", ["--write-baseline", "DIR/b.json", "--reason", "3.1 is withdrawn"])
      #expect(written.exitCode == .success, "\(written.errors)")
      let baseline = try String(contentsOfFile: folder + "/b.json", encoding: .utf8)
      #expect(baseline.contains("breaks-release"), "\(baseline)")
      try baseline.replacing("100%", with: "70%")
        .write(toFile: folder + "/b.json", atomically: true, encoding: .utf8)
      let accepted = check("x.ndjson", ["--baseline", "DIR/b.json"])
      #expect(accepted.exitCode == .success, "\(accepted.output)")
      let grown = check("more.ndjson", ["--baseline", "DIR/b.json"])
      #expect(grown.exitCode == .violations, "\(grown.output)")
    }
  }

  @Test("The report does not depend on the number of workers")
  func workers() throws {
    let records = (0..<40).flatMap { _ in Self.records }
    let texts = try ["1", "4"].map { jobs in
      try Self.run(Self.check + Self.both + ["--jobs", jobs], records: records).output
    }
    #expect(texts[0] == texts[1])
    #expect(texts[0].contains("  3.1  80 of 120 payloads refused"))
  }

  @Test("Merged parts, with and without examples, have the versions of the whole check")
  func merged() throws {
    let asked =
      Self.both + ["--by", "@request.header.User-Agent", "--version", "Shop/([0-9.]+)"]
    try withFolder([
      "now/shop.contract.json": Self.today, "3.1/shop.contract.json": Self.old,
      "3.2/shop.contract.json": Self.today,
      "3.1/shop.tolerance.json": try Self.tolerance(.refuses),
      "a.ndjson": Self.records.prefix(2).map { $0 + "\n" }.joined(),
      "b.ndjson": Self.records.dropFirst(2).map { $0 + "\n" }.joined(),
    ]) { folder in
      let run = { (words: [String]) in
        CommandRun(words.map { $0.replacing("DIR", with: folder) })
      }
      let contracts = ["-c", "DIR/now"]
      let whole = run(["check", "DIR/a.ndjson", "DIR/b.ndjson", "-q"] + contracts + asked)
      #expect(whole.output.contains("  3.1  1 of 2 payloads refused; 1 record that"))
      #expect(whole.output.contains("  by User-Agent: 3.1 in 2 requests (50 %), 3.2 in 1"))
      for options in [[], ["--no-examples"]] {
        for name in ["a", "b"] {
          let part = run(
            ["check", "DIR/\(name).ndjson", "--partial", "DIR/\(name).part"] + contracts + asked
              + options)
          #expect(part.exitCode == .success, "\(part.errors)")
        }
        let merged = run(["merge", "DIR/a.part", "DIR/b.part", "-q"] + contracts)
        #expect(merged.exitCode == .violations)
        #expect(merged.output == whole.output)
      }
      let other = run(["check", "DIR/b.ndjson", "--partial", "DIR/b.part"] + contracts)
      #expect(other.exitCode == .success)
      let differing = run(["merge", "DIR/a.part", "DIR/b.part", "-q"] + contracts)
      #expect(differing.exitCode == .unreadableInput)
      #expect(
        differing.errors.contains("--by is not given, but \"@request.header.User-Agent\" in"),
        "\(differing.errors)")
      try Self.tolerance(.takes)
        .write(toFile: folder + "/3.1/shop.tolerance.json", atomically: true, encoding: .utf8)
      let changed = run(["merge", "DIR/a.part", "-q"] + contracts)
      #expect(changed.exitCode == .unreadableInput)
      #expect(
        changed.errors.replacing(folder + "/", with: "") == """
          contractcheck: a.part: version 3.1 has not the same contracts and tolerances as here
            hint: merge where --released names the same versions

          """)
    }
  }

  @Test(
    "A wrong option is reported",
    arguments: [
      (["--released", "3.1"], ExitCode.usage, "--released is VERSION=PATH"),
      (["--released", "3.1=DIR/no"], .unreadableInput, "no such file or folder: no"),
      (["--released", "3.1=git:no-such-tag:x"], .usage, "git says: fatal"),
      (
        ["--released", "3.1=DIR/3.1", "--released", "3.1=DIR/3.2"], .usage,
        "--released has \"3.1\" twice"
      ),
      (["--by", "@request.header.X", "--version", "(1)"], .usage, "go with --released"),
      (["--released", "3.1=DIR/3.1", "--by", "@request.header.X"], .usage, "go together"),
      (
        ["--released", "3.1=DIR/3.1", "--by", "@request.header.X", "--version", "1"], .usage,
        "\"1\" is no pattern with one group"
      ),
      (
        ["--released", "3.1=DIR/3.1", "--by", "mail", "--version", "(1)"], .usage,
        "\"mail\" is no @request.header.NAME or @request.query.NAME"
      ),
    ])
  func mistakes(words: [String], code: ExitCode, message: String) throws {
    let run = try Self.run(Self.check + words)
    #expect(run.exitCode == code)
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  @Test("A tolerance that cannot be read is reported with its position")
  func unreadable() throws {
    let run = try Self.run(Self.check + Self.both, ["3.1/shop.tolerance.json": "{}"])
    #expect(run.exitCode == .unreadableInput)
    #expect(
      run.errors == """
        contractcheck: 3.1/shop.tolerance.json cannot be read: 1:1: this is no measured tolerance: there is no "tolerance"

        """)
  }

  @Test("uses lists the lines that read a key, and says what happens to payloads without the key")
  func uses() throws {
    let run = try Self.run(
      ["uses", "User.mail"] + Self.both,
      ["3.1/shop.tolerance.json": try Self.tolerance(.takes)])
    #expect(run.exitCode == .success)
    #expect(
      run.output == """
          3.1  User.mail  mail  String   3.1/shop.contract.json:3:57  absent: refuses the payload (not measured)  null: takes it
          3.2  User.mail  mail  String?  3.2/shop.contract.json:3:57  absent: refuses the payload (not measured)  null: takes it

        """)
    let unsafe = try CommandRun(
      ["uses", "User.mail", "--released", "3.1=DIR/3.1"],
      in: ["3.1/s\u{1b}[31m.contract.json": Self.old])
    #expect(unsafe.output.contains("  3.1/s<U+001B>[31m.contract.json:3:57  "), "\(unsafe.output)")
    let none = try Self.run(["uses", "GET /new", "mail"] + Self.both)
    #expect(none.output.contains("  3.1  does not read it\n"))
    let nowhere = try Self.run(["uses", "nothing"] + Self.both)
    #expect(nowhere.exitCode == .nothingChecked)
    let wrong = try Self.run(["uses", "mail"])
    #expect(wrong.exitCode == .usage)
  }
}
