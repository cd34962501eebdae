import Foundation
import JSONParsing
import TestSupport
import Testing

@testable import contractcheck

@Suite("contractcheck map shows the result of one payload")
struct MapCommandTests {
  private static let contract = """
    {
      "contract": 1,
      "endpoints": { "GET /users/:id": { "user": "User" } },
      "mappings": {
        "User": {
          "identifiedBy": "userId",
          "map": {
            "id": "userId: Int",
            "firstname": "firstName: String",
            "secret?": { "to": "secret", "type": "String", "sensitive": true },
            "city?": "city: City?",
          },
        },
        "City": { "identifiedBy": "cityId", "map": { "id": "cityId: Int", "name": "name: String" } },
      },
    }
    """

  private let files = [
    "users.contract.json": contract,
    "user.json":
      #"{ "user": { "id": 7, "firstname": "Ann", "secret": "s3", "city": { "id": 2, "name": "Ulm" } } }"#,
    "bad.json": "{ \"user\": { \"id\": \"7\",\n  \"firstName\": \"A\\u001b\" } }",
    "broken.json": "{ \"user\": }", "empty.json": " \n",
    "deep.json": String(repeating: "[", count: 513) + String(repeating: "]", count: 513),
  ]

  @Test("The report has objects, events and totals, without sensitive values")
  func text() throws {
    try withFolder(files) { folder in
      let result = CommandRun(
        "map", folder + "/user.json", "--as", "user: User", "-c", folder)
      #expect(result.exitCode == .success)
      #expect(
        result.output == """
          {
            "user": {
              "@type": "User",
              "@id": "User#1",
              "userId": 7,
              "firstName": "Ann",
              "secret": "(sensitive)",
              "city": {
                "@type": "City",
                "@id": "City#1",
                "cityId": 2,
                "name": "Ulm"
              }
            }
          }

          created  user: User#1
          set      user.id -> userId = 7
          set      user.firstname -> firstName = "Ann"
          set      user.secret -> secret = (sensitive)
          created  user.city: City#1
          set      user.city.id -> cityId = 2
          set      user.city.name -> name = "Ulm"
          set      user.city -> city = City#1
          set      user -> user = User#1

          User 1 (1 created), City 1 (1 created); no violations

          """)
      #expect(result.errors == "")
    }
  }

  @Test("Violations are marked in the payload, with the line of the contract and a hint")
  func violations() throws {
    try withFolder(files) { folder in
      let result = CommandRun(
        "map", folder + "/bad.json", "--as", "GET /users/:id", "--contracts", folder)
      #expect(result.exitCode == .violations)
      #expect(
        result.output == """
          {}

          identityMissing    user
          coercionFailed     user.id -> userId
          missing            user.firstname -> firstName
          missing            user.secret -> secret
          missing            user.city -> city
          elementUnmappable  user
          declined           user -> user

          \(folder)/bad.json:1:19: error[wrong-type]: expected Int, found a string
             1 | { "user": { "id": "7",
               |                   ^^^ at user.id
               = in \(folder)/users.contract.json:8:15  "id": "userId: Int"
               = hint: if text is right, write Int(string)

          \(folder)/bad.json:1:11: error[missing-key]: the key "firstname" is missing
             1 | { "user": { "id": "7",
               |           ^ at user.firstname
               = in \(folder)/users.contract.json:9:22  "firstname": "firstName: String"
               = hint: the payload has "firstName"

          no objects; 2 errors

          """)
    }
  }

  @Test("The JSON report has objects, events, violations and counts")
  func json() throws {
    try withFolder(files) { folder in
      let result = CommandRun(
        "map", folder + "/user.json", "--as", "users#user: User", "-c", folder, "--given",
        folder + "/user.json", "--report", "json")
      #expect(result.exitCode == .success)
      let root = try JSONDocument(parsing: result.output).root
      #expect(root.members.map(\.name) == ["objects", "events", "violations", "counts"])
      #expect(
        root["counts"]?.text()
          == #"{"User":{"created":0,"reused":1,"distinct":1,"updated":0,"untouched":1,"deleted":0},"#
          + #""City":{"created":0,"reused":1,"distinct":1,"updated":0,"untouched":1,"deleted":0}}"#)
      let events = try #require(root["events"]).elements.map { $0.text() }
      #expect(
        events[1]
          == #"{"event":"unchanged","source":"id","path":"user.id","property":"userId","bytes":[18,19],"#
          + #""value":7,"old":7,"object":"User#1"}"#)
      #expect(events[3].contains(#""value":"(sensitive)","old":"(sensitive)""#))
      #expect(!result.output.contains("s3"))
    }
  }

  @Test("Only an admitted payload of --given has an effect")
  func givenRefused() throws {
    let user = #"{ "user": { "id": 7, "firstname": "Bob", "city": { "id": 2, "name": 5 } } }"#
    try withFolder(files.merging(["refused.json": user]) { $1 }) { folder in
      func counts(_ given: String...) throws -> String? {
        let options = given.flatMap { ["--given", "\(folder)/\($0)"] }
        let result = CommandRun(
          ["map", folder + "/user.json", "--as", "user: User", "-c", folder, "--report", "json"]
            + options)
        #expect(result.exitCode == .success)
        return try JSONDocument(parsing: result.output).root["counts"]?["User"]?.text()
      }
      let created =
        #"{"created":1,"reused":0,"distinct":1,"updated":0,"untouched":0,"deleted":0}"#
      let reused =
        #"{"created":0,"reused":1,"distinct":1,"updated":0,"untouched":1,"deleted":0}"#
      let (alone, afterRefused) = (try counts(), try counts("refused.json"))
      let afterBoth = try counts("user.json", "refused.json")
      #expect([alone, afterRefused, afterBoth] == [created, created, reused])
    }
  }

  @Test("Objects that a complete list no longer has are deleted and counted, even the last ones")
  func deleted() throws {
    let contract = #"""
      {
        "contract": 1,
        "endpoints": {
          "GET /orders": { "": { "to": "orders", "type": "[Order]", "assign": "replace" } }
        },
        "mappings": { "Order": { "identifiedBy": "id", "map": { "id": "Int" } } }
      }
      """#
    let files = [
      "shop.contract.json": contract, "all.json": #"[{"id":1},{"id":2}]"#, "none.json": "[]",
    ]
    try withFolder(files) { folder in
      let words = [
        "map", folder + "/none.json", "--given", folder + "/all.json", "--as", "GET /orders", "-c",
        folder,
      ]
      let lines = CommandRun(words).output.split(separator: "\n")
      #expect(
        lines.suffix(3) == [
          "deleted  the payload: Order#1", "deleted  the payload: Order#2",
          "Order 0 (2 deleted); no violations",
        ])
      let root = try JSONDocument(parsing: CommandRun(words + ["--report", "json"]).output).root
      #expect(
        root["counts"]?["Order"]?.text()
          == #"{"created":0,"reused":0,"distinct":0,"updated":0,"untouched":0,"deleted":2}"#)
    }
  }

  @Test("A payload that cannot be parsed is reported with its position and rule")
  func unreadable() throws {
    try withFolder(files) { folder in
      let broken = CommandRun("map", folder + "/broken.json", "--as", "user: User", "-c", folder)
      #expect(broken.exitCode == .violations)
      #expect(
        broken.errors
          == "\(folder)/broken.json:1:11: error[not-json]: expected a value, found \"}\" at offset 10\n"
      )
      let empty = CommandRun("map", folder + "/empty.json", "--as", "user: User", "-c", folder)
      #expect(empty.exitCode == .violations)
      #expect(empty.errors.hasPrefix("\(folder)/empty.json:2:1: error[empty-body]: "))
      let deep = CommandRun(
        "map", folder + "/deep.json", "--as", "user: User", "-c", folder, "--report", "json")
      #expect(deep.exitCode == .violations)
      #expect(
        deep.errors == """
          \(folder)/deep.json:1:513: error[too-deep]: expected at most 512 nested arrays and objects at \
          offset 512

          """)
      #expect(deep.output.contains(#""rule": "too-deep""#))
      let absent = CommandRun("map", folder + "/no.json", "--as", "user: User", "-c", folder)
      #expect(absent.exitCode == .unreadableInput)
      #expect(absent.errors == "contractcheck: no such file: \(folder)/no.json\n")
    }
  }

  @Test(
    "A wrong command line gives exit code 2 and a suggestion",
    arguments: [
      (["map"], "map needs one payload\n  hint: a file, or - for standard input\n"),
      (
        ["map", "user.json"],
        "map needs --as\n  hint: write --as \"[User]\", --as \"user: User\" or an endpoint; "
          + "or say --url\n"
      ),
      (
        ["map", "user.json", "--as", "[Usr]"],
        "no contract has \"[Usr]\"\n  hint: did you mean \"User\"?\n"
      ),
      (
        ["map", "user.json", "--as", "user#User"],
        "there is no contract \"user\"\n  hint: did you mean \"users\"?\n"
      ),
      (
        ["map", "user.json", "--as", "GET /users/:userIdentifier"],
        "no contract has \"GET /users/:userIdentifier\"\n  hint: did you mean \"GET /users/:id\"?\n"
      ),
      (
        ["map", "user.json", "--as", "GET /user/:id"],
        "no contract has \"GET /user/:id\"\n  hint: did you mean \"GET /users/:id\"?\n"
      ),
    ])
  func usage(words: [String], message: String) throws {
    try withFolder(files) { folder in
      let result = CommandRun(words + ["-c", folder])
      #expect(result.exitCode == .usage)
      #expect(result.errors == "contractcheck: " + message)
    }
  }

  @Test("A captured exchange in place of its body is named", arguments: ["", "[]"])
  func capture(brackets: String) throws {
    let exchange = Ending.get("/users/7", #"{"id":7}"#)
    let file = String(brackets.prefix(1)) + exchange + brackets.suffix(1)
    let run = try CommandRun(
      ["map", "DIR/a.json", "--as", "User", "-c", "DIR/a.contract.json"],
      in: ["a.json": file, "a.contract.json": Ending.contract])
    #expect(run.exitCode == .violations)
    let body = brackets.isEmpty ? ".body" : ".[0].body"
    #expect(
      run.errors == """
        contractcheck: a.json looks like a capture, and map takes one body
          hint: check and infer read captures; jq \(body) FILE | contractcheck map - takes a body

        """)
  }
}
