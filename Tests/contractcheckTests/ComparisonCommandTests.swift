import Foundation
import TestSupport
import Testing

@testable import contractcheck

@Suite("stats --against compares a capture with an earlier one")
struct ComparisonCommandTests {
  /// Returns ten users, without the key or with a value of another kind.
  private static func users(_ member: String) -> String {
    (1...40).map {
      #"{"method":"GET","url":"https://a.org/users/\#($0)","status":200,"body":{"id":\#($0)\#(member)}}"#
        + "\n"
    }.joined()
  }

  private func run(_ words: String, environment: [String: String] = [:]) throws -> CommandRun {
    var result: CommandRun?
    let files = [
      "old.ndjson": Self.users(#","mail":"a","state":"on""#),
      "new.ndjson": Self.users(#","state":"off""#), "none.ndjson": "x\n",
      "bad.part": #"{"stats":1,"#,
      "a.contract.json": #"{ "contract": 1, "endpoints": { "GET /users/:id": "Any" } }"#,
    ]
    try withFolder(files) { folder in
      _ = CommandRun("stats", folder + "/old.ndjson", "--partial", folder + "/old.part")
      _ = CommandRun(
        "check", folder + "/old.ndjson", "-c", folder, "--partial", folder + "/check.part")
      result = CommandRun(
        words.split(separator: " ").map { String($0).replacing("DIR", with: folder) },
        environment: environment)
    }
    return try #require(result)
  }

  @Test(
    "With yesterday's part, each report says what is gone today", arguments: ["ndjson", "part"])
  func reports(kind: String) throws {
    let words = "stats DIR/new.ndjson --against DIR/old.\(kind)"
    let human = try run(words)
    #expect(human.exitCode == .violations)
    #expect(
      human.output == """
        GET /users/:id -> 200
          change  key path           before       now
          gone    mail             40 of 40   0 of 40
          value   state     "off"   0 of 40  40 of 40

        2 differences in 3 key paths, 40 payloads against 40

        """)
    let hidden = try run(words, environment: ["CI": "1"])
    #expect(
      hidden.output == """
        GET /users/:id -> 200
          change  key path    before       now
          gone    mail      40 of 40   0 of 40
          value   state      0 of 40  40 of 40

        2 differences in 3 key paths, 40 payloads against 40

        """)
    #expect(
      try run(words + " --report github").output == """
        ::warning title=gone mail::GET /users/:id -> 200: 0 of 40, before 40 of 40
        ::warning title=value state::GET /users/:id -> 200: 40 of 40, before 0 of 40
        ::notice title=contractcheck::2 differences in 3 key paths, 40 payloads against 40

        """)
    #expect(
      try run(words + " --report csv --change gone").output == """
        section,key path,change,detail,before,of,now,of\r
        GET /users/:id -> 200,mail,gone,,40,40,0,40\r

        """)
    #expect(
      try run(words + " --report markdown --change gone").output == """
        ### <code>GET /users/&#58;id -&#62; 200</code>

        | change | key path |  | before | now |
        | --- | --- | --- | --- | --- |
        | gone | <code>mail</code> |  | 40 of 40 | 0 of 40 |

        1 difference in 3 key paths, 40 payloads against 40

        """)
    let json = try run(words + " --report json").output
    #expect(json.contains(#""change": "gone""#) && !json.contains("off"))
  }

  @Test("Equal captures give exit code 0; an empty comparison fails")
  func endings() throws {
    let same = try run("stats DIR/old.ndjson --against DIR/old.part")
    #expect(same.exitCode == .success)
    #expect(same.output == "no difference in 4 key paths, 40 payloads against 40\n")
    let none = try run("stats DIR/old.ndjson --against DIR/none.ndjson --format json")
    #expect(none.exitCode == .nothingChecked, "\(none.output)\(none.errors)")
    for (file, told) in [
      ("bad.part", "bad.part: this is no part"),
      ("check.part", "a part of check has no statistics"),
    ] {
      let result = try run("stats DIR/old.ndjson --against DIR/\(file)")
      #expect(result.exitCode == .unreadableInput, "\(result.output)")
      #expect(result.errors.contains(told), "\(result.errors)")
    }
    let missing = try run("stats DIR/old.ndjson --against DIR/gone.ndjson")
    #expect(missing.exitCode == .unreadableInput)
  }

  @Test(
    "Incompatible options are reported",
    arguments: [
      ("--change gone", "--change goes with --against"),
      ("--report github", "--report github reports differences"),
      ("--report github --under mail", "--report github reports differences"),
      ("--against DIR/old.part --partial -", "--partial does not go with --against"),
    ])
  func usage(options: String, told: String) throws {
    let result = try run("stats DIR/new.ndjson " + options)
    #expect(result.exitCode == .usage && result.errors.contains(told), "\(result.errors)")
  }

  @Test("Merged parts of statistics have no differences to annotate")
  func merged() throws {
    let result = try run("merge DIR/old.part --report github")
    #expect(result.exitCode == .usage && result.output == "", "\(result.output)")
    #expect(result.errors.contains("--report github reports differences"), "\(result.errors)")
  }
}
