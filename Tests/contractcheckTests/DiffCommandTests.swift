import ContractModel
import FaultTolerance
import Foundation
import Generation
import JSONParsing
import TestSupport
import Testing

@testable import contractcheck

@Suite("contractcheck diff compares two contracts by what they accept")
struct DiffCommandTests {
  private static let old = """
    { "contract": 1,
      "endpoints": { "GET /users/:id": { "user": "User" } },
      "mappings": {
        "User": { "identifiedBy": "id", "map": {
          "id": "Int",
          "mail": "String",   // as the login
          "joined_at?": "joinedAt: Date(seconds)",
        } } } }
    """
  private static let new =
    old.replacing(#""mail": "String","#, with: #""mail": "String?","#)
    .replacing("Date(seconds)", with: "Date(milliseconds)")
    .replacing("} } } }", with: #""nick?": "String" } } } }"#)

  private static let mailOnly = old.replacing(#""mail": "String","#, with: #""mail": "String?","#)

  private static func run(
    to new: String = new, _ options: String..., measured: [String: String] = [:]
  ) throws -> CommandRun {
    let contracts = ["3.1/shop.contract.json": old, "now/shop.contract.json": new]
    return try CommandRun(
      ["diff", "DIR/3.1", "DIR/now"] + options, in: contracts.merging(measured) { $1 })
  }

  @Test("The report for people shows each difference, its payload, and how both sides map it")
  func human() throws {
    let run = try Self.run()
    #expect(run.exitCode == .violations)
    #expect(
      run.output == """
        error[breaks-apps] User.mail: "mail": "String" -> "String?"  (now/shop.contract.json:6:15, was 3.1/shop.contract.json:6:15)
            payload  GET /users/:id  {"user":{"id":1,"mail":null}}
            old app  refuses it: null-value at user.mail
            new app  mail = null
        error[breaks-apps] User.joinedAt: "joined_at?": "joinedAt: Date(seconds)" -> "joinedAt: Date(milliseconds)"  (now/shop.contract.json:7:21, was 3.1/shop.contract.json:7:21)
            payload  GET /users/:id  {"user":{"id":1,"mail":"a","joined_at":946684800000}}
            old app  refuses it: out-of-range at user.joined_at
            new app  joinedAt = "2000-01-01T00:00:00Z"
        warning[changes-meaning] User.joinedAt: "joined_at?": "joinedAt: Date(seconds)" -> "joinedAt: Date(milliseconds)"  (now/shop.contract.json:7:21, was 3.1/shop.contract.json:7:21)
            payload  GET /users/:id  {"user":{"id":1,"mail":"a","joined_at":1}}
            old app  joinedAt = "1970-01-01T00:00:01Z"
            new app  joinedAt = "1970-01-01T00:00:00.001Z"
        info[compatible] User.nick: added "nick?": "String"  (now/shop.contract.json:8:14)
            no payload shows it
        compared 1 contract with 1: 4 findings: 2 breaks-apps, 1 changes-meaning, 1 compatible

        """)
  }

  @Test("The report for GitHub has an annotation for each difference that is more than information")
  func github() throws {
    let run = try Self.run(to: Self.mailOnly, "--report", "github", "--fail-on", "never")
    #expect(run.exitCode == .success)
    #expect(
      run.output == """
        ::error file=now/shop.contract.json,line=6,col=15,title=breaks-apps User.mail::"mail": "String" -> "String?"%0Apayload: GET /users/:id  {"user":{"id":1,"mail":null}}%0Aold app: refuses it: null-value at user.mail%0Anew app: mail = null
        ::notice title=contractcheck diff::compared 1 contract with 1: 1 finding: 1 breaks-apps

        """)
  }

  @Test("The report for programs has the position of each difference, and its payload")
  func json() throws {
    let run = try Self.run(to: Self.mailOnly, "--report", "json")
    #expect(
      run.output == """
        {
          "version": 1,
          "findings": [
            {
              "class": "breaks-apps",
              "severity": "error",
              "subject": "User.mail",
              "change": "\\"mail\\": \\"String\\" -> \\"String?\\"",
              "old": {
                "file": "3.1/shop.contract.json",
                "line": 6,
                "column": 15
              },
              "new": {
                "file": "now/shop.contract.json",
                "line": 6,
                "column": 15
              },
              "witness": {
                "target": "GET /users/:id",
                "kind": "response",
                "sender": "new",
                "payload": "{\\"user\\":{\\"id\\":1,\\"mail\\":null}}",
                "path": "user.mail",
                "rule": "null-value",
                "old": "refuses it: null-value at user.mail",
                "new": "mail = null"
              }
            }
          ]
        }

        """)
  }

  @Test("Control characters in the names of contract files are shown as code points")
  func unsafe() throws {
    let name = "shop\u{1b}[31m.contract.json"
    let run = try CommandRun(
      ["diff", "DIR/3.1", "DIR/now"],
      in: ["3.1/\(name)": Self.old, "now/\(name)": Self.mailOnly])
    #expect(
      run.output.contains(
        "(now/shop<U+001B>[31m.contract.json:6:15, was 3.1/shop<U+001B>[31m.contract.json:6:15)"),
      "\(run.output)")
    #expect(!run.output.contains("\u{1b}"))
  }

  @Test("A deviation that the app accepted when measured breaks nothing", arguments: [true, false])
  func measured(isTaken: Bool) throws {
    let contract = try Contract(at: "shop.contract.json", files: OneContract(Self.old))
    var tolerance = MeasuredTolerance(of: contract)
    tolerance.note(isTaken ? .takes : .refuses, to: .null, of: "User.mail", as: "User")
    let file = String(decoding: tolerance.bytes, as: UTF8.self)
    let run = try Self.run(to: Self.mailOnly, measured: ["3.1/shop.tolerance.json": file])
    #expect(run.exitCode == (isTaken ? .success : .violations))
    let first = run.output.prefix { $0 != "]" } + "]"
    #expect(first == (isTaken ? "info[compatible]" : "error[breaks-apps]"), "\(run.output)")
  }

  @Test("With --reads, each difference shows both lines and a payload that the app rejects")
  func reads() throws {
    let run = { (style: String) in
      try Self.run(
        to: Self.old.replacing(#""mail": "String","#, with: #""mail": "'a' | 'b'","#)
          .replacing("\"id\": \"Int\"", with: "\"id\": \"String\""), "--reads", "--report", style)
    }
    let human = try run("human")
    #expect(human.exitCode == .violations)
    #expect(
      human.output == """
        error[type] User.id: "id": "String"; the specification says "id": "Int"  (now/shop.contract.json:5:13, by 3.1/shop.contract.json:5:13)
            payload  GET /users/:id  {"user":{"id":1,"mail":"a"}}
            app      refuses it: wrong-type at user.id
        warning[open-list] User.mail: "mail": "'a' | 'b'"; the specification says "mail": "String"  (now/shop.contract.json:6:15, by 3.1/shop.contract.json:6:15)
            payload  GET /users/:id  {"user":{"id":1,"mail":""}}
            app      refuses it: not-a-case at user.mail and 1 more error
        compared 1 endpoint with the specification: 2 findings: 1 type, 1 open-list

        """)
    let github = try run("github").output.split(separator: "\n").first
    #expect(
      github
        == #"::error file=now/shop.contract.json,line=5,col=13,title=type User.id::"id": "String"; the specification says "id": "Int"%0Apayload: GET /users/:id  {"user":{"id":1,"mail":"a"}}%0Aapp: refuses it: wrong-type at user.id"#
    )
    let json = try JSONDocument(parsing: try run("json").output).root["findings"]?[0]
    #expect(json?["app"]?.text() == #"{"file":"now/shop.contract.json","line":5,"column":13}"#)
    #expect(
      json?["specification"]?.text() == #"{"file":"3.1/shop.contract.json","line":5,"column":13}"#)
    #expect(json?["witness"]?["app"]?.string == "refuses it: wrong-type at user.id")
  }

  @Test("The report in Markdown has a row for each difference")
  func markdown() throws {
    let lines = try Self.run(to: Self.mailOnly, "--report", "markdown").output.split(
      separator: "\n")
    #expect(lines.count == 4)
    #expect(
      lines[3]
        == #"| error | breaks-apps | <code>User.mail</code> | <code>&#34;mail&#34;&#58; &#34;String&#34; -&#62; &#34;String?&#34;</code> | <code>now&#47;shop.contract.json&#58;6&#58;15, was 3.1/shop.contract.json&#58;6&#58;15</code> | <code>GET /users/&#58;id  {&#34;user&#34;&#58;{&#34;id&#34;&#58;1,&#34;mail&#34;&#58;null}}</code> | old app: <code>refuses it&#58; null-value at user.mail</code>; new app: <code>mail = null</code> |"#
    )
  }

  @Test("Contracts of a commit are read without a checkout", .enabled(if: BuiltCommand.isBuilt))
  func revisions() async throws {
    try await withFolder(["Contracts/shop.contract.json": Self.old]) { folder in
      let script = """
        cd '\(folder)' && export HOME='\(folder)' GIT_CONFIG_NOSYSTEM=1 &&
        git init -q . && git add . &&
        git -c user.name=a -c user.email=a@b.c commit -q -m one && git tag v3.1 &&
        sed -i.bak 's/"String",/"String?",/' Contracts/shop.contract.json && mkdir Sources && cd Sources &&
        "$COMMAND" diff git:v3.1:Contracts ../Contracts; echo $?; git status --short | grep -v bak
        """
      let (_, output, _) = try await BuiltCommand.run(
        script, environment: ["PATH": "/usr/bin:/bin:/usr/local/bin"])
      let lines = output.replacing(folder + "/", with: "").split(separator: "\n")
      #expect(
        lines.first?.contains("was v3.1:Contracts/shop.contract.json:6:15)") == true, "\(output)")
      #expect(lines.suffix(2) == ["1", " M ../Contracts/shop.contract.json"], "\(output)")
    }
  }
}
