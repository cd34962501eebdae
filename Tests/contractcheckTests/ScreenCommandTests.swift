import Foundation
import TestSupport
import Testing

@testable import contractcheck

@Suite("A check has the same results with and without a screen")
struct ScreenCommandTests {
  private static let reports = ["ndjson", "json", "sarif", "junit", "short"]

  /// Returns the output of a check, which does not depend on the number of workers.
  private func texts(
    _ words: [String], _ folder: String, jobs: String, screen: String
  ) throws -> [String] {
    let files = Self.reports.map { "\(folder)/out.\($0)" }
    let reports = zip(Self.reports, files).flatMap { ["--report", "\($0)=\($1)"] }
    let run = CommandRun(
      ["check"] + words + ["--jobs", jobs, "--report", "human", "--verbose"] + reports,
      environment: ["CONTRACTCHECK_SCREEN": screen])
    let written = try files.map { try String(contentsOfFile: $0, encoding: .utf8) }
    return [run.output, run.errors, "\(run.exitCode)"] + written
  }

  private func expectAlike(_ words: [String], _ folder: String) throws {
    let judged = try texts(words, folder, jobs: "1", screen: "off")
    for (jobs, screen) in [("1", ""), ("2", ""), ("8", ""), ("1", "swift")] {
      #expect(try texts(words, folder, jobs: jobs, screen: screen) == judged)
    }
  }

  private static let contract = """
    { "contract": 1,
      "endpoints": { "event made": "User", "event gone": "Gone", "GET /users/:id": "User" },
      "mappings": {
        "User": { "identifiedBy": "id", "map": {
          "id": "Int", "name": "String", "kind?": "'a' | 'b'", "boss?": "User?" } },
        "Gone": { "map": { "at": "Date(iso8601)", "who?": "User" } } } }
    """

  /// Returns lines of more than a segment, most of them clean.
  private static func lines(_ wrap: (Int, String) -> String) -> String {
    var generator = SplitMix64(seed: 3)
    return (0..<2_000).map { number in
      let pad = String(repeating: "é\\n", count: Int.random(in: 0..<1_800, using: &generator))
      let body =
        switch Int.random(in: 0..<60, using: &generator) {
        case 0: #"{"id":"\#(number)","name":"n"}"#
        case 1: #"{"id":\#(number),"naem":"n"}"#
        case 2: #"{"id":\#(number),"name":"n","kind":"c"}"#
        case 3: #"{"id":\#(number),"name":"n","id":1}"#
        case 4: #"{"id":\#(number),"name":"n"} broken"#
        case 5: #"{"id":\#(number),"name":"n","k\#(number % 7)":"\ud800"}"#
        case 6...20: #"{"id":\#(number % 90),"name":"n","boss":{"id":1,"name":"b"},"x":[{}]}"#
        default: #"{"pad":"\#(pad)","id":\#(number % 90),"name":"n","kind":"a"}"#
        }
      return wrap(number, body)
    }.joined(separator: "\n")
  }

  @Test(
    "Results agree on bodies, events and exchanges, with one, two and eight workers",
    .enabled(if: TestDepth.isFull))
  func jobs() throws {
    let files = [
      "a.contract.json": Self.contract, "bodies.ndjson": Self.lines { $1 },
      "events.ndjson": Self.lines { number, body in
        switch number % 40 {
        case 1: #"{"event":"gone","data":{"at":"2012-01-0\#(number % 9)T00:00:00Z"}}"#
        case 2: #"{"event":"odd","data":\#(body)}"#
        case 3: #"{"event":"made","data":\#(body),"x":1}"#
        case 4: #"{"data":\#(body), "event":"made"}"#
        default: #"{"event":"made","data":\#(body)}"#
        }
      },
      "exchanges.ndjson": Self.lines { number, body in
        #"{"method":"GET","url":"/users/\#(number)","status":200,"body":\#(body)}"#
      },
    ]
    try withFolder(files) { folder in
      for (name, target) in [("bodies", ["--as", "User"]), ("events", []), ("exchanges", [])] {
        try expectAlike(["\(folder)/\(name).ndjson", "-c", folder] + target, folder)
      }
      let events = "\(folder)/events.ndjson"
      let whole = CommandRun(
        ["check", events, "-c", folder], environment: ["CONTRACTCHECK_SCREEN": "off"])
      let parts = (1...3).map { "\(folder)/\($0).part" }
      for number in 1...3 {
        _ = CommandRun([
          "check", events, "-c", folder, "--shard", "\(number)/3", "--partial", parts[number - 1],
        ])
      }
      #expect(CommandRun(["merge"] + parts + ["-c", folder]).output == whole.output)
      let limited = ["check", events, "-c", folder, "--max-violations", "50"]
      #expect(
        CommandRun(limited).output
          == CommandRun(limited, environment: ["CONTRACTCHECK_SCREEN": "off"]).output)
    }
  }

  @Test("A screen that the machine lacks is an error")
  func unknownScreen() throws {
    try withFolder(["a.contract.json": Self.contract, "a.ndjson": "{}"]) { folder in
      let run = CommandRun(
        ["check", "\(folder)/a.ndjson", "-c", folder, "--as", "User"],
        environment: ["CONTRACTCHECK_SCREEN": "fast"])
      #expect(run.exitCode == .usage)
      #expect(
        run.errors.hasPrefix(
          """
          contractcheck: CONTRACTCHECK_SCREEN is not "fast" here
            hint: it is one of\(" ")
          """))
      #expect(run.errors.hasSuffix(" swift, off\n"))
    }
  }

  @Test("A verbose report says which lines keep a mapping from being recognised as clean")
  func obstacles() throws {
    let contract = """
      { "contract": 1, "mappings": {
        "All": { "map": { "a": "Lines", "b": "Cases", "c": "Keys", "d": "Fine" } },
        "Lines": { "map": { "x": "Set<Int>", "@parent.e?": "Int", "z": "[Int] count 1...2" } },
        "Cases": { "map": {}, "cases": [{ "exists": "x", "use": { "x": "Int" } }] },
        "Keys": { "keys": "anyCase", "map": { "x": "Int" } },
        "Fine": { "identifiedBy": "x", "map": { "x": "Int" } } } }
      """
    let payload = #"{"a":{"x":[1],"z":[1]},"b":{"x":1},"c":{"X":1},"d":{"x":1}}"#
    try withFolder(["a.contract.json": contract, "a.json": payload]) { folder in
      let run = CommandRun(["check", "\(folder)/a.json", "-c", folder, "--as", "All", "--verbose"])
      #expect(
        run.output == """
          endpoints
            All  1 payload

          All  1 mentioned, 1 distinct
            a  present 100 %
            b  present 100 %
            c  present 100 %
            d  present 100 %

          Lines  1 mentioned, 1 distinct
            x          present 100 %
            @parent.e  present 0 %
            z          present 100 %
            never seen: @parent.e
            checked one by one because of x, @parent.e, z

          Cases  1 mentioned, 1 distinct
            x  present 100 %
            checked one by one because of its cases

          Keys  1 mentioned, 1 distinct
            x  present 100 %
            checked one by one because of the style of its keys

          Fine  1 mentioned, 1 distinct
            x  present 100 %

          checked 1 payload in 1 input, 59 bytes: no violations; captured keys 9 of 10, \
          cases 1 of 1; 0 keys not in the contract; 0 unmatched

          """)
    }
  }

  @Test("Results agree on the package's captures")
  func fixtures() throws {
    let root = PackageFolder.root.path
    try withFolder([:]) { folder in
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      try expectAlike(["\(root)/Fixtures", "-c", "\(root)/Contracts"], folder)
    }
  }

  @Test(
    "Results agree on payloads of other projects", .enabled(if: TestDepth.isFull),
    .enabled(if: Corpora.isPresent, Comment(rawValue: Corpora.absence)))
  func corpora() throws {
    let payloads = try Corpora.files(below: "octokit-webhooks", ending: ".json")
    let lines = payloads.map { file -> String in
      let text = String(decoding: file.bytes, as: UTF8.self)
      return text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined()
    }
    let repeated = Array(repeating: lines, count: 6).flatMap { $0 }.joined(separator: "\n")
    let contract = """
      { "contract": 1, "mappings": {
        "Hook": { "map": { "action?": "String", "repository?": "Repository", "sender?": "User" } },
        "Repository": { "identifiedBy": "id", "map": {
          "id": "Int", "full_name": "String", "private": "Bool", "owner": "User", "license.key?": "String",
          "created_at?": "Any", "html_url": "URL", "topics?": "[String]", "visibility?": "String" } },
        "User": { "identifiedBy": "id", "map": {
          "id": "Int", "login": "String", "site_admin?": "Bool", "type?": "'User' | 'Organization' | 'Bot'" } } } }
      """
    try withFolder(["a.contract.json": contract, "hooks.ndjson": repeated]) { folder in
      try expectAlike(["\(folder)/hooks.ndjson", "-c", folder, "--as", "Hook"], folder)
    }
  }
}
