import Foundation
import JSONParsing
import TestSupport
import Testing

@testable import contractcheck

@Suite("Reports for people have a row per line of a contract and rule")
struct RowTests {
  private static let contract = """
    {
      "contract": 1,
      "endpoints": { "GET /users": "[User]", "GET /users/:id": "User", "GET /me": "Me", "GET /pair": "Pair" },
      "mappings": {
        "User": { "map": { "id": "Int", "name": "String" } },
        "Me": { "extends": "User", "unknownKeys": "warn", "map": { "token": "String" } },
        "Pair": { "map": { "me": "Me", "user": "User" } }
      }
    }
    """

  private static let records = [
    #"{"url":"/users","status":200,"body":[{"id":1,"name":7},{"id":2,"name":8},{"id":3,"name":"c"}]}"#,
    #"{"url":"/users/1","status":200,"body":{"id":1,"name":"a"}}"#,
    #"{"url":"/users/2","status":200,"body":{"id":2,"name":9}}"#,
    #"{"url":"/users/3","status":200,"body":"{"}"#,
    #"{"url":"/me","status":200,"body":{"id":"x","name":6,"token":"t"}}"#,
    #"{"url":"/me","status":200,"body":{"id":4,"name":"d","token":"t","extra":1}}"#,
    #"{"url":"/me","status":200,"body":"{"}"#,
  ]

  private func withReports(
    _ records: [String] = records, _ options: String..., look: (ReportRun) throws -> Void
  ) throws {
    let files = [
      "a.contract.json": Self.contract, "x.ndjson": records.joined(separator: "\n") + "\n",
    ]
    try withFolder(files) { folder in
      let options = options.map { $0.replacing("FOLDER", with: folder) }
      try look(ReportRun([folder + "/x.ndjson", "-c", folder] + options, in: folder))
    }
  }

  // MARK: - Whole texts

  @Test("A row has a line below it for each of several endpoints")
  func human() throws {
    try withReports(Self.records, "-q") { run in
      #expect(run.exitCode == .violations)
      #expect(
        run["human"] == """
          endpoints
            GET /users      [User]  1 payload, 1 refused
            GET /users/:id  User    3 payloads, 2 refused
            GET /me         Me      3 payloads, 2 refused

          errors
            wrong-type  User.name  4×  in 3 of 7  3 endpoints
                                   2×  in 1 of 1  GET /users
                                   1×  in 1 of 3  GET /users/:id
                                   1×  in 1 of 3  GET /me (Me)
            not-json               2×  in 2 of 6  2 endpoints
                                   1×  in 1 of 3  GET /users/:id
                                   1×  in 1 of 3  GET /me
            wrong-type  Me.id      1×  in 1 of 3  GET /me

          warnings
            unknown-key  Me.extra  1×  in 1 of 3  GET /me

          checked 7 payloads in 1 input, 167 bytes: 8 violations in 4 groups; captured endpoints 3 of 4, keys 3 of 5, statuses 3 of 4; 1 key not in the contract; 0 unmatched

          """)
    }
  }

  @Test("An annotation stands for a row with all its counts")
  func github() throws {
    try withReports { run in
      #expect(
        run["github"] == """
          ::error file=a.contract.json,line=5,col=45,title=wrong-type User.name::4 violations in 3 of 7 payloads of 3 endpoints%0AGET /users: 2× in 1 of 1%0AGET /users/:id: 1× in 1 of 3%0AGET /me (Me): 1× in 1 of 3%0Ax.ndjson:1:53: expected String, found a number at [0].name%0Ahint: if numbers are right, write String(number)
          ::error file=x.ndjson,line=4,col=1,title=not-json 2 endpoints::2 violations in 2 of 6 payloads of 2 endpoints%0AGET /users/:id: 1× in 1 of 3%0AGET /me: 1× in 1 of 3%0Ax.ndjson:4 (GET /users/:id 200) 1:2: a body that is not JSON
          ::error file=a.contract.json,line=5,col=30,title=wrong-type Me.id::1 violation in 1 of 3 payloads of GET /me%0Ax.ndjson:5:40: expected Int, found a string at id
          ::warning file=x.ndjson,line=6,col=65,title=unknown-key Me.extra::1 violation in 1 of 3 payloads of GET /me%0Ax.ndjson:6:65: a key is not in the contract at extra

          """)
    }
  }

  @Test("In Markdown, endpoints are table rows below their row")
  func markdown() throws {
    try withReports { run in
      #expect(MarkdownOutline(run["markdown"]).faults == [])
      #expect(
        run["markdown"].contains(
          """
          ### Groups, the worst first

          |  | rule | where | count | payloads | endpoint | rate | contract |
          | --- | --- | --- | --- | --- | --- | --- | --- |
          | error | <code>wrong-type</code> | <code>User.name</code> | 4 | 3 of 7 | 3 endpoints |  | <code>a.contract.json&#58;5&#58;45</code> |
          |  |  |  | 2 | 1 of 1 | <code>GET /users</code> |  |  |
          |  |  |  | 1 | 1 of 3 | <code>GET /users/&#58;id</code> |  |  |
          |  |  |  | 1 | 1 of 3 | <code>GET /me (Me)</code> |  |  |
          | error | <code>not-json</code> |  | 2 | 2 of 6 | 2 endpoints |  | <code>a.contract.json</code> |
          |  |  |  | 1 | 1 of 3 | <code>GET /users/&#58;id</code> |  |  |
          |  |  |  | 1 | 1 of 3 | <code>GET /me</code> |  |  |
          | error | <code>wrong-type</code> | <code>Me.id</code> | 1 | 1 of 3 | <code>GET /me</code> |  | <code>a.contract.json&#58;5&#58;30</code> |
          | warning | <code>unknown-key</code> | <code>Me.extra</code> | 1 | 1 of 3 | <code>GET /me</code> |  | <code>a.contract.json</code> |

          ### Endpoints

          | endpoint | type | payloads | refused |
          | --- | --- | --- | --- |
          | <code>GET /users</code> | <code>&#91;User&#93;</code> | 1 | 1 |
          | <code>GET /users/&#58;id</code> | <code>User</code> | 3 | 2 |
          | <code>GET /me</code> | <code>Me</code> | 3 | 2 |

          """))
    }
  }

  @Test("A card has the row, its endpoints, and an example that unfolds without a script")
  func html() throws {
    try withReports { run in
      let page = PageOutline(run["html"])
      #expect(page.faults == [])
      #expect(
        run["html"].contains(
          """
          <article class="card error" data-severity="error" data-number="0" data-count="4">
          <h3><span class="severity">error</span> <code class="rule" title="a kind of JSON value that the type does not take">wrong-type</code> <code class="place">User.name</code></h3>
          <p>4 violations in 3 of 7 payloads of 3 endpoints</p>
          <p><svg class="bar refused" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true"><rect class="all" width="1000" height="10"/><rect width="429" height="10"/></svg> 42.9 %</p>
          <ul><li><code>GET /users</code> 2× in 1 of 1</li><li><code>GET /users/:id</code> 1× in 1 of 3</li><li><code>GET /me (Me)</code> 1× in 1 of 3</li></ul>
          <details><summary>a.contract.json:5:45 <code>&quot;name&quot;: &quot;name: String&quot;</code></summary><p>x.ndjson:1:53: expected String, found a number at [0].name</p><pre>1 | [{&quot;id&quot;:…,&quot;name&quot;:<mark>…</mark>},{&quot;id&quot;:…,&quot;name&quot;:…},{&quot;id&quot;:…,&quot;name&quot;:&quot;…&quot;}]</pre><p>hint: if numbers are right, write String(number)</p></details>
          </article>
          """))
    }
  }

  // MARK: - Rows

  @Test("A line that two mappings inherit is a row for each mapping")
  func twice() throws {
    let records = [
      #"{"url":"/pair","status":200,"body":{"me":{"id":1,"name":1,"token":"t"},"user":{"id":1,"name":1}}}"#,
      #"{"url":"/me","status":200,"body":{"id":4,"name":5,"token":"t"}}"#,
    ]
    try withReports(records, "-q") { run in
      #expect(
        run["human"].contains(
          """
          errors
            wrong-type  Me.name    2×  in 2 of 2  2 endpoints
                                   1×  in 1 of 1  GET /me
                                   1×  in 1 of 1  GET /pair
            wrong-type  User.name  1×  in 1 of 1  GET /pair

          """))
    }
  }

  @Test("An example is shown per row, not per endpoint, and the rest is counted")
  func examples() throws {
    try withReports(Self.records, "--examples", "2") { run in
      #expect(run["human"].components(separatedBy: "error[wrong-type]").count == 1 + 2 + 1)
      #expect(run["human"].contains("\n\n… and 2 more wrong-type User.name\n\n"))
    }
  }

  // MARK: - Tolerated and accepted rows

  @Test("Tolerated rows are marked and come last")
  func tolerated() throws {
    try withReports(Self.records, "-q", "--tolerate", "not-json=100%") { run in
      #expect(
        run["human"].contains(
          """

          let pass
            not-json  2×  in 2 of 6  2 endpoints
                      1×  in 1 of 3  GET /users/:id  tolerated: in 1 of 3 payloads, up to 100 %
                      1×  in 1 of 3  GET /me         tolerated: in 1 of 3 payloads, up to 100 %

          """))
      let levels = WorkflowLog(run["github"]).commands.map(\.name)
      #expect(levels == ["error", "error", "warning", "notice"])
      #expect(run["html"].contains(#"<article class="card passed" data-severity="error""#))
      for name in ["html", "markdown", "github"] { #expect(run[name].contains("tolerated")) }
    }
  }

  @Test("An accepted endpoint of a failing row is marked")
  func accepted() throws {
    let files = [
      "a.contract.json": Self.contract, "x.ndjson": Self.records.joined(separator: "\n"),
      "one.ndjson": Self.records[0],
    ]
    try withFolder(files) { folder in
      let written = CommandRun(
        "check", folder + "/one.ndjson", "-c", folder, "--write-baseline", folder + "/b.json",
        "--reason", "API-7", "--today", "2026-11-21", "--expires", "2027-02-19")
      #expect(written.exitCode == .success)
      let run = try ReportRun(
        [
          folder + "/x.ndjson", "-c", folder, "--baseline", folder + "/b.json", "--today",
          "2026-11-21",
        ], in: folder)
      let lines = run["human"].split(separator: "\n").map { $0.drop { $0 == " " } }
      let row = try #require(lines.firstIndex { $0.hasPrefix("wrong-type  User.name  4×") })
      #expect(lines[row].hasSuffix("  3 endpoints"))
      #expect(lines[row + 1].hasPrefix("2×  in 1 of 1  GET /users      "))
      #expect(lines[row + 1].contains("accepted by the baseline until 2027-02-19"))
      #expect(lines[row + 2] == "1×  in 1 of 3  GET /users/:id")
      #expect(run["human"].contains("8 violations in 4 groups, 0 of them accepted"))
      // The example is of an endpoint that is not accepted.
      #expect(run["human"].contains("x.ndjson:3:54: error[wrong-type]"))
      #expect(!run["human"].contains("x.ndjson:1:53: error[wrong-type]"))
      for name in ["html", "markdown", "github"] {
        #expect(run[name].contains("accepted by the baseline until 2027-02-19"), "\(name)")
      }
    }
  }
}
