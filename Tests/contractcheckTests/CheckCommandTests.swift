import Foundation
import JSONParsing
import TestSupport
import Testing

@testable import contractcheck

@Suite("contractcheck check reports which key paths broke, where and how often")
struct CheckCommandTests {
  private static let contract = """
    {
      "contract": 1,
      "host": "api.example.com",
      "basePath": "/v2",
      "endpoints": {
        "GET /users/:id": "User",
        "GET /users/me": "Me",
        "GET /users/:id -> 404": "Fault",
        "event user.created": "User",
      },
      "mappings": {
        "User": {
          "identifiedBy": "id",
          "map": {
            "id": "Int",
            "name": { "type": "String", "constant": true },
            "email?": { "type": "String?", "sensitive": true },
          },
        },
        "Me": { "map": { "token": "String" } },
        "Fault": { "map": { "error": "String" } },
      },
    }
    """

  private func exchange(_ path: String, _ body: String, status: Int = 200) -> String {
    #"{"method":"GET","url":"https://api.example.com\#(path)","status":\#(status),"body":\#(body)}"#
  }

  private func run(_ lines: [String], _ options: String...) throws -> CommandRun {
    var result: CommandRun?
    let files = [
      "a.contract.json": Self.contract, "c/x.ndjson": lines.joined(separator: "\n") + "\n",
      "baseline.json": #"{"baseline": 2, "entries": []}"#,
    ]
    try withFolder(files) { folder in
      let options = options.map { $0.replacing("FOLDER", with: folder) }
      result = CommandRun(["check", folder + "/c", "-c", folder] + options)
    }
    return try #require(result)
  }

  @Test("A body in a charset other than UTF-8 is not JSON, with its content type as the reason")
  func charset() throws {
    let result = try run([
      #"{"method":"GET","url":"https://api.example.com/v2/users/me","status":200,"#
        + #""headers":{"Content-Type":"application/json; charset=ISO-8859-1"},"#
        + #""bodyEncoding":"base64","body":"eyJ0b2tlbiI6IukifQ=="}"#
    ])
    #expect(result.exitCode == .violations)
    #expect(
      result.output.contains("its content type says that it is iso-8859-1; JSON is UTF-8"),
      "\(result.output)")
  }

  @Test("Clean payloads end with 0, and the report says what was checked")
  func clean() throws {
    let result = try run([
      exchange("/v2/users/1", #"{"id":1,"name":"a","email":null}"#),
      exchange("/v2/users/1?x=1", #"{"id":1,"name":"a"}"#),
      exchange("/v2/users/me", #"{"token":"t","extra":1}"#),
    ])
    #expect(result.exitCode == .success)
    #expect(result.errors == "")
    #expect(
      result.output == """
        endpoints
          GET /users/:id  User  2 payloads
          GET /users/me   Me    1 payload

        User  2 mentioned, 1 distinct
          email  present 50 %  null 100 %

        Me  1 mentioned, 1 distinct
          not in the contract: extra 1

        never captured
          endpoints  GET /users/:id -> 404, event user.created
          types      Fault (1 key)

        checked 3 payloads in 1 input, 74 bytes: no violations; captured endpoints 2 of 4, keys 4 of 5, statuses 2 of 3; 1 key not in the contract; 0 unmatched

        """)
  }

  @Test("Violations are shown with their place in the capture, and sensitive values are masked")
  func violations() throws {
    let result = try run([
      exchange("/v2/users/1", #"{"id":"1","email":"a@x.org","name":"é"}"#),
      exchange("/v2/users/1", "{}", status: 500),
      exchange("/v2/user/1", "{}"),
      exchange("/v2/users/1", #"{"error":1}"#, status: 404),
    ])
    #expect(result.exitCode == .violations)
    #expect(!result.output.contains("a@x.org"))
    #expect(
      result.output.contains(
        """
        c/x.ndjson:1:86: error[wrong-type]: expected Int, found a string
           1 | {"id":"1","email":*********,"name":"é"}
             |       ^^^ at id
        """))
    #expect(
      result.output.contains(
        """
        endpoints
          GET /users/:id         User   1 payload, 1 refused
          GET /users/:id -> 404  Fault  1 payload, 1 refused

        errors
          wrong-type  User.id      1×  in 1 of 1  GET /users/:id
          wrong-type  Fault.error  1×  in 1 of 1  GET /users/:id -> 404

        """))
    #expect(
      result.output.contains(
        """
        not described by any endpoint
          1×  GET /v2/users/:id 500  the status 500 is not described (nearest: GET /users/:id)
          1×  GET /v2/user/:id 200   segment 2 is not "users" (nearest: GET /users/:id)
        """))
  }

  @Test("Values that may not change are compared across records")
  func constant() throws {
    let result = try run([
      exchange("/v2/users/1", #"{"id":1,"name":"a"}"#),
      exchange("/v2/users/2", #"{"id":2,"name":"b"}"#),
      exchange("/v2/users/1", #"{"id":1,"name":"c"}"#),
    ])
    #expect(result.exitCode == .violations)
    let parts = result.output.split(separator: "c/x.ndjson")
    #expect(parts.count == 3)
    #expect(parts[1].hasPrefix(#":3:95: error[identity-conflict]: "name" is not what "#))
    #expect(parts[2].hasPrefix(":1:95 says of this object\n     = in "))
    #expect(result.output.contains("errors\n  identity-conflict  User.name  1×  all payloads\n"))
  }

  @Test("A key that is too rare or too often null is a violation of the capture")
  func rates() throws {
    let contract = """
      { "contract": 1, "mappings": { "User": { "map": {
        "id": "Int",
        "name?": { "type": "String?", "presence": "60%", "nullRate": "49.9%" } } } } }
      """
    let lines = [#"{"id":1}"#, #"{"id":2,"name":null}"#, #"{"id":3}"#, #"{"id":4,"name":"a"}"#]
    let files = ["a.contract.json": contract, "x.ndjson": lines.joined(separator: "\n")]
    try withFolder(files) { folder in
      let result = CommandRun(
        "check", folder + "/x.ndjson", "-c", folder, "--as", "User", "--format", "ndjson")
      #expect(result.exitCode == .violations)
      let output = result.output.replacingOccurrences(of: folder + "/", with: "")
      #expect(
        output == """
          (all payloads): error[presence-below]: the key "name" is there in 2 of 4, expected 60% at least
               = in a.contract.json:3:22  "name?": "name: String?"

          (all payloads): error[null-rate-above]: the key "name" is null in 1 of 2, expected 49.9% at most
               = in a.contract.json:3:22  "name?": "name: String?"

          endpoints
            User  4 payloads

          errors
            presence-below   User.name  1×  all payloads
            null-rate-above  User.name  1×  all payloads

          User  4 mentioned, 4 distinct
            name  present 50 %  null 50 %

          checked 4 payloads in 1 input, 55 bytes: 2 violations in 2 groups; captured keys 2 of 2; 0 keys not in the contract; 0 unmatched

          """)
    }
  }

  @Test("Events and bare bodies are checked, and rules can be turned off")
  func targets() throws {
    let files = [
      "a.contract.json": Self.contract,
      "e.ndjson": #"{"event":"user.created","data":{"id":1}}"# + "\n",
      "users/1.json": #"{"id":"x","name":"a"}"#,
    ]
    try withFolder(files) { folder in
      let event = CommandRun("check", folder + "/e.ndjson", "-c", folder)
      #expect(event.exitCode == .violations)
      #expect(event.output.contains("event user.created  User  1 payload, 1 refused"))
      let bare = CommandRun("check", folder + "/users", "-c", folder)
      #expect(bare.exitCode == .nothingChecked)
      #expect(
        bare.errors == """
          contractcheck: checked 0 payloads, at least 1 expected
            hint: --as says what bare bodies are, such as --as "[User]"

          """)
      let named = CommandRun("check", folder + "/users", "-c", folder, "--as", "User")
      #expect(named.exitCode == .violations)
      let off = CommandRun(
        "check", folder + "/users", "-c", folder, "--as", "User", "--rule", "wrong-type=off")
      #expect(off.exitCode == .success)
      let tolerated = CommandRun(
        "check", folder + "/users", "-c", folder, "--as", "User", "--tolerate", "wrong-type=1")
      #expect(tolerated.exitCode == .success)
    }
  }

  @Test("short and ndjson have a line per violation, json has everything")
  func reports() throws {
    let lines = (0..<5).map { _ in exchange("/v2/users/1", #"{"id":"\u001b[2J","name":"a"}"#) }
    let short = try run(lines, "--report", "short")
    #expect(short.output.split(separator: "\n").count == 5)
    #expect(
      short.output.contains(
        "c/x.ndjson:1:86: error: [wrong-type] at id: expected Int, found a string\n"))
    let ndjson = try run(lines, "--report", "ndjson")
    let records = try ndjson.output.split(separator: "\n").map {
      try JSONDocument(parsing: String($0)).root
    }
    #expect(records.count == 5)
    #expect(records[4]["line"]?.text() == "5")
    #expect(records[4]["message"]?.string == "expected Int, found a string")
    #expect(records[4]["hint"] == nil)
    #expect(records[4]["next"]?.string == "contractcheck explain wrong-type")
    let json = try JSONDocument(parsing: try run(lines, "--report", "json").output).root
    #expect(json["violations"]?.text() == "5")
    #expect(json["groups"]?[0]?["count"]?.text() == "5")
    #expect(json["groups"]?[0]?["examples"]?.elements.count == 3)
    #expect(!(try run(lines).output.contains("\u{1b}")))
  }

  @Test("A report can go to a file, each to its own, and names the contract's line")
  func files() throws {
    let files = ["a.contract.json": Self.contract, "u.json": #"{"id":"1","name":"a"}"#]
    try withFolder(files) { folder in
      let result = CommandRun(
        "check", folder + "/u.json", "-c", folder, "--as", "User", "--report", "human", "--report",
        "short=\(folder)/s.txt", "--report", "ndjson=\(folder)/n.txt", "--report",
        "json=\(folder)/j.txt")
      #expect(result.exitCode == .violations)
      #expect(result.output.hasSuffix("0 unmatched\n"))
      let texts = try ["s", "n", "j"].map {
        try String(contentsOfFile: "\(folder)/\($0).txt", encoding: .utf8)
      }
      #expect(
        texts[0]
          == "\(folder)/u.json:1:7: error: [wrong-type] at id: expected Int, found a string\n")
      let line = try JSONDocument(parsing: texts[1]).root["contractLine"]?.string
      #expect(line == "\(folder)/a.contract.json:15:15")
      #expect(try JSONDocument(parsing: texts[2]).root["violations"]?.text() == "1")
      let unwritable = CommandRun(
        "check", folder + "/u.json", "-c", folder, "--as", "User", "--report",
        "short=/dev/null/s.txt")
      #expect(unwritable.exitCode == .unreadableInput)
    }
  }

  @Test("Only lint reports missing fixtures of examples")
  func withoutFixtures() throws {
    let contract = """
      {
        "contract": 1,
        "mappings": { "User": { "map": { "id": "id: Int" } } },
        "examples": [{ "name": "one", "fixture": "user.json", "as": "User" }]
      }
      """
    try withFolder(["a.contract.json": contract, "u.json": #"{"id":1}"#]) { folder in
      let words = ["\(folder)/u.json", "--as", "User", "-c", folder]
      #expect(CommandRun(["check"] + words).exitCode == .success)
      #expect(CommandRun(["map"] + words).exitCode == .success)
      #expect(CommandRun("generate", folder, "--as", "User").exitCode == .success)
      #expect(CommandRun("test", folder).exitCode == .invalidContract)
      let lint = CommandRun("lint", folder, "--report", "short")
      #expect(lint.exitCode == .invalidContract)
      #expect(
        lint.output.hasPrefix(
          "\(folder)/a.contract.json:4:44: error: there is no fixture \"user.json\""))
    }
  }

  @Test("The schema of the report names every member that reports have")
  func schema() throws {
    let schema = try JSONDocument(parsing: CommandRun("schema", "report").output).root
    let lines = (0..<2).map { _ in exchange("/v2/users/1", #"{"id":"1","extra":1}"#) }
    let cut = #"{"method":"GET","url":"/v2/users/1","status":200,"body":"{","truncated":true}"#
    let report = try JSONDocument(
      parsing: try run(
        [cut] + lines + [exchange("/v2/x", "1")], "--report", "json", "--max-violations", "1",
        "--baseline", "FOLDER/baseline.json", "--released", "1=FOLDER"
      ).output
    ).root
    let known = schema["properties"]?.members.map(\.name) ?? []
    #expect(report.members.map(\.name) == known)
    let group = try #require(report["groups"]?[0])
    let groupWords = Set(schema["$defs"]?["group"]?["properties"]?.members.map(\.name) ?? [])
    #expect(Set(group.members.map(\.name)).isSubset(of: groupWords))
    let example = try #require(group["examples"]?[0])
    let words = Set(schema["$defs"]?["violation"]?["properties"]?.members.map(\.name) ?? [])
    #expect(Set(example.members.map(\.name)).isSubset(of: words))
    for required in schema["$defs"]?["violation"]?["required"]?.elements.map(\.string) ?? [] {
      #expect(example[required ?? ""] != nil)
    }
  }

  @Test(
    "No capture crashes the command", .enabled(if: TestDepth.isFull),
    .enabled(if: Corpora.isPresent, Comment(rawValue: Corpora.absence)))
  func corpora() throws {
    let contracts = PackageFolder.root.appending(path: "Contracts/groups.contract.json").path
    for (folder, ending) in [("har", ".har"), ("JSONTestSuite", ".json")] {
      for file in try Corpora.files(below: folder, ending: ending) {
        try withFolder([:]) { folder in
          let path = folder + "/" + (file.name.split(separator: "/").last.map(String.init) ?? "x")
          try Data(file.bytes).write(to: URL(filePath: path))
          let result = CommandRun("check", path, "-c", contracts, "--as", "[Avatar]")
          #expect(
            [.success, .violations, .unreadableInput, .nothingChecked].contains(result.exitCode))
          #expect(!result.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
        }
      }
    }
  }

  @Test("An unreadable input is one line and exit code 4, and the rest is checked")
  func unreadable() throws {
    let result = try run([
      exchange("/v2/users/1", #"{"id":1,"name":"a"}"#), "{ broken",
      exchange("/v2/users/2", #"{"id":2,"name":"a"}"#),
    ])
    #expect(result.exitCode == .unreadableInput)
    #expect(result.errors.split(separator: "\n").count == 1)
    #expect(result.errors.contains("c/x.ndjson:2:3: the line is not JSON"))
    #expect(result.output.contains("checked 2 payloads in 1 input"))
    let noContract = CommandRun("check", "/nowhere/x.json", "-c", "/nowhere")
    #expect(noContract.exitCode == .unreadableInput)
    #expect(noContract.errors == "contractcheck: no such file or folder: /nowhere\n")
    let absent = CommandRun(
      "check", "/nowhere/x.json", "-c", PackageFolder.root.appending(path: "Contracts").path)
    #expect(absent.exitCode == .unreadableInput)
    #expect(!absent.output.contains("never captured"), "\(absent.output)")
    #expect(absent.output.contains("could not be read"))
  }

  @Test(
    "A wrong option gives exit code 2",
    arguments: [
      (
        ["--rule", "wrong-typ=off"],
        "unknown rule \"wrong-typ\"\n  hint: did you mean \"wrong-type\"?\n"
      ),
      (
        ["--report", "jsn"],
        """
        --report is one of human, short, json, ndjson, junit, sarif, github, markdown, html, not "jsn"
          hint: did you mean "json"?

        """
      ),
      (["--tolerate", "no-case"], "--tolerate is RULE=N or RULE=N%, not \"no-case\"\n"),
      (["--status", "20"], "--status is 404 or 4xx, not \"20\"\n"),
      (["--max-record", "big"], "--max-record is a size such as 64MiB, not \"big\"\n"),
      (["--jobs", "0"], "--jobs is a number from 1 to 1000, not \"0\"\n"),
      (
        ["--shard", "5/4"], "--shard is K/N with K from 1 to N, such as 1/4, not \"5/4\"\n"
      ),
      (["--examples", "-1"], "--examples is a count, not \"-1\"\n"),
    ])
  func usage(options: [String], message: String) throws {
    let contracts = PackageFolder.root.appending(path: "Contracts").path
    let result = CommandRun(["check", contracts, "-c", contracts] + options)
    #expect(result.exitCode == .usage)
    #expect(result.errors == "contractcheck: " + message)
  }

  @Test("Bodies named by --as count as captured")
  func asEndpoint() throws {
    let files = [
      "a.contract.json":
        #"{ "contract": 1, "endpoints": { "GET /u": "U", "GET /v": "U" }, "mappings": { "U": { "map": { "id": "Int" } } } }"#,
      "x.ndjson": #"{"id": 1}"# + "\n",
    ]
    try withFolder(files) { folder in
      let result = CommandRun(
        "check", folder + "/x.ndjson", "-c", folder, "--as", "GET /u", "--rule",
        "never-captured=error")
      #expect(result.output.contains("captured endpoints 1 of 2"))
      #expect(result.output.contains("GET /v"))
      #expect(!result.output.contains("never-captured  GET /u"))
      #expect(result.exitCode == .violations)
    }
  }

  @Test("A null element does not count as a null value of the key")
  func nullElement() throws {
    let files = [
      "a.contract.json": #"{ "contract": 1, "mappings": { "U": { "map": { "t": "[String]" } } } }"#,
      "x.ndjson": #"{"t": ["a", null]}"# + "\n",
    ]
    try withFolder(files) { folder in
      let output = CommandRun("check", folder + "/x.ndjson", "-c", folder, "--as", "U").output
      #expect(output.contains("null-value  U.t  1×  in 1 of 1  U\n"), "\(output)")
    }
  }
}
